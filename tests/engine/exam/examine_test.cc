#include "engine/exam/examine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/answer/confidence/confidence.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kVaccines =
    "Vaccines are kept in the fridge at 4 degrees. The fridge stands in the "
    "hall. Its door is locked at night.";
constexpr std::string_view kKitchen =
    "The kitchen opens at noon and closes at six. Staff eat there.";
constexpr std::string_view kFridges =
    "A fridge needs a thermometer. Nobody eats from a fridge for drugs.";

class ExamineTest : public testing::Test {
 protected:
  ExaminedQuestion Examined(const IndexInMemory& index,
                            const ExamQuestion& question) {
    const LiveSegment segments[] = {index.live()};
    const auto examined = ExamineQuestion(segments, question, workspace_);
    EXPECT_TRUE(examined);
    return examined ? *examined : ExaminedQuestion{};
  }

  Workspace workspace_;
};

TEST_F(ExamineTest, GradesEachPassageAndNamesTheBest) {
  const IndexInMemory index({kKitchen, kFridges, kVaccines});
  const ExaminedQuestion examined =
      Examined(index, {.text = "Where are vaccines kept?"});
  EXPECT_FALSE(examined.refusal);
  ASSERT_EQ(examined.best, 0u);
  const GradedPassage& best = examined.passages.front();
  EXPECT_EQ(best.document, "document-2");
  EXPECT_EQ(best.offsets, (ByteRange{0, kVaccines.size()}));
  EXPECT_EQ(best.answer.sentence,
            "Vaccines are kept in the fridge at 4 degrees.");
  EXPECT_EQ(best.grade, GradeOf(best.probability));
  EXPECT_EQ(examined.grade, best.grade);
  EXPECT_GE(best.grade, kDefaultTau);
  EXPECT_FALSE(best.verified);
}

// The grade of a passage must not depend on what else was found.
TEST_F(ExamineTest, APassageHasTheSameGradeAmongOthersAndAlone) {
  const IndexInMemory index({kKitchen, kFridges, kVaccines});
  const std::string_view only[] = {"document-1"};
  const ExamQuestion question{.text = "Which fridge stands in the kitchen?"};
  const ExaminedQuestion among = Examined(index, question);
  double probability = -1.0;
  for (const GradedPassage& passage : among.passages) {
    if (passage.document == only[0]) probability = passage.probability;
  }
  ExamQuestion alone = question;
  alone.documents = only;
  const ExaminedQuestion examined = Examined(index, alone);
  ASSERT_EQ(examined.passages.size(), 1u);
  EXPECT_GT(probability, 0.0);
  EXPECT_EQ(examined.passages[0].probability, probability);
}

TEST_F(ExamineTest, GradesNoMorePassagesThanAreWanted) {
  const IndexInMemory index({kKitchen, kFridges, kVaccines});
  ExamQuestion question{.text = "Where is the fridge?"};
  EXPECT_EQ(Examined(index, question).passages.size(), 2u);
  question.passages = 1;
  EXPECT_EQ(Examined(index, question).passages.size(), 1u);
}

TEST_F(ExamineTest, VerifiesTheShortAnswerAndThenTheSentence) {
  const IndexInMemory index({kVaccines});
  const std::string_view place[] = {"a shelf", "the fridge at 4 degrees"};
  const ExaminedQuestion by_short =
      Examined(index, {.text = "Where are vaccines kept?", .keys = place});
  ASSERT_EQ(by_short.passages.size(), 1u);
  ASSERT_TRUE(by_short.passages[0].short_answer);
  EXPECT_EQ(by_short.verified, Verification::kMatches);
  EXPECT_EQ(by_short.passages[0].extracted, Extracted::kShortAnswer);
  const std::string_view sentence[] = {
      "The vaccine is kept in fridges at 4 degrees"};
  const ExaminedQuestion by_sentence =
      Examined(index, {.text = "Where are vaccines kept?", .keys = sentence});
  EXPECT_EQ(by_sentence.verified, Verification::kMatches);
  EXPECT_EQ(by_sentence.passages[0].extracted, Extracted::kSentence);
  const std::string_view wrong[] = {"cellar"};
  EXPECT_EQ(Examined(index, {.text = "Where are vaccines kept?", .keys = wrong})
                .verified,
            Verification::kDiffers);
}

TEST_F(ExamineTest, RefusesWhatNoDocumentMentions) {
  const IndexInMemory index({kKitchen});
  EXPECT_EQ(Examined(index, {.text = "zebra"}).refusal,
            RefusalReason::kNoEvidence);
  EXPECT_EQ(Examined(index, {.text = "?"}).refusal,
            RefusalReason::kEmptyQuestion);
  EXPECT_FALSE(Examined(index, {.text = "zebra"}).best);
}

TEST_F(ExamineTest, AnUnknownDocumentIsAnError) {
  const IndexInMemory index({kKitchen});
  const LiveSegment segments[] = {index.live()};
  const std::string_view unknown[] = {"nowhere"};
  const auto examined = ExamineQuestion(
      segments, {.text = "kitchen", .documents = unknown}, workspace_);
  ASSERT_FALSE(examined);
  EXPECT_EQ(examined.error().code, ErrorCode::kNoSuchDocument);
}

