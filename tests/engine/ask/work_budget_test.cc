#include "engine/ask/work_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

// "fridge" is in every document, "vaccines" in two, "thermostat" in one. Each
// document is a chunk of two sentences.
const std::vector<NamedText> kCold = {
    {"a", "The fridge is cold. The thermostat of the fridge is set to 5."},
    {"b", "Vaccines are in the fridge. They are kept cold."},
    {"c", "Vaccines and milk do not share a fridge. Nothing else does."},
    {"d", "The fridge is cleaned on Mondays. It is emptied first."},
};
constexpr std::string_view kThermostat = "thermostat fridge vaccines";
constexpr std::uint64_t kPostings = 1 + 4 + 2;
constexpr std::uint64_t kSentences = 4 * 2;

class WorkBudgetTest : public testing::TestWithParam<Profile> {
 protected:
  Answer Asked(std::optional<std::uint64_t> max_work,
               std::string_view text = kThermostat) {
    const LiveSegment segments[] = {index_.live()};
    Question question{.text = text};
    question.max_work = max_work;
    question.with_thesaurus = false;  // The postings are counted by hand.
    const auto answer = Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return *answer;
  }
  // The documents that a refusal shows.
  std::string Shown(const Answer& answer) {
    std::string shown;
    for (const Citation& citation : answer.citations) {
      shown += citation.document;
    }
    return shown;
  }

  const IndexInMemory index_{kCold, GetParam()};
  Workspace workspace_;
};

TEST_P(WorkBudgetTest, CountsPostingsAndSentencesOnlyWhereThereIsABound) {
  EXPECT_FALSE(Asked({}).work);
  EXPECT_EQ(Asked(1000).work, kPostings + kSentences);
}

TEST_P(WorkBudgetTest, OfEnoughChangesNothing) {
  const Answer free = Asked({});
  ASSERT_FALSE(free.refusal);
  const std::string sentence(free.citations.front().sentence);
  const double confidence = free.confidence;
  const Answer bounded = Asked(kPostings + kSentences);
  ASSERT_FALSE(bounded.refusal);
  EXPECT_EQ(bounded.citations.front().sentence, sentence);
  EXPECT_EQ(bounded.confidence, confidence);
}

TEST_P(WorkBudgetTest, PastItTheReplyHasTheRetrievedPassages) {
  const Answer answer = Asked(kPostings + kSentences - 1);
  EXPECT_EQ(answer.refusal, RefusalReason::kBudget);
  EXPECT_EQ(answer.work, kPostings + kSentences);
  ASSERT_EQ(answer.citations.size(), 4u);
  EXPECT_EQ(answer.citations[0].sentence,
            "The thermostat of the fridge is set to 5.");
  EXPECT_GT(answer.citations[0].score, answer.citations[1].score);
  EXPECT_EQ(answer.citations[0].confidence, 0);
  EXPECT_EQ(answer.confidence, 0);
  EXPECT_TRUE(answer.formed.empty());
  EXPECT_NE(answer.context.text.find("thermostat"), std::string::npos);
}

TEST_P(WorkBudgetTest, ReadsThePostingsOfTheRarestWordsThatFit) {
  if (GetParam() == Profile::kPaper) return;          // Lists other chunks too.
  EXPECT_EQ(Shown(Asked(kPostings - 1)).size(), 3u);  // Without "fridge".
  EXPECT_EQ(Shown(Asked(3)).size(), 3u);
  EXPECT_EQ(Shown(Asked(2)), "a");
  EXPECT_EQ(Shown(Asked(1)), "a");
  const Answer nothing = Asked(1, "vaccines fridge");
  EXPECT_EQ(nothing.refusal, RefusalReason::kBudget);
  EXPECT_TRUE(nothing.citations.empty());
  EXPECT_EQ(nothing.work, 6u);
}

TEST_P(WorkBudgetTest, WithoutEvidenceSaysSo) {
  if (GetParam() == Profile::kPaper) return;  // Always finds some chunk.
  EXPECT_EQ(Asked(1, "zebra").refusal, RefusalReason::kNoEvidence);
}

INSTANTIATE_TEST_SUITE_P(Profiles, WorkBudgetTest,
                         testing::Values(Profile::kDefault, Profile::kPaper));

}  // namespace
}  // namespace answerbox::engine
