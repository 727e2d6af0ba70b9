#include "client/exam/make/bank_maker.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <utility>

#include "client/exam/make/candidate.h"
#include "client/exam/make/document_questions.h"
#include "client/exam/make/made_bank.h"
#include "client/rpc/message.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

namespace json = boost::json;

// Text and blocks come in pieces, because a reply of the daemon is limited. An
// empty piece ends the reading whatever total was announced: if a shorter
// document replaced this one meanwhile, the loop would never end.
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

// Asks without a threshold: a collection's threshold may be changed later, and
// whether the passage is found must not depend on it. The language model is not
// asked, because its words stand in no passage.
Outcome<AnswerVerdict> BankMaker::Ask(AskedOf asked_of,
                                      const std::string& question,
                                      const std::string& document,
                                      SourceRange source) {
  json::object params{{"collection", options_.collection},
                      {"question", question},
                      {"theta", 0},
                      {"context", false},
                      {"generate", "never"}};
  if (asked_of == AskedOf::kItsDocument) {
    params["documents"] = json::array{json::value(document)};
  }
  const auto reply = connection_.CallPatiently("ask", params);
  if (!reply) return reply.error();
  return JudgeAnswer(AsObject(*reply), document, source);
}

// Only keys that an exam of these documents finds are kept: any other would
// count the question as lost from the first day. Each key is sent as a question
// of its own, because a reply has one verdict for each question.
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
  // The exam may extract only a part of a phrase: "30 days" of "within 30 days
  // of the visit". That part is then tried as a key of its own, since a key
  // that an exam of these documents does not find guards nothing.
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

Outcome<AnswerVerdict> BankMaker::Check(Candidate& candidate,
                                        const std::string& topic,
                                        const std::string& document) {
  const std::string named = QuestionOnTopic(topic, candidate.question);
  candidate.needs_title = candidate.needs_title && !topic.empty();
  if (candidate.needs_title) candidate.question = named;
  // Its document is asked alone first: a question that fails there also fails
  // among all documents, and asking these costs more.
  const auto alone = Ask(AskedOf::kItsDocument, candidate.question, document,
                         candidate.source);
  if (!alone || *alone != AnswerVerdict::kAnswered) return alone;
  const auto among_all = Ask(AskedOf::kAllDocuments, candidate.question,
                             document, candidate.source);
  // "How often is it checked?" may be asked of many documents. With the topic
  // before it, it belongs to one.
  const bool can_be_named = !candidate.needs_title && !topic.empty() &&
                            candidate.question.find(topic) == std::string::npos;
  if (!among_all || *among_all != AnswerVerdict::kAmbiguous || !can_be_named) {
    return among_all;
  }
  candidate.question = named;
  candidate.needs_title = true;
  return Ask(AskedOf::kAllDocuments, named, document, candidate.source);
}

Outcome<std::vector<Candidate>> BankMaker::Checked(
    std::vector<Candidate> candidates, const std::string& topic,
    const std::string& document) {
  counts_.candidates += candidates.size();
  std::vector<Candidate> answered;
  for (Candidate& candidate : candidates) {
    const auto verdict = Check(candidate, topic, document);
    if (!verdict) return verdict.error();
    ++counts_.verdicts[static_cast<std::size_t>(*verdict)];
    if (*verdict == AnswerVerdict::kAnswered) {
      answered.push_back(std::move(candidate));
    }
  }
  return answered;
}

// Keys are sought after the questions are chosen, because each key costs a
// request.
Outcome<void> BankMaker::Keep(Candidate candidate, MadeQuestion question,
                              const Take& take) {
  question.question = std::move(candidate.question);
  auto keys = VerifiedKeys(question.question, candidate.keys);
  if (!keys) return keys.error();
  question.keys = *std::move(keys);
  if (!question.keys.empty()) {
    ++counts_.keyed;
  } else if (!candidate.keys.empty()) {
    ++counts_.key_differs;
  }
  question.section = std::move(candidate.section);
  question.source = candidate.source;
  question.made_by = candidate.made_by;
  ++counts_.questions;
  if (candidate.needs_title) ++counts_.named;
  ++counts_.of_template[static_cast<std::size_t>(question.made_by)];
  take(question);
  return {};
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
  auto checked =
      Checked(std::move(made.candidates.questions), made.topic, name);
  if (!checked) return checked.error();
  const std::size_t found = checked->size();
  if (found == 0) ++counts_.documents_without_questions;
  std::vector<Candidate> kept =
      ChosenQuestions(*std::move(checked), options_.per_document,
                      OrderOfQuestions(found, options_.seed, name));
  counts_.beyond_limit += found - kept.size();
  std::size_t number = 0;
  for (Candidate& candidate : kept) {
    // Readers would refuse a larger bank.
    if (counts_.questions == protocol::kMaxBankQuestions) {
      ++counts_.beyond_limit;
      continue;
    }
    MadeQuestion question;
    // The number is never cut, so that the ids of long names differ.
    const std::string suffix = "#" + std::to_string(++number);
    question.id =
        ForBank(name, protocol::kMaxBankNameBytes - suffix.size()) + suffix;
    question.topic = made.topic.empty() ? name : made.topic;
    question.document = name;
    const auto taken = Keep(std::move(candidate), std::move(question), take);
    if (!taken) return taken.error();
  }
  return {};
}

// Documents come in pages, each of which begins after the last name of the page
// before. A document that is added meanwhile may be missed, but none comes
// twice.
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
