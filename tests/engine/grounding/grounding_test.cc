#include "engine/grounding/grounding.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace answerbox::engine {
namespace {

class GroundingTest : public testing::Test {
 protected:
  GroundingVerdict VerdictOf(std::string_view page, std::string_view answer) {
    const std::string_view context[] = {page};
    const auto grounding =
        CheckGrounding({context, "", answer}, nullptr, workspace_);
    EXPECT_TRUE(grounding);
    return grounding ? grounding->verdict : GroundingVerdict::kUngrounded;
  }

  Workspace workspace_{kGroundingArenaBytes};
};

struct Rewording {
  const char* page;
  const char* answer;
};

TEST_F(GroundingTest, AQuantityInOtherWordsComesFromTheContext) {
  constexpr Rewording kCases[] = {
      {"Give 500 mg to adults twice a day.",
       "Give 0.5 g to adults every 12 hours."},
      {"Give 500 mg to adults once daily.",
       "Give 500 mg to adults every 24 hours."},
      {"Give 1,000 mg into the vein.", "Give 1000 mg into the vein."},
      {"Give 1000 mg into the vein.", "Give 1 g into the vein."},
      {"Give 0.5 mg into the vein.", "Give 500 \u00B5g into the vein."},
      {"Give 1/2 tablet at night.", "Give 0.5 tablets at night."},
      {"Give \u00BD tablet at night.", "Give 0.5 tablets at night."},
      {"The clinic opens at 8:30 am on Monday.",
       "The clinic opens at 08:30 on Monday."},
      {"The wound was 5 cm long.", "The wound was 50 mm long."},
      {"Keep it at -20 \u00B0C.", "Keep it at -4 \u00B0F."},
      {"Give 500 mg.", "0.5 g"},
  };
  for (const auto& [page, answer] : kCases) {
    EXPECT_EQ(VerdictOf(page, answer), GroundingVerdict::kGrounded)
        << page << " " << answer;
  }
}

TEST_F(GroundingTest, AnotherQuantityDoesNotComeFromTheContext) {
  EXPECT_EQ(VerdictOf("Give 500 mg to adults with fever and a cough.",
                      "Give 500 mg to adults with fever and a cough for 7 "
                      "days."),
            GroundingVerdict::kWeak);
  EXPECT_EQ(VerdictOf("Give 500 mg to adults.", "Give 0.6 g to adults."),
            GroundingVerdict::kContradicted);
  // A quantity hides no words that are foreign.
  EXPECT_NE(VerdictOf("Give 500 mg to adults.", "Zebras eat 0.5 g of grass."),
            GroundingVerdict::kGrounded);
}

TEST_F(GroundingTest, ForeignNumbersCountBesideQuantitiesInOtherWords) {
  const std::string page =
      "Give 500 mg to adults with fever, a cough and pain in the chest.";
  const std::string answer =
      "Give 0.5 g 3.5 to adults with fever, a cough and pain in the chest.";
  EXPECT_EQ(VerdictOf(page, answer), GroundingVerdict::kWeak);
}

}  // namespace
}  // namespace answerbox::engine
