#include "client/exam/exam_comparison.h"

#include <gtest/gtest.h>

#include "client/rpc/message.h"
#include "tests/client/exam/exam_of.h"

namespace answerbox::client {
namespace {

ResultQuestion Answering(const std::string& id, std::uint64_t grade,
                         const std::string& text, bool must = false) {
  ResultQuestion question = AskedQuestion(id, "t", {GradedAs("p", grade)});
  question.must = must;
  question.answer = ResultAnswer{
      .text = text, .short_answer = "", .document = "guide.md", .page = 2};
  return question;
}

ExamResults Before() {
  return ExamOf(
      "before",
      {Answering("same", 5, "It is kept cold."), Answering("won", 1, "A bus."),
       Answering("gone", 4, "A."), Answering("lost", 4, "Two weeks."),
       Answering("other", 4, "On Monday."),
       Answering("worse", 5, "Four grams."),
       Answering("must", 5, "Two litres.", true)});
}

ExamResults After() {
  return ExamOf(
      "after",
      {Answering("must", 2, "A door.", true),
       Answering("same", 5, "It is kept cold."),
       Answering("won", 4, "Every ten minutes."),
       Answering("lost", 3, "A week."), Answering("other", 4, "On Friday."),
       Answering("worse", 4, "Four grams."), Answering("new", 4, "B.")});
}

TEST(ExamComparisonTest, TellsLostAndWonAndSortsThem) {
  const ExamResults before = Before();
  const ExamResults after = After();
  const auto comparison = CompareExams(before, after);
  ASSERT_TRUE(comparison) << comparison.error().message;
  std::string changes;
  for (const ComparedQuestion& each : comparison->questions) {
    changes += each.after->id + "=" + ToString(each.change) + " ";
  }
  EXPECT_EQ(changes,
            "must=lost lost=lost won=won worse=worse other=other_answer "
            "same=same ");
  EXPECT_EQ(comparison->must_lost, 1u);
  EXPECT_EQ(comparison->only_before, 1u);
  EXPECT_EQ(comparison->only_after, 1u);
  EXPECT_DOUBLE_EQ(comparison->cover_before, 5.0 / 6.0);
  EXPECT_DOUBLE_EQ(comparison->cover_after, 4.0 / 6.0);
  EXPECT_EQ(LostIds(*comparison), (std::set<std::string>{"must", "lost"}));
}

TEST(ExamComparisonTest, RefusesOtherRulesAndOtherQuestions) {
  const ExamResults before = Before();
  ExamResults other = After();
  other.header.tau = 3;
  EXPECT_EQ(CompareExams(before, other).error().message,
            "before.jsonl and after.jsonl have another tau; run one of the "
            "exams again with that of the other");
  other = After();
  other.header.grader = ExamGrader::kModel;
  EXPECT_EQ(CompareExams(before, other).error().message,
            "before.jsonl and after.jsonl have another grader; run one of the "
            "exams again with that of the other");
  ExamResults by_model = Before();
  by_model.header.grader = ExamGrader::kModel;
  by_model.header.model = GradingModel{"small", ""};
  other.header.model = GradingModel{"large", ""};
  EXPECT_EQ(CompareExams(by_model, other).error().message,
            "before.jsonl and after.jsonl have another model; run one of the "
            "exams again with that of the other");
  other = ExamOf("other", {Answering("x", 1, "A.")});
  EXPECT_EQ(CompareExams(before, other).error().message,
            "before.jsonl and other.jsonl have no question in common");
}

TEST(ExamComparisonTest, ThePageInAPipe) {
  const ExamResults before = Before();
  const ExamResults after = After();
  const auto comparison = CompareExams(before, after);
  ASSERT_TRUE(comparison);
  const std::string page = ComparisonPage(*comparison, Terminal{});
  EXPECT_TRUE(page.starts_with(
      "6 questions in both: 2 lost, 1 won; EXAM-Cover was 0.833 and is 0.667. "
      "Of the questions that must be answered, 1 is lost. Only before: 1; only "
      "after: 1.\n"
      "\nNo longer answered\n"
      "  Question must? (must)\n"
      "    before: grade 5, guide.md, page 2: Two litres.\n"
      "    after:  grade 2, guide.md, page 2: A door.\n"
      "  Question lost?\n"))
      << page;
  EXPECT_EQ(page.find("kept cold"), std::string::npos);
}

TEST(ExamComparisonTest, AnswersStandSideBySideOnATerminal) {
  const ExamResults before = Before();
  const ExamResults after = After();
  const auto comparison = CompareExams(before, after);
  ASSERT_TRUE(comparison);
  const std::string page =
      ComparisonPage(*comparison, Terminal{.is_terminal = true, .columns = 80});
  EXPECT_NE(page.find("    grade 5, guide.md, page 2: Two       | grade 2, "
                      "guide.md, page 2: A door.\n    litres.\n"),
            std::string::npos)
      << page;
}

TEST(ExamComparisonTest, JsonHasBothAnswers) {
  const ExamResults before = Before();
  const ExamResults after = After();
  const auto comparison = CompareExams(before, after);
  ASSERT_TRUE(comparison);
  const auto json = ComparisonJson(*comparison);
  EXPECT_EQ(NumberAt(json, "lost"), 2u);
  EXPECT_EQ(NumberAt(json, "other_answer"), 1u);
  const auto& changed = ArrayAt(json, "changed");
  ASSERT_EQ(changed.size(), 5u);
  const auto& first = AsObject(changed[0]);
  EXPECT_EQ(TextAt(ObjectAt(ObjectAt(first, "before"), "answer"), "text"),
            "Two litres.");
  EXPECT_EQ(TextAt(ObjectAt(ObjectAt(first, "after"), "answer"), "text"),
            "A door.");
}

}  // namespace
}  // namespace answerbox::client
