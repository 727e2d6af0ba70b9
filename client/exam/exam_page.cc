#include "client/exam/exam_page.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include "client/exam/exam_overview.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxTopics = 30;  // More fill several screens.

// A sentence of a document may hold line breaks, which would make it look like
// two answers.
std::string OneLineOf(std::string text) {
  std::ranges::replace_if(
      text, [](char each) { return each == '\n' || each == '\t'; }, ' ');
  return text;
}

// Wraps the line on a terminal, and keeps it whole for programs such as grep.
std::string Line(const Terminal& terminal, std::size_t indent,
                 const std::string& text) {
  const std::string shown = BlankedOut(OneLineOf(text));
  if (!terminal.is_terminal) return std::string(indent, ' ') + shown + "\n";
  return Indented(shown, terminal.columns, indent, indent + 2);
}

// Says what covers a question. Without this rule a reader can't tell whether
// two covers are comparable.
std::string Rule(const ExamHeader& header) {
  const std::string grade = "grade " + std::to_string(header.tau) + " or more";
  switch (header.grader) {
    case ExamGrader::kKey:
      return "answers that match the keys";
    case ExamGrader::kAuto:
      return "answers that match the key or, without one, " + grade;
    case ExamGrader::kModel:
      return grade + " by " +
             (header.model ? header.model->Text() : "a language model");
    case ExamGrader::kSelf:
      break;
  }
  return grade;
}

std::string TopicsPart(const ExamOverview& overview, const Terminal& terminal) {
  if (overview.topics().size() < 2) return {};
  using Entry = std::pair<std::string, TopicCount>;
  std::vector<Entry> topics(overview.topics().begin(), overview.topics().end());
  // Topics with the most questions that are not answered come first.
  std::ranges::stable_sort(topics, [](const Entry& a, const Entry& b) {
    return a.second.questions - a.second.covered >
           b.second.questions - b.second.covered;
  });
  Table table({{"Topic", Align::kLeft},
               {"Questions", Align::kRight},
               {"Answered", Align::kRight},
               {"Not", Align::kRight}});
  for (std::size_t t = 0; t < std::min(topics.size(), kMaxTopics); ++t) {
    const TopicCount& count = topics[t].second;
    table.AddRow({topics[t].first, Grouped(count.questions),
                  Grouped(count.covered),
                  Grouped(count.questions - count.covered)});
  }
  std::string part = "\n" + table.Render(terminal);
  if (topics.size() > kMaxTopics) {
    part += "and " + Counted(topics.size() - kMaxTopics, "topic") + " more\n";
  }
  return part;
}

// Marks stand after the question, where they are easy to find when one reads
// down the list.
std::string MissedQuestion(const ResultQuestion& question,
                           const ExamPageParts& parts,
                           const Terminal& terminal) {
  std::string marks = "grade " + std::to_string(question.grade);
  if (question.must) marks = "must, " + marks;
  if (parts.lost.contains(question.id)) marks += ", answered before";
  return Line(terminal, 2, question.question + " (" + marks + ")") +
         Line(terminal, 4, AnswerLine(question));
}

std::string MissedPart(const ExamOverview& overview, const ExamPageParts& parts,
                       const Terminal& terminal) {
  std::vector<const ResultQuestion*> missed = overview.Missed();
  if (missed.empty() || parts.max_missed == 0) return {};
  // A question that was answered before is news; the others are known.
  std::stable_partition(missed.begin(), missed.end(),
                        [&](const ResultQuestion* each) {
                          return parts.lost.contains(each->id);
                        });
  std::string part =
      "\n" + Styled(terminal, Style::kBold, "Not answered") + "\n";
  for (std::size_t q = 0; q < std::min(missed.size(), parts.max_missed); ++q) {
    part += MissedQuestion(*missed[q], parts, terminal);
  }
  if (missed.size() > parts.max_missed) {
    part += "  and " + Grouped(missed.size() - parts.max_missed) +
            " more (exam report --all)\n";
  }
  return part;
}

}  // namespace

std::string ThreeDecimals(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", number);
  return text;
}

// Shows the rule and k beside the cover, because the same documents have
// another cover under other rules.
std::string ExamSentences(const ExamHeader& header, const ExamTally& tally) {
  const bool is_collection = !header.collection.empty();
  std::string text = (is_collection ? "The collection " + header.collection
                                    : "The run " + header.run) +
                     " answers " + Grouped(tally.covered()) + " of " +
                     Counted(tally.questions(), "question") + ": EXAM-Cover " +
                     ThreeDecimals(tally.cover()) + " (first " +
                     Counted(header.k, "passage") + ", " + Rule(header) + ").";
  if (tally.must() > 0) {
    text += " Of " + Counted(tally.must(), "question") +
            " that must be answered, it answers " +
            Grouped(tally.must_covered()) + ".";
  }
  if (tally.ill_formed() > 0) {
    text += " For " + Grouped(tally.ill_formed()) + " of " +
            Counted(tally.passages(), "passage") +
            " the model gave no grade; they count as 0.";
  }
  const boost::json::object sums = tally.Json();
  const boost::json::object& verified = ObjectAt(sums, "verified");
  if (!verified.empty()) {
    text += " Against the keys of " +
            Counted(NumberAt(verified, "questions"), "question") +
            ": an extracted answer matches for " +
            Grouped(NumberAt(verified, "matches")) + ", differs for " +
            Grouped(NumberAt(verified, "differs")) + ", and is none for " +
            Grouped(NumberAt(verified, "refuses") +
                    NumberAt(verified, "ill_formed")) +
            " (cover by keys " + ThreeDecimals(RealAt(verified, "cover")) +
            ").";
  }
  return text;
}

// The place comes first, because the sentence may fill several lines.
std::string AnswerLine(const ResultQuestion& question) {
  if (!question.answer || question.answer->text.empty()) {
    return question.refusal.empty() ? "no passage answers"
                                    : "no passage (" + question.refusal + ")";
  }
  const ResultAnswer& answer = *question.answer;
  std::string place = answer.document;
  if (answer.page > 0) place += ", page " + std::to_string(answer.page);
  return place + ": " + answer.text;
}

std::string ExamPage(const ExamHeader& header, const ExamOverview& overview,
                     const ExamPageParts& parts, const Terminal& terminal) {
  std::string page =
      SentenceLines(terminal, ExamSentences(header, overview.tally()));
  std::string grades = "Best grades:";
  for (std::size_t grade = overview.tally().grades().size(); grade-- > 0;) {
    const std::size_t count = overview.tally().grades()[grade];
    if (count == 0) continue;
    grades += (grades.ends_with(':') ? " " : ", ") + Grouped(count) +
              " of grade " + std::to_string(grade);
  }
  page += SentenceLines(terminal, grades + ".");
  if (parts.has_topics) page += TopicsPart(overview, terminal);
  return page + MissedPart(overview, parts, terminal);
}

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
