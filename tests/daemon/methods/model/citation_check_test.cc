#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "daemon/methods/model/generated_answer.h"
#include "engine/grounding/grounding.h"

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kVaccineQuestion = "How are vaccines stored?";

class CitationCheckTest : public testing::Test {
 protected:
  // What stands for the sentence if it cites these passages.
  CitedPassages Checked(std::string_view sentence, const CitedPassages& cited) {
    const engine::CheckedAnswer checked{passages_, kVaccineQuestion, sentence};
    const engine::ByteRange range{0,
                                  static_cast<std::uint32_t>(sentence.size())};
    const auto supports = FindSupport(checked, {range}, workspace_);
    EXPECT_TRUE(supports);
    const auto said =
        CheckCitations(checked, range, cited, supports->front(), workspace_);
    EXPECT_TRUE(said);
    return *said;
  }

  const std::vector<std::string_view> passages_ = {
      "Vaccines are stored in the medical fridge in the medicines room at a "
      "temperature between 2 °C and 8 °C.",
      "Vaccines that were below 2 °C or above 8 °C are put into quarantine.",
      "The vaccine fridge and the server stay switched on.",
      "Daniel Abara, the vaccine coordinator, has the telephone 555-0106.",
      "The medical fridge for vaccines is in the medicines room, and has a "
      "temperature between 2 °C and 8 °C, so vaccines are stored there."};
  engine::Workspace workspace_{engine::kGroundingArenaBytes};
};

TEST_F(CitationCheckTest, APassageThatSaysTheSentenceIsKept) {
  EXPECT_THAT(Checked(passages_[0], {0}), ElementsAre(0u));
  EXPECT_THAT(Checked(passages_[1], {1}), ElementsAre(1u));
  EXPECT_THAT(Checked("Vaccines are kept between 2 °C and 8 °C.", {0}),
              ElementsAre(0u));
}

TEST_F(CitationCheckTest, AnotherPassageIsReplacedByTheOneThatSaysIt) {
  for (const std::uint32_t wrong : {1u, 2u, 3u}) {
    EXPECT_THAT(Checked(passages_[0], {wrong}), ElementsAre(0u)) << wrong;
  }
}

TEST_F(CitationCheckTest, OneThatSaysItAsWellIsAsGood) {
  EXPECT_THAT(Checked(passages_[0], {0, 4}), ElementsAre(0u, 4u));
}

TEST_F(CitationCheckTest, PassagesThatAddNothingAreLeftOut) {
  EXPECT_THAT(Checked(passages_[0], {0, 1, 2, 3}), ElementsAre(0u));
}

TEST_F(CitationCheckTest, PassagesThatSayItOnlyTogetherAreKept) {
  EXPECT_THAT(Checked("The vaccine fridge and the server stay switched on, and "
                      "Daniel Abara has the telephone 555-0106.",
                      {1, 2, 3}),
              testing::UnorderedElementsAre(2u, 3u));
}

TEST_F(CitationCheckTest, ASentenceThatNoPassageSaysHasNone) {
  for (const std::uint32_t passage : {0u, 1u, 2u, 3u}) {
    EXPECT_THAT(Checked("Insulin must not be stored in the fridge.", {passage}),
                IsEmpty())
        << passage;
  }
}

TEST_F(CitationCheckTest, AContradictedPassageDoesNotSayIt) {
  EXPECT_THAT(Checked("Vaccines are stored in the medical fridge in the "
                      "medicines room at a temperature between 2 °C and 18 °C.",
                      {0}),
              IsEmpty());
}

TEST_F(CitationCheckTest, TooManyPassagesAreNoneInParticular) {
  const std::vector<std::string_view> many(kMaxCitedPassages + 1, passages_[0]);
  CitedPassages cited;
  for (std::uint32_t i = 0; i < many.size(); ++i) cited.push_back(i);
  const engine::CheckedAnswer checked{many, kVaccineQuestion, passages_[0]};
  const engine::ByteRange range{
      0, static_cast<std::uint32_t>(passages_[0].size())};
  const auto said =
      CheckCitations(checked, range, cited, {7u, true}, workspace_);
  ASSERT_TRUE(said);
  EXPECT_THAT(*said, ElementsAre(7u));
}

TEST_F(CitationCheckTest, ASentenceWithoutAWordThatCountsKeepsWhatItCites) {
  EXPECT_THAT(Checked("It is.", {3}), ElementsAre(3u));
}

TEST_F(CitationCheckTest, WordsOfNoPassageMakeASentenceUncovered) {
  const std::string answer =
      "Vaccines are stored in the medical fridge. Insulin must not be stored "
      "in the fridge.";
  const engine::CheckedAnswer checked{passages_, kVaccineQuestion, answer};
  const auto size = static_cast<std::uint32_t>(answer.size());
  const auto supports = FindSupport(checked, {{0, 42}, {43, size}}, workspace_);
  ASSERT_TRUE(supports);
  EXPECT_TRUE((*supports)[0].is_covered);
  EXPECT_FALSE((*supports)[1].is_covered);
}

}  // namespace
}  // namespace answerbox::daemon
