#include "lab/evaluate/report/error_lines.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <sstream>

namespace answerbox::lab {
namespace {

namespace json = boost::json;

// A question about a paragraph of three sentences. `gold` is in the right one.
std::vector<CorpusArticle> Oaks(std::string question, std::string gold) {
  CorpusQuestion asked = {"q1", std::move(question), {}};
  if (!gold.empty()) asked.answers = {std::move(gold)};
  return {{"Oaks",
           {{"The oldest oak stands in Sweden. Jays carry acorns away. It is "
             "a thousand years old.",
             {asked}}}}};
}

std::vector<json::object> Errors(const std::vector<CorpusArticle>& articles,
                                 double theta) {
  RankingTraces traces(CountQuestions(articles), engine::ShippedModel());
  const auto outcomes = Evaluate(articles, {.visitor = &traces}, {});
  EXPECT_TRUE(outcomes);
  std::istringstream lines(ErrorLines(articles, *outcomes, traces.traces(),
                                      engine::ShippedModel(), theta));
  std::vector<json::object> errors;
  for (std::string line; std::getline(lines, line);) {
    errors.push_back(json::parse(line).as_object());
  }
  return errors;
}

TEST(ErrorLines, AreNotWrittenOfRightAnswers) {
  EXPECT_TRUE(
      Errors(Oaks("Where does the oldest oak stand?", "Sweden"), 0).empty());
}

TEST(ErrorLines, ShowWhatWasChosenAndWhatWasRight) {
  const auto errors =
      Errors(Oaks("Where does the oldest oak stand?", "thousand years"), 0);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].at("miss"), "wrong_sentence");
  EXPECT_EQ(errors[0].at("type"), "where");
  EXPECT_EQ(errors[0].at("chosen"), "The oldest oak stands in Sweden.");
  EXPECT_EQ(errors[0].at("right"), "It is a thousand years old.");
  const auto& deciding = errors[0].at("decided_by").as_array();
  ASSERT_FALSE(deciding.empty());
  EXPECT_GT(deciding[0].at("log_odds").as_double(), 0);
}

TEST(ErrorLines, NameWhatWasNotAmongTheSentences) {
  const auto errors =
      Errors(Oaks("Where does the oldest oak stand?", "Norway"), 0);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].at("miss"), "not_retrieved");
}

TEST(ErrorLines, NameAnswersToWhatHasNone) {
  const auto errors = Errors(Oaks("Where does the oldest oak stand?", ""), 0);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].at("miss"), "answered_unanswerable");
}

TEST(ErrorLines, AreNotWrittenOfRefusedQuestionsWithoutAnAnswer) {
  EXPECT_TRUE(Errors(Oaks("Where does the oldest oak stand?", ""), 1).empty());
}

TEST(ErrorLines, NameRightAnswersThatWereRefused) {
  const auto errors =
      Errors(Oaks("Where does the oldest oak stand?", "Sweden"), 1);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].at("miss"), "refused_right");
  EXPECT_EQ(errors[0].at("answered"), false);
}

}  // namespace
}  // namespace answerbox::lab