TEST_F(ExamineTest, ANumberOfPassagesOutOfRangeIsAnError) {
  const IndexInMemory index({kKitchen});
  const LiveSegment segments[] = {index.live()};
  for (const std::size_t passages :
       {std::size_t{0}, kMaxExaminedPassages + 1}) {
    const auto examined = ExamineQuestion(
        segments, {.text = "kitchen", .passages = passages}, workspace_);
    ASSERT_FALSE(examined);
    EXPECT_EQ(examined.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST_F(ExamineTest, EveryLackOfMemoryIsAnError) {
  const IndexInMemory index({kKitchen, kFridges, kVaccines});
  const LiveSegment segments[] = {index.live()};
  const std::string_view keys[] = {"fridge"};
  const ExamQuestion question{.text = "Where are vaccines kept?", .keys = keys};
  ASSERT_TRUE(ExamineQuestion(segments, question, workspace_));
  const std::size_t needed = workspace_.arena().high_water_mark();
  for (std::size_t bytes = 0; bytes < needed; bytes += 509) {
    std::vector<std::byte> storage(bytes);
    Workspace small(storage);
    const auto examined = ExamineQuestion(segments, question, small);
    ASSERT_FALSE(examined);
    EXPECT_EQ(examined.error().code, ErrorCode::kArenaExhausted);
  }
}

TEST_F(ExamineTest, ProfilePaperGradesByThePublishedScore) {
  const IndexInMemory index({kKitchen, kVaccines}, Profile::kPaper);
  const ExaminedQuestion examined =
      Examined(index, {.text = "Where are vaccines kept?"});
  ASSERT_FALSE(examined.passages.empty());
  EXPECT_EQ(examined.passages[*examined.best].document, "document-1");
  EXPECT_GT(examined.passages[*examined.best].probability, 0.0);
}

TEST(AnswerGradeTest, ThresholdsAscendWithinProbabilities) {
  EXPECT_TRUE(std::ranges::is_sorted(kGradeThresholds, std::less_equal{}));
  EXPECT_GT(kGradeThresholds.front(), 0.0);
  EXPECT_LT(kGradeThresholds.back(), 1.0);
}

TEST(AnswerGradeTest, AThresholdItselfHasTheHigherGrade) {
  for (std::uint8_t grade = 1; grade <= kMaxGrade; ++grade) {
    const double threshold = kGradeThresholds[grade - 1u];
    EXPECT_EQ(GradeOf(threshold), grade);
    EXPECT_EQ(GradeOf(std::nextafter(threshold, 0.0)), grade - 1);
  }
}

TEST(AnswerGradeTest, EndsOfTheRange) {
  EXPECT_EQ(GradeOf(0.0), 0);
  EXPECT_EQ(GradeOf(1.0), kMaxGrade);
  EXPECT_EQ(GradeOf(std::numeric_limits<double>::quiet_NaN()), 0);
}

constexpr std::string_view kFridgeText = "Vaccines are kept in the fridge.";
constexpr std::string_view kLunchText = "Staff keep lunch in a fridge.";

PassageFeatureRow FeaturesOf(std::string_view document,
                             std::string_view question) {
  const IndexInMemory index({kFridgeText, kLunchText});
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const std::string_view only[] = {document};
  const auto examined = ExamineQuestion(
      segments, {.text = question, .documents = only}, workspace);
  EXPECT_TRUE(examined);
  EXPECT_EQ(examined->passages.size(), 1u);
  return examined->passages.front().features;
}

std::int32_t At(const PassageFeatureRow& row, PassageFeature feature) {
  return row[static_cast<std::size_t>(feature)];
}

TEST(PassageFeaturesTest, SharesAreWholeWhereAllIsHeld) {
  const auto row = FeaturesOf("document-0", "Vaccines kept");
  EXPECT_EQ(At(row, PassageFeature::kAlike), 1024);
  EXPECT_EQ(At(row, PassageFeature::kPairs), 1024);
}

TEST(PassageFeaturesTest, AMissingRareWordCountsMoreThanHalf) {
  // Both documents have "fridge", one has "vaccines".
  const auto row = FeaturesOf("document-1", "vaccines fridge");
  EXPECT_GT(At(row, PassageFeature::kAlike), 0);
  EXPECT_LT(At(row, PassageFeature::kAlike), 512);
  EXPECT_EQ(At(row, PassageFeature::kPairs), 0);
}

TEST(PassageFeaturesTest, TheEndsOfTheRangesDoNotOverflow) {
  PassageFeatureRow row{8 * 1024, 8 * 1024, 1024, 1024};
  EXPECT_EQ(GradeOf(PassageConfidence(row).ToDouble()), kMaxGrade);
  row = {-8 * 1024, -8 * 1024, 0, 0};
  EXPECT_EQ(GradeOf(PassageConfidence(row).ToDouble()), 0);
}

}  // namespace
}  // namespace answerbox::engine
