#include "client/commands/audit/recorded_answer.h"

#include <boost/json/array.hpp>
#include <cstddef>
#include <limits>
#include <utility>

#include "client/rpc/json_fields.h"
#include "protocol/audit/record_line.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Records and replies state the same citations by different JSON. Both are
// turned into the same lines of text, and those are compared.
// [chunk, begin, end, document name] of a citation.
std::string CiteText(const std::string& chunk, std::uint64_t begin,
                     std::uint64_t end, const std::string& document) {
  return chunk + ' ' + std::to_string(begin) + ' ' + std::to_string(end) + ' ' +
         document + '\n';
}

// Members of an array.
std::string TextOf(const json::array& array, std::size_t at) {
  const json::value* value = array.if_contains(at);
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}
// A member that is damaged becomes a number that no reply has, so that it
// equals nothing.
std::uint64_t NumberOf(const json::array& array, std::size_t at) {
  const json::value* value = array.if_contains(at);
  return value != nullptr && value->is_int64()
             ? static_cast<std::uint64_t>(value->get_int64())
             : std::numeric_limits<std::uint64_t>::max();
}
const json::array& ArrayOf(const json::array& array, std::uint64_t at) {
  static const json::array empty;
  if (at >= array.size()) return empty;
  const json::value& value = array[static_cast<std::size_t>(at)];
  return value.is_array() ? value.get_array() : empty;
}

std::string CitesOfRecord(const json::object& record) {
  std::string text;
  const json::array& chunks = ArrayAt(record, "chunks");
  const json::array& documents = ArrayAt(record, "documents");
  const json::array& cites = ArrayAt(record, "cites");
  for (std::size_t i = 0; i < cites.size(); ++i) {
    const json::array& cite = ArrayOf(cites, i);
    const json::array& chunk = ArrayOf(chunks, NumberOf(cite, 0));
    text += CiteText(TextOf(chunk, 0), NumberOf(cite, 1), NumberOf(cite, 2),
                     TextOf(ArrayOf(documents, NumberOf(chunk, 1)), 0));
  }
  return text;
}

// Whether each part of the answer has a place of its own.
bool IsLong(const json::object& answer) {
  return TextAt(answer, "form") == "long";
}

// Lists the answer's citation, then those of its runners-up in order. If the
// answer is long, the citations of its parts follow.
std::vector<const json::object*> CitationsOf(const json::object& reply) {
  std::vector<const json::object*> citations;
  if (reply.contains("answer")) citations.push_back(&ObjectAt(reply, "answer"));
  for (const json::value& other : ArrayAt(reply, "runners_up")) {
    citations.push_back(&AsObject(other));
  }
  const json::object& answer = ObjectAt(reply, "answer");
  if (!IsLong(answer)) return citations;
  for (const json::value& part : ArrayAt(answer, "parts")) {
    citations.push_back(&AsObject(part));
  }
  return citations;
}

std::string CitesOfReply(const std::vector<const json::object*>& citations) {
  std::string text;
  for (const json::object* citation : citations) {
    const json::object& offsets = ObjectAt(*citation, "offsets");
    text += CiteText(TextAt(*citation, "chunk"), NumberAt(offsets, "begin"),
                     NumberAt(offsets, "end"), TextAt(*citation, "document"));
  }
  return text;
}

// An answer's form and document; its ranges follow.
std::string ShownText(const std::string& form, const std::string& document) {
  return form + ' ' + document + '\n';
}
std::string RangeText(std::uint64_t begin, std::uint64_t end) {
  return std::to_string(begin) + ' ' + std::to_string(end) + '\n';
}

std::string ShownOfRecord(const json::object& record) {
  std::string text;
  const json::array& documents = ArrayAt(record, "documents");
  const json::array& answers = ArrayAt(record, "shown");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const json::array& answer = ArrayOf(answers, i);
    text += ShownText(TextOf(answer, 0),
                      TextOf(ArrayOf(documents, NumberOf(answer, 1)), 0));
    const json::array& ranges = ArrayOf(answer, 2);
    for (std::size_t at = 0; at < ranges.size(); ++at) {
      const json::array& range = ArrayOf(ranges, at);
      text += RangeText(NumberOf(range, 0), NumberOf(range, 1));
    }
  }
  return text;
}

