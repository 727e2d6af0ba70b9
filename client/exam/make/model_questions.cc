#include "client/exam/make/model_questions.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "client/exam/make/made_bank.h"
#include "client/rpc/message.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

namespace json = boost::json;

Outcome<json::value> ModelBankMaker::Call(std::string_view method,
                                          const json::object& params) {
  while (true) {
    auto reply = connection_.Call(method, params);
    if (!reply && patience_.WaitsAfter(reply.error())) continue;
    patience_.Rest();
    return reply;
  }
}

Outcome<json::value> ModelBankMaker::QuestionsOf(const std::string& subtopic) {
  json::object params{{"collection", options_.collection},
                      {"query", options_.query}};
  if (!subtopic.empty()) params["subtopic"] = subtopic;
  return Call("exam.questions", params);
}

// If the daemon was restarted with another model, the bank would mix two
// writers, but every line names the model and its hash.
Outcome<void> ModelBankMaker::NoteModel(const json::object& model) {
  GradingModel now = ToGradingModel(model);
  if (counts_.model && !counts_.model->MayBe(now)) {
    return Rejected("the daemon's language model is now " + now.Text() +
                    "; the questions before were written by " +
                    counts_.model->Text() + "; try again");
  }
  if (!counts_.model) counts_.model.emplace();
  if (!now.name.empty()) counts_.model->name = std::move(now.name);
  if (!now.sha256.empty()) counts_.model->sha256 = std::move(now.sha256);
  return {};
}

// Asks with the collection's own threshold: the bank must hold questions that
// readers get an answer to today.
Outcome<bool> ModelBankMaker::IsAnswered(const std::string& question) {
  if (!options_.is_checked) return true;
  const auto reply =
      Call("ask", json::object{{"collection", options_.collection},
                               {"question", question},
                               {"context", false},
                               {"generate", "never"}});
  if (!reply) return reply.error();
  return FlagAt(AsObject(*reply), "answered");
}

std::string ModelBankMaker::LineOf(const std::string& question,
                                   const std::string& subtopic) const {
  // The number counts over all subtopics, so that ids differ even where names
  // are cut.
  const std::string number = "#" + std::to_string(counts_.questions);
  std::string name = options_.query;
  if (!subtopic.empty()) name += "/" + subtopic;
  protocol::BankQuestion line;
  line.id =
      ForBank(std::move(name), protocol::kMaxBankNameBytes - number.size()) +
      number;
  line.topic = ForBank(options_.query, protocol::kMaxBankNameBytes);
  line.question = question;
  json::object source{{"query", options_.query}};
  if (!subtopic.empty()) source["subtopic"] = subtopic;
  // The members are flat, because the lines of a bank nest no deeper.
  source["model"] = counts_.model->name;
  if (!counts_.model->sha256.empty()) {
    source["model_sha256"] = counts_.model->sha256;
  }
  return BankLineWith(line, source);
}

Outcome<void> ModelBankMaker::MakeOf(const std::string& subtopic,
                                     const TakeLine& take) {
  const auto reply = QuestionsOf(subtopic);
  if (!reply) return reply.error();
  const json::object& members = AsObject(*reply);
  const auto noted = NoteModel(ObjectAt(members, "model"));
  if (!noted) return noted.error();
  ++counts_.replies;
  counts_.ill_formed += static_cast<std::size_t>(NumberAt(members, "left_out"));
  if (FlagAt(members, "cut")) ++counts_.cut_replies;
  const json::array& questions = ArrayAt(members, "questions");
  if (questions.empty()) ++counts_.replies_without_questions;
  for (const json::value& value : questions) {
    if (!value.is_string()) continue;
    const std::string question(value.get_string());
    ++counts_.candidates;
    // Subtopics overlap, so the model may ask the same question for both.
    if (!seen_.insert(question).second) {
      ++counts_.twice;
      continue;
    }
    const auto answered = IsAnswered(question);
    if (!answered) return answered.error();
    if (!*answered) {
      ++counts_.no_answer;
      continue;
    }
    ++counts_.questions;
    take(LineOf(question, subtopic));
  }
  return {};
}

Outcome<ModelMakingCounts> ModelBankMaker::Run(const TakeLine& take,
                                               const OnReply& on_reply) {
  std::vector<std::string> subtopics = options_.subtopics;
  if (subtopics.empty()) subtopics.emplace_back();
  for (const std::string& subtopic : subtopics) {
    const auto made = MakeOf(subtopic, take);
    if (!made) return made.error();
    if (on_reply) on_reply(counts_.replies);
  }
  return counts_;
}

}  // namespace answerbox::client
