#include "lab/evaluate/gathering/selection_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace answerbox::lab {
namespace {

using testing::HasSubstr;

const std::vector<EvaluatedStrategy> kStrategies = {
    {.kind = StrategyKind::kOurs},
    {.kind = StrategyKind::kRelevance},
    {.kind = StrategyKind::kMmr, .alpha = .6, .window = 5},
    {.kind = StrategyKind::kLexRank},
    {.kind = StrategyKind::kChunks}};

// Articles of 40 sentences each; one of them answers.
std::vector<CorpusArticle> Articles() {
  std::vector<CorpusArticle> articles;
  for (const auto& [title, animal, place] :
       {std::tuple("Foxes", "fox", "Norway"),
        std::tuple("Owls", "owl", "Finland")}) {
    CorpusArticle article{.title = title, .paragraphs = {}};
    for (int p = 0; p < 4; ++p) {
      std::string text;
      for (int i = 0; i < 10; ++i) {
        const std::string number = std::to_string(10 * p + i);
        text += "Keeper " + number + " counted chairs in hut " + number + ". ";
      }
      article.paragraphs.push_back({text, {}});
    }
    CorpusParagraph& last = article.paragraphs.back();
    const auto at = static_cast<std::uint32_t>(
        last.text.size() + std::string("The oldest ").size());
    const std::string name = std::string(animal) + " lives in " + place;
    last.text += "The oldest " + name + ".";
    last.questions.push_back(
        {.id = title,
         .text = "Where does the oldest " + std::string(animal) + " live?",
         .answers = {name},
         .answer_begins = {at}});
    last.questions.push_back({.id = "none",
                              .text = "Who?",
                              .answers = {"nobody"},
                              .answer_begins = {std::nullopt}});
    last.questions.push_back(
        {.id = "unanswerable", .text = "Why?", .answers = {}});
    articles.push_back(std::move(article));
  }
  return articles;
}

Outcome<SelectionOutcomes> Select(SelectionRunOptions options) {
  options.strategies = kStrategies;
  return SelectFromArticles(Articles(), options,
                            [](std::size_t, std::size_t) {});
}

TEST(SelectFromArticles, FindsTheAnswerInItsArticle) {
  const auto outcomes = Select({.shares = {.1, 1}});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  EXPECT_EQ(outcomes->documents, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(outcomes->left_out, 2u);
  EXPECT_EQ(outcomes->budgets, (std::vector<std::string>{".1", "1"}));
  EXPECT_EQ(outcomes->strategies[outcomes->baseline].name, "relevance");
  const auto others =
      Select({.baseline = StrategyKind::kChunks, .shares = {.1}});
  ASSERT_TRUE(others) << others.error().message;
  EXPECT_EQ(others->strategies[others->baseline].name, "chunks");
  for (std::size_t q = 0; q < 2; ++q) {
    for (std::size_t s = 0; s < 3; ++s) {
      EXPECT_EQ(outcomes->At(q, s, 0).share, 1.0) << s;
    }
    // LexRank knows no question; all of the article holds the answer.
    EXPECT_EQ(outcomes->At(q, 3, 1).share, 1.0);
    EXPECT_GT(outcomes->At(q, 3, 1).tokens, outcomes->At(q, 3, 0).tokens);
  }
}

// A chunk is a fifth of an article or more, so none fits a tenth.
TEST(SelectFromArticles, TakesWholeChunks) {
  const auto outcomes = Select({.shares = {.1, 1}});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  for (std::size_t q = 0; q < 2; ++q) {
    EXPECT_EQ(outcomes->At(q, 4, 0).tokens, 0u);
    EXPECT_EQ(outcomes->At(q, 4, 0).share, 0.0);
    EXPECT_EQ(outcomes->At(q, 4, 1).share, 1.0);
    EXPECT_GT(outcomes->At(q, 4, 1).tokens, outcomes->At(q, 0, 0).tokens);
  }
}

TEST(SelectFromArticles, FindsItAmongAllArticles) {
  const auto outcomes = Select({.tokens = {30}});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  for (std::size_t q = 0; q < 2; ++q) {
    EXPECT_EQ(outcomes->At(q, 0, 0).share, 1.0);
    EXPECT_EQ(outcomes->At(q, 1, 0).share, 1.0);
    EXPECT_LE(outcomes->At(q, 0, 0).tokens, 30u);
  }
}

TEST(SelectFromArticles, CountsACopyAsTheDocument) {
  const auto outcomes = Select({.shares = {.1}, .copies = 2});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  EXPECT_EQ(outcomes->documents, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(outcomes->At(0, 0, 0).share, 1.0);
  EXPECT_EQ(outcomes->At(1, 1, 0).share, 1.0);
}

TEST(SelectFromArticles, ChoosesTheSameOnAnyNumberOfThreads) {
  const auto one = Select({.tokens = {30, 90}});
  const auto three = Select({.tokens = {30, 90}, .threads = 3});
  ASSERT_TRUE(one && three);
  ASSERT_EQ(one->selections.size(), three->selections.size());
  for (std::size_t i = 0; i < one->selections.size(); ++i) {
    EXPECT_EQ(one->selections[i].share, three->selections[i].share);
    EXPECT_EQ(one->selections[i].tokens, three->selections[i].tokens);
  }
}

TEST(SelectFromArticles, AsksTheFirstOfSoManyQuestions) {
  const auto outcomes = Select({.shares = {.1}, .every = 2});
  ASSERT_TRUE(outcomes);
  EXPECT_EQ(outcomes->documents, (std::vector<std::size_t>{0}));
}

TEST(SelectFromArticles, NamesTheQuestionThatIsTooLong) {
  auto articles = Articles();
  articles[1].paragraphs[3].questions[0].text.assign(5000, 'x');
  const auto outcomes =
      SelectFromArticles(articles, {.strategies = kStrategies, .shares = {.1}},
                         [](std::size_t, std::size_t) {});
  ASSERT_FALSE(outcomes);
  EXPECT_THAT(outcomes.error().message, HasSubstr("question Owls"));
  EXPECT_THAT(outcomes.error().message, HasSubstr("4096 bytes"));
}

}  // namespace
}  // namespace answerbox::lab