// The answers of a reply, the best first.
std::vector<const json::object*> AnswersOf(const json::object& reply) {
  std::vector<const json::object*> answers;
  for (const json::value& answer : ArrayAt(reply, "answers")) {
    answers.push_back(&AsObject(answer));
  }
  if (answers.empty() && reply.contains("answer")) {
    answers.push_back(&ObjectAt(reply, "answer"));
  }
  return answers;
}

std::string ShownOfReply(const json::object& reply) {
  std::string text;
  for (const json::object* answer : AnswersOf(reply)) {
    const bool is_long = IsLong(*answer);
    std::string document = TextAt(*answer, "document");
    if (!is_long) text += ShownText(TextAt(*answer, "form"), document);
    std::size_t count = 0;
    for (const json::value& value : ArrayAt(*answer, "parts")) {
      const json::object& part = AsObject(value);
      // A record lists each run of parts from one document as an answer of its
      // own.
      if (is_long && (count == 0 || TextAt(part, "document") != document)) {
        document = TextAt(part, "document");
        text += ShownText(TextAt(*answer, "form"), document);
      }
      // A record has no more of them.
      if (count++ == protocol::kMaxShownRanges) break;
      const json::object& offsets = ObjectAt(part, "offsets");
      text += RangeText(NumberAt(offsets, "begin"), NumberAt(offsets, "end"));
    }
  }
  return text;
}

Quote QuoteOf(const std::string& document, const json::object& offsets,
              std::string text) {
  return {document, NumberAt(offsets, "begin"), NumberAt(offsets, "end"),
          std::move(text)};
}

}  // namespace

bool IsSameAnswer(const json::object& record, const json::object& reply) {
  return TextAt(record, "reason") ==
             TextAt(ObjectAt(reply, "refusal"), "reason") &&
         CitesOfRecord(record) == CitesOfReply(CitationsOf(reply)) &&
         (!record.contains("shown") ||
          ShownOfRecord(record) == ShownOfReply(reply)) &&
         // Compared exactly: on one snapshot the same arithmetic gives the same
         // confidence.
         RealAt(record, "confidence") == RealAt(reply, "confidence");
}

json::object QuestionOf(const json::object& record) {
  json::object question{{"collection", TextAt(record, "collection")},
                        {"question", TextAt(record, "question")},
                        {"theta", RealAt(record, "theta")},
                        {"runners_up", NumberAt(record, "runners_up")},
                        {"arithmetic", TextAt(record, "arithmetic")},
                        {"context", false},
                        {"form", TextAt(record, "form")},
                        {"spelling", FlagAt(record, "spelling")},
                        {"abbreviations", FlagAt(record, "abbreviations")}};
  if (record.contains("max_work")) {
    question["max_work"] = NumberAt(record, "max_work");
  }
  if (record.contains("thesaurus")) {
    question["thesaurus"] = FlagAt(record, "thesaurus");
  }
  if (record.contains("within")) {
    question["documents"] = ArrayAt(record, "within");
  }
  question["words"] = NumberAt(record, "words");
  question["answers"] = NumberAt(record, "answers");
  return question;
}

std::vector<Quote> QuotesOf(const json::object& reply) {
  std::vector<Quote> quotes;
  const auto citations = CitationsOf(reply);
  if (citations.empty()) return quotes;
  const json::object& best = *citations.front();
  quotes.push_back(QuoteOf(TextAt(best, "document"), ObjectAt(best, "offsets"),
                           TextAt(best, "sentence")));
  for (const json::object* answer : AnswersOf(reply)) {
    for (const json::value& value : ArrayAt(*answer, "parts")) {
      const json::object& part = AsObject(value);
      const json::object& placed = IsLong(*answer) ? part : *answer;
      Quote quote = QuoteOf(TextAt(placed, "document"),
                            ObjectAt(part, "offsets"), TextAt(part, "text"));
      // The only part of a sentence is that sentence again.
      if (quote != quotes.front()) quotes.push_back(std::move(quote));
    }
  }
  return quotes;
}

}  // namespace answerbox::client
