#include "engine/exam/examine.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

}  // namespace
}  // namespace answerbox::engine
