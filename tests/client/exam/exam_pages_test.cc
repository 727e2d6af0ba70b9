// Pages for terminals and browsers.
#include <gtest/gtest.h>

#include "client/exam/exam_page.h"
#include "tests/client/exam/exam_of.h"

namespace answerbox::client {
namespace {

ExamResults Results() {
  ResultQuestion missed = AskedQuestion("2", "do<s>es", {GradedAs("p", 2)});
  missed.question = "How much? <script>alert('1')</script>";
  missed.must = true;
  missed.answer = ResultAnswer{.text = "A \"little\" & more.",
                               .short_answer = "",
                               .document = "a<b>.md",
                               .page = 4};
  ResultQuestion none = AskedQuestion("3", "storage", {});
  none.refusal = "no_evidence";
  ExamResults results = ExamOf(
      "", {AskedQuestion("1", "storage", {GradedAs("p", 5)}), missed, none});
  results.header.collection = "wards";
  results.header.started = "2026-11-23T21:00:00Z";
  results.header.snapshot = 17;
  return results;
}

TEST(ExamPageTest, GoldenPageInAPipe) {
  const ExamResults results = Results();
  EXPECT_EQ(ExamPage(results.header, OverviewOf(results), {.lost = {"3"}},
                     Terminal{}),
            "The collection wards answers 1 of 3 questions: EXAM-Cover 0.333 "
            "(first 20 passages, grade 4 or more). Of 1 question that must be "
            "answered, it answers 0.\n"
            "Best grades: 1 of grade 5, 1 of grade 2, 1 of grade 0.\n"
            "\n"
            "Topic    Questions  Answered  Not\n"
            "do<s>es          1         0    1\n"
            "storage          2         1    1\n"
            "\n"
            "Not answered\n"
            "  Question 3? (grade 0, answered before)\n"
            "    no passage (no_evidence)\n"
            "  How much? <script>alert('1')</script> (must, grade 2)\n"
            "    a<b>.md, page 4: A \"little\" & more.\n");
}

TEST(ExamPageTest, NamesTheLanguageModelAndCountsWhatIsNoGrade) {
  ExamResults results = Results();
  results.header.grader = ExamGrader::kModel;
  results.header.model = GradingModel{"tiny", "0123456789abcdef"};
  results.questions[0].ill_formed = 1;
  EXPECT_EQ(ExamSentences(results.header, OverviewOf(results).tally()),
            "The collection wards answers 1 of 3 questions: EXAM-Cover 0.333 "
            "(first 20 passages, grade 4 or more by tiny (0123456789ab)). Of 1 "
            "question that must be answered, it answers 0. For 1 of 2 passages "
            "the model gave no grade; they count as 0.");
}

TEST(ExamPageTest, ListsNoMoreThanWanted) {
  const ExamResults results = Results();
  const std::string page =
      ExamPage(results.header, OverviewOf(results),
               {.has_topics = false, .max_missed = 1}, Terminal{});
  EXPECT_NE(page.find("  and 1 more (exam report --all)\n"), page.npos);
  EXPECT_EQ(page.find("Question 3?"), page.npos);
  EXPECT_EQ(page.find("Topic"), page.npos);
}

TEST(ExamHtmlTest, EscapesEverythingFromFiles) {
  EXPECT_EQ(HtmlEscaped("<a href=\"x\" b='y'>&amp;\x1B"),
            "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp; ");
  const std::string page = ExamHtml(Results(), {"3"});
  EXPECT_EQ(page.find("<script"), page.npos);
  EXPECT_EQ(page.find("<s>"), page.npos);
  EXPECT_EQ(page.find("<b>"), page.npos);
  EXPECT_EQ(page.find("http:"), page.npos);
  EXPECT_EQ(page.find("https:"), page.npos);
}

TEST(ExamHtmlTest, GoldenQuestionsByTopic) {
  const std::string page = ExamHtml(Results(), {"3"});
  const std::size_t begin = page.find("<h1>");
  const std::size_t end = page.find("<h2>Topics");
  ASSERT_NE(end, page.npos);
  EXPECT_EQ(
      page.substr(begin, end - begin),
      "<h1>Exam of wards</h1>\n"
      "<p>The collection wards answers 1 of 3 questions: EXAM-Cover 0.333 "
      "(first 20 passages, grade 4 or more). Of 1 question that must be "
      "answered, it answers 0.</p>\n"
      "<p class=\"place\">Asked 2026-11-23T21:00:00Z, snapshot 17</p>\n"
      "<p><strong>1 question that had an answer before has none "
      "now.</strong></p>\n"
      "<h2>Not answered</h2>\n"
      "<h3>do&lt;s&gt;es</h3>\n"
      "<table>\n"
      "<tr><th>Question</th><th>Best sentence</th><th "
      "class=\"n\">Grade</th></tr>\n"
      "<tr><td>How much? &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; <span "
      "class=\"mark\">must</span></td><td>A &quot;little&quot; &amp; "
      "more.<br><span class=\"place\">a&lt;b&gt;.md, page 4</span></td><td "
      "class=\"n\">2</td></tr>\n"
      "</table>\n"
      "<h3>storage</h3>\n"
      "<table>\n"
      "<tr><th>Question</th><th>Best sentence</th><th "
      "class=\"n\">Grade</th></tr>\n"
      "<tr><td><span class=\"lost\">Question 3?</span> <span "
      "class=\"mark\">answered before</span></td><td>no passage "
      "(no_evidence)</td><td class=\"n\">0</td></tr>\n"
      "</table>\n");
}

}  // namespace
}  // namespace answerbox::client
