#include "client/exam/make/made_bank.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "client/exam/make/candidate.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/table.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

std::size_t CountOf(const MakingCounts& counts, AnswerVerdict verdict) {
  return counts.verdicts[static_cast<std::size_t>(verdict)];
}

using Row = std::pair<std::size_t, std::string>;

// Rows are sorted by size, the greatest first; empty rows are left out.
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

// Texts of documents and models may hold anything. A bank refuses control
// characters, and a cut inside a character would make invalid UTF-8.
std::string ForBank(std::string text, std::size_t max_bytes) {
  std::ranges::replace_if(
      text,
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  text.resize(engine::FloorToCharacter(text, max_bytes));
  return text;
}

// The member is added to the line that the bank's own writer returns, so that
// all banks have one form.
std::string BankLineWith(const protocol::BankQuestion& question,
                         const boost::json::object& source) {
  std::string line = protocol::WriteBankLine(question);
  line.resize(line.rfind('}'));
  return line + ",\"source\":" + boost::json::serialize(source) + "}\n";
}

std::string BankLineOf(const MadeQuestion& question) {
  protocol::BankQuestion written;
  written.id = question.id;
  written.topic = ForBank(question.topic, protocol::kMaxBankNameBytes);
  written.question = question.question;
  // Readers would refuse the whole bank for one key too many or too long.
  for (const std::string& key : question.keys) {
    if (FitsBank(key) && written.keys.size() < protocol::kMaxBankKeys) {
      written.keys.push_back(key);
    }
  }
  return BankLineWith(written, {{"document", question.document},
                                {"section", question.section},
                                {"begin", question.source.begin},
                                {"end", question.source.end},
                                {"template", NameOf(question.made_by)}});
}

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

// The page reports what became no question as fully as what did: a reader must
// know what the bank does not guard.
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

boost::json::object ModelMakingJson(const ModelMakingCounts& counts) {
  boost::json::object report{
      {"replies", counts.replies},
      {"without_questions", counts.replies_without_questions},
      {"cut", counts.cut_replies},
      {"candidates", counts.candidates},
      {"questions", counts.questions},
      {"left_out",
       {{"ill_formed", counts.ill_formed},
        {"twice", counts.twice},
        {"no_answer", counts.no_answer}}}};
  if (counts.model) report["model"] = ModelJson(*counts.model);
  return report;
}

// Reasons are ordered by how much a person can do about them.
std::string LeftOutText(const ModelMakingCounts& counts) {
  std::string text;
  const auto add = [&text](std::size_t count, const char* what,
                           const std::string& then) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += Counted(count, what) + then;
  };
  add(counts.no_answer, "question", " that the collection does not answer");
  add(counts.twice, "question", " asked twice");
  add(counts.ill_formed, "text", " of another form");
  if (counts.replies_without_questions > 0) {
    if (!text.empty()) text += ", ";
    text += Grouped(counts.replies_without_questions) + " of " +
            Grouped(counts.replies) + " replies, which had no question";
  }
  return text;
}

std::string ModelMakingPage(const ModelMakingCounts& counts,
                            const Terminal& terminal) {
  std::string sentence = Counted(counts.questions, "question");
  if (counts.model) sentence += " by " + counts.model->Text();
  const std::string left_out = LeftOutText(counts);
  if (!left_out.empty()) sentence += "; left out: " + left_out;
  sentence += ". ";
  if (counts.cut_replies > 0) {
    sentence +=
        "The model was cut at the most tokens (model_max_tokens, at most "
        "1024), and might have written more: " +
        Grouped(counts.cut_replies) + " of " + Grouped(counts.replies) +
        " times. ";
  }
  sentence += "Read them before you rely on them.";
  return SentenceLines(terminal, sentence);
}

}  // namespace answerbox::client
