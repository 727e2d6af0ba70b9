#include "client/exam/make/making_report.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/table.h"

namespace answerbox::client {
namespace {

std::size_t CountOf(const MakingCounts& counts, AnswerVerdict verdict) {
  return counts.verdicts[static_cast<std::size_t>(verdict)];
}

using Row = std::pair<std::size_t, std::string>;

// The greatest first; rows of nothing are left out.
std::string Part(const std::string& heading, std::vector<Row> rows,
                 const Terminal& terminal) {
  std::erase_if(rows, [](const Row& row) { return row.first == 0; });
  if (rows.empty()) return {};
  std::ranges::stable_sort(rows, [](const Row& left, const Row& right) {
    return left.first > right.first;
  });
  Table table({{"", Align::kRight}, {heading, Align::kLeft}});
  for (const Row& row : rows) table.AddRow({Grouped(row.first), row.second});
  return "\n" + table.Render(terminal);
}

}  // namespace

boost::json::object MakingJson(const MakingCounts& counts) {
  boost::json::object templates;
  for (std::size_t i = 0; i < kQuestionTemplates; ++i) {
    templates[NameOf(static_cast<QuestionTemplate>(i))] = counts.of_template[i];
  }
  boost::json::object not_asked;
  for (std::size_t i = 0; i < kLeftovers; ++i) {
    not_asked[NameOf(static_cast<Leftover>(i))] = counts.leftovers[i];
  }
  return {{"documents", counts.documents},
          {"without_questions", counts.documents_without_questions},
          {"candidates", counts.candidates},
          {"questions", counts.questions},
          {"with_title", counts.named},
          {"with_key", counts.keyed},
          {"key_differs", counts.key_differs},
          {"beyond_limit", counts.beyond_limit},
          {"templates", std::move(templates)},
          {"left_out",
           {{"no_answer", CountOf(counts, AnswerVerdict::kNothing)},
            {"answered_elsewhere", CountOf(counts, AnswerVerdict::kElsewhere)},
            {"ambiguous", CountOf(counts, AnswerVerdict::kAmbiguous)}}},
          {"not_asked", std::move(not_asked)}};
}

std::string MakingPage(const MakingCounts& counts, const Terminal& terminal) {
  std::string sentence = Counted(counts.questions, "question") + " of " +
                         Counted(counts.documents, "document");
  if (counts.documents_without_questions > 0) {
    sentence += ", " + Grouped(counts.documents_without_questions) +
                " of which gave none";
  }
  sentence += ". " + Grouped(counts.keyed) +
              (counts.keyed == 1 ? " has" : " have") + " a key";
  if (counts.key_differs > 0) {
    sentence += ", and " + Grouped(counts.key_differs) +
                " lost theirs, which an exam would not find";
  }
  sentence += ". Read them before you rely on them.";
  std::vector<Row> made;
  for (std::size_t i = 0; i < kQuestionTemplates; ++i) {
    made.emplace_back(counts.of_template[i],
                      NameOf(static_cast<QuestionTemplate>(i)));
  }
  std::vector<Row> not_asked = {
      {CountOf(counts, AnswerVerdict::kNothing), "questions without an answer"},
      {CountOf(counts, AnswerVerdict::kElsewhere),
       "questions that another passage of the document answers"},
      {CountOf(counts, AnswerVerdict::kAmbiguous),
       "questions that another document answers as well"},
      {counts.beyond_limit, "questions more than were asked for"}};
  for (std::size_t i = 0; i < kLeftovers; ++i) {
    not_asked.emplace_back(counts.leftovers[i],
                           DescriptionOf(static_cast<Leftover>(i)));
  }
  return SentenceLines(terminal, sentence) +
         Part("Questions by template", std::move(made), terminal) +
         Part("What became no question", std::move(not_asked), terminal);
}

}  // namespace answerbox::client
