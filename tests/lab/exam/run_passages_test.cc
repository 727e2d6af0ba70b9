#include "lab/exam/run_passages.h"

#include <gtest/gtest.h>

#include "client/terminal/json_text.h"
#include "lab/client.h"
#include "lab/evaluate/corpus/trec_run.h"

namespace answerbox::lab {
namespace {

std::vector<ExamPassage> Passages() {
  std::vector<ExamPassage> passages{
      {"fridge", "Vaccines are kept in the fridge between 2 and 8 °C."},
      {"hall", "The fridge is in the hall beside the door."},
      {"bus", "Buses to the city leave every ten minutes."}};
  for (int i = 0; i < 40; ++i) {
    passages.push_back(
        {"more" + std::to_string(i), "Ward " + std::to_string(i) +
                                         " has a fridge. Its door is number " +
                                         std::to_string(i) + "."});
  }
  return passages;
}

protocol::Bank Bank() {
  return {
      {.id = "q1",
       .topic = "cold chain",
       .question = "How cold are vaccines kept?",
       .keys = {"Vaccines are kept in the fridge between 2 and 8 °C"}},
      {.id = "q2", .topic = "cold chain", .question = "Where is the fridge?"},
      {.id = "q3", .topic = "none", .question = "Who is the director?"}};
}

RetrievalRun RunFrom(const std::string& lines) {
  const auto run = ParseTrecRun("r", lines);
  EXPECT_TRUE(run) << run.error().message;
  return run ? *run : RetrievalRun{};
}

std::string Graded(PassageExam& exam, std::size_t threads) {
  const auto graded = exam.Grade(Bank(), 0, 3, threads);
  if (!graded) return graded.error().message;
  std::string text;
  for (const auto& each : *graded) text += JsonText(each) + "\n";
  return text;
}

constexpr const char* kThree =
    "cold%20chain Q0 bus 1 3 x\ncold%20chain Q0 fridge 2 2 x\n"
    "cold%20chain Q0 hall 3 1 x\nother Q0 bus 1 1 x\n";

TEST(PassageExamTest, GradesThePassagesOfTheTopicInTheRunsOrder) {
  const auto exam = PassageExam::Index(Passages());
  ASSERT_TRUE(exam);
  ASSERT_TRUE((*exam)->TakeRun(RunFrom(kThree), Bank(), 20));
  const auto graded = (*exam)->Grade(Bank(), 0, 3, 1);
  ASSERT_TRUE(graded) << graded.error().message;
  const auto& first = graded->at(0);
  const auto& passages = first.at("passages").as_array();
  ASSERT_EQ(passages.size(), 3u);
  EXPECT_EQ(passages[0].at("id"), "bus");
  EXPECT_EQ(passages[0].at("grade").to_number<int>(), 0);
  EXPECT_EQ(passages[1].at("id"), "fridge");
  EXPECT_EQ(first.at("answer").at("id"), "fridge");
  EXPECT_EQ(first.at("verified"), "matches");
  EXPECT_EQ(graded->at(2).at("refusal").at("reason"), "no_passage");
}

TEST(PassageExamTest, OnlyTheFirstPassagesCount) {
  const auto exam = PassageExam::Index(Passages());
  ASSERT_TRUE(exam);
  ASSERT_TRUE((*exam)->TakeRun(RunFrom(kThree), Bank(), 1));
  const auto graded = (*exam)->Grade(Bank(), 0, 1, 1);
  ASSERT_TRUE(graded);
  EXPECT_EQ(graded->at(0).at("passages").as_array().size(), 1u);
  EXPECT_EQ(graded->at(0).at("grade").to_number<int>(), 0);
}

std::string RunOfAll() {
  std::string lines;
  int score = 100;
  for (const ExamPassage& passage : Passages()) {
    lines += "cold%20chain Q0 " + passage.id + " 1 " + std::to_string(--score) +
             " x\n";
  }
  return lines;
}

TEST(PassageExamTest, AnyNumberOfThreadsGivesTheSameBytes) {
  std::string first;
  for (const std::size_t threads : {1u, 2u, 3u}) {
    const auto exam = PassageExam::Index(Passages());
    ASSERT_TRUE(exam);
    ASSERT_TRUE((*exam)->TakeRun(RunFrom(RunOfAll()), Bank(), 1000));
    const std::string graded = Graded(**exam, threads);
    if (first.empty()) first = graded;
    EXPECT_EQ(graded, first);
  }
}

// Neither an earlier run nor the passages beside it may change a grade.
TEST(PassageExamTest, AGradeDoesNotDependOnOtherRuns) {
  const auto fresh = PassageExam::Index(Passages());
  ASSERT_TRUE(fresh);
  ASSERT_TRUE((*fresh)->TakeRun(RunFrom(kThree), Bank(), 20));
  const std::string alone = Graded(**fresh, 1);
  const auto used = PassageExam::Index(Passages());
  ASSERT_TRUE(used);
  ASSERT_TRUE((*used)->TakeRun(RunFrom(RunOfAll()), Bank(), 1000));
  static_cast<void>(Graded(**used, 2));
  ASSERT_TRUE((*used)->TakeRun(RunFrom(kThree), Bank(), 20));
  EXPECT_EQ(Graded(**used, 1), alone);
}

TEST(PassageExamTest, NamesWhatARunLacks) {
  const auto exam = PassageExam::Index(Passages());
  ASSERT_TRUE(exam);
  const auto unknown =
      (*exam)->TakeRun(RunFrom("none Q0 gone 1 1 x\n"), Bank(), 20);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "the run names the passage \"gone\" for \"none\", which the "
            "passages don't hold");
  const auto other = (*exam)->TakeRun(RunFrom("x Q0 bus 1 1 x\n"), Bank(), 20);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message,
            "the run has none of the bank's topics, such as \"cold%20chain\"; "
            "the first field of its lines is the topic");
}

}  // namespace
}  // namespace answerbox::lab
