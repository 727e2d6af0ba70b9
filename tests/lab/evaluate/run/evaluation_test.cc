#include "lab/evaluate/run/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>

#include "lab/evaluate/report/outcome_digest.h"

namespace answerbox::lab {
namespace {

std::vector<CorpusArticle> Articles() {
  std::vector<CorpusArticle> articles(2);
  articles[0].title = "Oaks";
  articles[0].paragraphs = {
      {"Oaks grow slowly. The oldest oak stands in Sweden.",
       {{"1", "Where does the oldest oak stand?", {"Sweden"}},
        {"2", "Who planted the oldest oak?", {}}}},
      {"Acorns feed jays. A jay hides 5,000 acorns a year.",
       {{"3", "How many acorns does a jay hide?", {"5,000", "5000"}}}}};
  articles[1].title = "Elms";
  articles[1].paragraphs = {
      {"Elms died of a fungus. Beetles carried the fungus.",
       {{"4", "What carried the fungus?", {"Beetles"}}}}};
  return articles;
}

TEST(Evaluate, AsksEachQuestionOfItsOwnParagraph) {
  const auto outcomes = Evaluate(Articles(), {}, {});
  ASSERT_TRUE(outcomes);
  ASSERT_EQ(outcomes->size(), 4u);
  EXPECT_EQ(outcomes->at(0).answer, "The oldest oak stands in Sweden.");
  EXPECT_EQ(outcomes->at(0).sentence_rank, 0u);
  EXPECT_EQ(outcomes->at(3).article, 1u);
  EXPECT_FALSE(outcomes->at(1).answerable);
}

TEST(Evaluate, FindsTheParagraphAmongAll) {
  const auto outcomes =
      Evaluate(Articles(), {.scope = EvaluationScope::kAllParagraphs}, {});
  ASSERT_TRUE(outcomes);
  EXPECT_EQ(outcomes->at(2).chunk_rank, 0u);
  EXPECT_EQ(outcomes->at(2).answer, "A jay hides 5,000 acorns a year.");
}

TEST(Evaluate, GivesTheSameAnswersOnAnyNumberOfThreads) {
  for (const auto scope :
       {EvaluationScope::kOwnParagraph, EvaluationScope::kAllParagraphs}) {
    const auto one = Evaluate(Articles(), {.scope = scope}, {});
    const auto four = Evaluate(Articles(), {.scope = scope, .threads = 4}, {});
    ASSERT_TRUE(one && four);
    EXPECT_EQ(DigestOutcomes(*one).answers, DigestOutcomes(*four).answers);
  }
}

TEST(Evaluate, ComparesShortAnswersWhereAskedFor) {
  const auto outcomes =
      Evaluate(Articles(), {.answer = AnswerLength::kShort}, {});
  ASSERT_TRUE(outcomes);
  EXPECT_EQ(outcomes->at(0).answer, "The oldest oak stands in Sweden.");
  EXPECT_EQ(outcomes->at(0).short_answer, "Sweden");
  EXPECT_EQ(outcomes->at(0).words_returned, 1u);
  EXPECT_TRUE(outcomes->at(0).exact_match);
  EXPECT_FALSE(Evaluate(Articles(), {}, {})->at(0).short_answer);
}

// Records the sentences of each question.
class Visits final : public QuestionVisitor {
 public:
  void OnAsked(const AskedQuestion& asked) override {
    const std::scoped_lock lock(mutex_);
    EXPECT_EQ(asked.question.id, asked.outcome.id);
    seen[asked.number] = asked.observed.candidates().size();
    if (asked.observed.best()) best[asked.number] = asked.observed.best()->text;
  }

  std::map<std::size_t, std::size_t> seen;  // Number of sentences, by question.
  std::map<std::size_t, std::string> best;

 private:
  std::mutex mutex_;
};

TEST(Evaluate, ShowsTheVisitorEveryQuestionOnce) {
  Visits visits;
  const auto outcomes =
      Evaluate(Articles(), {.threads = 2, .visitor = &visits}, {});
  ASSERT_TRUE(outcomes);
  EXPECT_THAT(visits.seen,
              testing::ElementsAre(testing::Pair(0, 2), testing::Pair(1, 2),
                                   testing::Pair(2, 2), testing::Pair(3, 2)));
  for (std::size_t i = 0; i < outcomes->size(); ++i) {
    EXPECT_EQ(visits.best[i], outcomes->at(i).answer);
  }
}

TEST(Evaluate, ShowsTheVisitorNoSentencesInProfilePaper) {
  Visits visits;
  ASSERT_TRUE(Evaluate(Articles(),
                       {.profile = engine::Profile::kPaper, .visitor = &visits},
                       {}));
  EXPECT_EQ(visits.seen.size(), 4u);
  EXPECT_EQ(visits.seen[0], 0u);
  EXPECT_TRUE(visits.best.empty());
}

TEST(Evaluate, ReportsProgressUpToTheEnd) {
  std::size_t last = 0;
  const auto outcomes =
      Evaluate(Articles(), {}, [&](std::size_t done, std::size_t total) {
        EXPECT_GT(done, last);
        EXPECT_EQ(total, 4u);
        last = done;
      });
  ASSERT_TRUE(outcomes);
  EXPECT_EQ(last, 4u);
}

}  // namespace
}  // namespace answerbox::lab
