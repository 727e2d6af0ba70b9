#include <algorithm>
#include <map>
#include <vector>

#include "client/exam/exam_overview.h"
#include "client/exam/exam_page.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

// This policy makes a browser refuse everything but the style, should the
// escaping ever fail.
constexpr std::string_view kHead =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n"
    "<title>Exam</title>\n"
    "<style>\n"
    "body{font:16px/1.5 sans-serif;margin:2em auto;max-width:60em;"
    "padding:0 1em}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th,td{border-bottom:1px solid #bbb;padding:.3em .6em;text-align:left;"
    "vertical-align:top}\n"
    "td.n,th.n{text-align:right}\n"
    ".mark{border:1px solid;border-radius:.3em;font-size:.8em;"
    "padding:0 .3em;white-space:nowrap}\n"
    ".lost{font-weight:bold}\n"
    ".place{color:#555}\n"
    "</style>\n"
    "</head>\n"
    "<body>\n";

std::string Cell(std::string_view content) {
  return "<td>" + std::string(content) + "</td>";
}

std::string NumberCell(std::size_t number) {
  return "<td class=\"n\">" + Grouped(number) + "</td>";
}

std::string TopicsTable(const ExamOverview& overview) {
  std::string table =
      "<h2>Topics</h2>\n<table>\n<tr><th>Topic</th><th "
      "class=\"n\">Questions</th><th class=\"n\">Answered</th><th "
      "class=\"n\">Not</th></tr>\n";
  for (const auto& [topic, count] : overview.topics()) {
    table += "<tr>" + Cell(HtmlEscaped(topic)) + NumberCell(count.questions) +
             NumberCell(count.covered) +
             NumberCell(count.questions - count.covered) + "</tr>\n";
  }
  return table + "</table>\n";
}

// All text from a bank or a document passes through HtmlEscaped: it may come
// from other people, and the page is passed on to others.
std::string QuestionRow(const ResultQuestion& question, bool is_lost) {
  std::string text = HtmlEscaped(question.question);
  if (is_lost) {
    text = "<span class=\"lost\">" + text +
           "</span> <span class=\"mark\">answered before</span>";
  }
  if (question.must) text += " <span class=\"mark\">must</span>";
  std::string answer;
  if (question.answer && !question.answer->text.empty()) {
    answer = HtmlEscaped(question.answer->text) + "<br><span class=\"place\">" +
             HtmlEscaped(question.answer->document);
    if (question.answer->page > 0) {
      answer += ", page " + std::to_string(question.answer->page);
    }
    answer += "</span>";
  } else {
    answer = HtmlEscaped(AnswerLine(question));
  }
  return "<tr>" + Cell(text) + Cell(answer) +
         NumberCell(static_cast<std::size_t>(question.grade)) + "</tr>\n";
}

// Questions are grouped by topic, because the person who knows a topic's
// documents corrects them together.
std::string MissedTables(const ExamOverview& overview,
                         const std::set<std::string>& lost) {
  std::map<std::string, std::vector<const ResultQuestion*>> topics;
  for (const ResultQuestion* const each : overview.Missed()) {
    topics[each->topic].push_back(each);
  }
  if (topics.empty()) return "<p>Every question is answered.</p>\n";
  std::string part = "<h2>Not answered</h2>\n";
  for (auto& [topic, questions] : topics) {
    std::stable_partition(
        questions.begin(), questions.end(),
        [&](const ResultQuestion* each) { return lost.contains(each->id); });
    part += "<h3>" + HtmlEscaped(topic) +
            "</h3>\n<table>\n<tr><th>Question</th><th>Best sentence</th><th "
            "class=\"n\">Grade</th></tr>\n";
    for (const ResultQuestion* const each : questions) {
      part += QuestionRow(*each, lost.contains(each->id));
    }
    part += "</table>\n";
  }
  return part;
}

}  // namespace

std::string HtmlEscaped(std::string_view text) {
  std::string escaped;
  // Characters that turn the direction of text would mislead the reader too.
  for (const char each : BlankedOut(text)) {
    switch (each) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += each;
    }
  }
  return escaped;
}

// Unanswered questions come before the sums by topic: people open the page for
// them.
std::string ExamHtml(const ExamResults& results,
                     const std::set<std::string>& lost) {
  const ExamOverview overview = OverviewOf(results);
  std::string page(kHead);
  page += "<h1>Exam of " +
          HtmlEscaped(results.header.collection.empty()
                          ? results.header.run
                          : results.header.collection) +
          "</h1>\n<p>" +
          HtmlEscaped(ExamSentences(results.header, overview.tally())) +
          "</p>\n";
  if (!results.header.started.empty()) {
    page += "<p class=\"place\">Asked " + HtmlEscaped(results.header.started) +
            (results.header.snapshot
                 ? ", snapshot " + std::to_string(*results.header.snapshot)
                 : std::string()) +
            "</p>\n";
  }
  if (!lost.empty()) {
    page += "<p><strong>" + Counted(lost.size(), "question") +
            " that had an answer before " +
            (lost.size() == 1 ? "has" : "have") + " none now.</strong></p>\n";
  }
  page += MissedTables(overview, lost) + TopicsTable(overview);
  return page + "</body>\n</html>\n";
}

}  // namespace answerbox::client
