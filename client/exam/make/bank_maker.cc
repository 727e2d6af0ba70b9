#include "client/exam/make/bank_maker.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "client/exam/make/bank_line.h"
#include "client/exam/make/document_questions.h"
#include "client/exam/make/key_choice.h"
#include "client/exam/make/question_choice.h"
#include "client/rpc/json_fields.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

}  // namespace

std::string BankLineOf(const MadeQuestion& question) {
  protocol::BankQuestion written;
  written.id = question.id;
  written.topic = ForBank(question.topic, protocol::kMaxBankNameBytes);
  written.question = question.question;
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

Outcome<SourceDocument> BankMaker::Read(const std::string& name) {
  SourceDocument document;
  document.name = name;
  json::object params{{"collection", options_.collection}, {"name", name}};
  while (true) {
    params["begin"] = document.text.size();
    const auto result = connection_.Call("documents.text", params);
    if (!result) return result.error();
    const json::object& piece = AsObject(*result);
    const std::string text = TextAt(piece, "text");
    document.text += text;
    if (text.empty() || document.text.size() >= NumberAt(piece, "bytes") ||
        document.text.size() > kMaxMadeDocumentBytes) {
      break;
    }
  }
  json::array blocks;
  while (true) {
    const auto result = connection_.Call(
        "documents.blocks", json::object{{"collection", options_.collection},
                                         {"name", name},
                                         {"first", blocks.size()}});
    if (!result) return result.error();
    const json::object& part = AsObject(*result);
    const json::array& found = ArrayAt(part, "blocks");
    blocks.insert(blocks.end(), found.begin(), found.end());
    if (found.empty() || NumberAt(part, "next") == 0) break;
  }
  document.blocks = ReadSourceBlocks(blocks, document.text.size());
  return document;
}

Outcome<AnswerVerdict> BankMaker::Ask(const std::string& question,
                                      const std::string& document,
                                      SourceRange source) {
  json::object params{{"collection", options_.collection},
                      {"question", question},
                      {"theta", 0},
                      {"context", false},
                      {"generate", "never"}};
  params["documents"] = json::array{json::value(document)};
  const auto alone = connection_.Call("ask", params);
  if (!alone) return alone.error();
  return JudgeAnswer(AsObject(*alone), document, source);
}

Outcome<AnswerVerdict> BankMaker::AskOfAll(const std::string& question,
                                           const std::string& document,
                                           SourceRange source) {
  const auto all =
      connection_.Call("ask", json::object{{"collection", options_.collection},
                                           {"question", question},
                                           {"theta", 0},
                                           {"context", false},
                                           {"generate", "never"}});
  if (!all) return all.error();
  return JudgeAnswer(AsObject(*all), document, source);
}

// Each key is a question of its own, as a reply has one verdict a question.
Outcome<BankMaker::KeyCheck> BankMaker::Grade(
    const std::string& question, const std::vector<std::string>& keys) {
  json::array questions;
  for (const std::string& key : keys) {
    questions.push_back(json::object{{"id", std::to_string(questions.size())},
                                     {"question", question},
                                     {"key", key}});
  }
  const auto reply = connection_.Call(
      "exam.grade", json::object{{"collection", options_.collection},
                                 {"questions", std::move(questions)},
                                 {"passages", false}});
  if (!reply) return reply.error();
  KeyCheck check;
  const json::array& graded = ArrayAt(AsObject(*reply), "questions");
  for (std::size_t i = 0; i < std::min(graded.size(), keys.size()); ++i) {
    const json::object& each = AsObject(graded[i]);
    if (TextAt(each, "verified") == "matches") {
      check.matching.push_back(keys[i]);
    }
    check.extracted.push_back(TextAt(ObjectAt(each, "answer"), "short"));
  }
  return check;
}

Outcome<std::vector<std::string>> BankMaker::VerifiedKeys(
    const std::string& question, const std::vector<std::string>& phrases) {
  std::vector<std::string> tried = KeyVariants(phrases);
  if (tried.empty()) return tried;
  const auto check = Grade(question, tried);
  if (!check) return check.error();
  if (!check->matching.empty()) return check->matching;
  // What the exam extracts may be a part of a phrase.
  tried.clear();
  for (const std::string& extracted : check->extracted) {
    if (LiesWithin(extracted, phrases) && FitsBank(extracted) &&
        std::ranges::find(tried, extracted) == tried.end()) {
      tried.push_back(extracted);
    }
  }
  if (tried.empty()) return tried;
  const auto again = Grade(question, tried);
  if (!again) return again.error();
  return again->matching;
}

Outcome<void> BankMaker::MakeOf(const std::string& name, const Take& take) {
  const auto document = Read(name);
  if (!document) return document.error();
  if (document->text.size() > kMaxMadeDocumentBytes) {
    ++counts_.documents_without_questions;
    return {};
  }
  DocumentQuestions made = AskOfDocument(*document);
  for (std::size_t i = 0; i < kLeftovers; ++i) {
    counts_.leftovers[i] += made.candidates.leftovers[i];
  }
  counts_.candidates += made.candidates.questions.size();
  std::vector<Candidate> kept;
  for (Candidate& candidate : made.candidates.questions) {
    bool is_named = candidate.needs_title && !made.topic.empty();
    const std::string named = QuestionOnTopic(made.topic, candidate.question);
    if (is_named) candidate.question = named;
    auto verdict = Ask(candidate.question, name, candidate.source);
    if (!verdict) return verdict.error();
    if (*verdict == AnswerVerdict::kAnswered) {
      verdict = AskOfAll(candidate.question, name, candidate.source);
      if (!verdict) return verdict.error();
      if (*verdict == AnswerVerdict::kAmbiguous && !is_named &&
          !made.topic.empty() &&
          candidate.question.find(made.topic) == std::string::npos) {
        candidate.question = named;
        is_named = true;
        verdict = AskOfAll(candidate.question, name, candidate.source);
        if (!verdict) return verdict.error();
      }
    }
    ++counts_.verdicts[static_cast<std::size_t>(*verdict)];
    if (*verdict != AnswerVerdict::kAnswered) continue;
    candidate.needs_title = is_named;
    kept.push_back(std::move(candidate));
  }
  if (kept.empty()) ++counts_.documents_without_questions;
  const std::size_t found = kept.size();
  kept = ChosenQuestions(std::move(kept), options_.per_document,
                         OrderOfQuestions(found, options_.seed, name));
  counts_.beyond_limit += found - kept.size();
  std::size_t number = 0;
  for (Candidate& candidate : kept) {
    if (counts_.questions == protocol::kMaxBankQuestions) {
      ++counts_.beyond_limit;
      continue;
    }
    MadeQuestion question;
    const std::string suffix = "#" + std::to_string(++number);
    question.id =
        ForBank(name, protocol::kMaxBankNameBytes - suffix.size()) + suffix;
    question.topic = made.topic.empty() ? name : made.topic;
    question.question = std::move(candidate.question);
    auto keys = VerifiedKeys(question.question, candidate.keys);
    if (!keys) return keys.error();
    question.keys = *std::move(keys);
    if (!question.keys.empty()) {
      ++counts_.keyed;
    } else if (!candidate.keys.empty()) {
      ++counts_.key_differs;
    }
    question.document = name;
    question.section = std::move(candidate.section);
    question.source = candidate.source;
    question.made_by = candidate.made_by;
    ++counts_.questions;
    if (candidate.needs_title) ++counts_.named;
    ++counts_.of_template[static_cast<std::size_t>(question.made_by)];
    take(question);
  }
  return {};
}

Outcome<MakingCounts> BankMaker::Run(const Take& take,
                                     const OnDocument& on_document) {
  json::object params{{"collection", options_.collection}};
  while (true) {
    const auto result = connection_.Call("documents.list", params);
    if (!result) return result.error();
    const json::object& page = AsObject(*result);
    for (const json::value& value : ArrayAt(page, "documents")) {
      const auto made = MakeOf(TextAt(AsObject(value), "name"), take);
      if (!made) return made.error();
      ++counts_.documents;
      if (on_document) on_document(counts_.documents);
    }
    const std::string next = TextAt(page, "next");
    if (next.empty()) return counts_;
    params["after"] = next;
  }
}

}  // namespace answerbox::client
