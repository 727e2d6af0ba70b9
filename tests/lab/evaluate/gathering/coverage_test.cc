#include "lab/evaluate/gathering/coverage.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace answerbox::lab {
namespace {

constexpr std::string_view kText = "Oaks grow. Elms, too.";

double Share(const DocumentPart& part, const std::vector<DocumentPart>& chosen,
             std::string_view text = kText) {
  return ShareChosen(text, part, chosen);
}

TEST(ShareChosen, CountsLettersAndDigits) {
  EXPECT_DOUBLE_EQ(Share({0, {0, 21}}, {{0, {0, 10}}}), 8.0 / 15);
  // The full stop and the blank are no letters.
  EXPECT_DOUBLE_EQ(Share({0, {0, 11}}, {{0, {0, 9}}}), 1.0);
  EXPECT_DOUBLE_EQ(Share({0, {0, 4}}, {{0, {2, 21}}}), .5);
}

TEST(ShareChosen, CountsWhatIsChosenTwiceOnce) {
  EXPECT_DOUBLE_EQ(Share({0, {0, 9}}, {{0, {2, 6}}, {0, {0, 4}}, {0, {0, 4}}}),
                   5.0 / 8);
}

TEST(ShareChosen, IgnoresOtherDocumentsAndPlaces) {
  EXPECT_DOUBLE_EQ(Share({0, {0, 9}}, {{1, {0, 9}}, {0, {9, 21}}}), 0.0);
  EXPECT_DOUBLE_EQ(Share({0, {0, 9}}, {}), 0.0);
}

TEST(ShareChosen, CountsOtherCharactersWhereThereAreNoLetters) {
  EXPECT_DOUBLE_EQ(Share({0, {0, 2}}, {{0, {0, 1}}}, "$% x"), .5);
  EXPECT_DOUBLE_EQ(Share({0, {0, 2}}, {{0, {0, 2}}}, "   "), 0.0);
}

TEST(ShareChosen, CountsCharactersNotBytes) {
  EXPECT_DOUBLE_EQ(Share({0, {0, 3}}, {{0, {0, 2}}}, "\u00e9x"), .5);
}

}  // namespace
}  // namespace answerbox::lab
