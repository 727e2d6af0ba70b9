#include "client/commands/audit/recorded_answer.h"

#include <boost/json/array.hpp>
#include <cstddef>
#include <limits>
#include <utility>

#include "client/rpc/message.h"
#include "engine/text/utf8.h"
#include "protocol/audit/record_line.h"
#include "protocol/generation/cited_answer.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Records and replies state the same citations by different JSON. Both are
// turned into the same lines of text, and those are compared.
// Returns the fields of a citation as a line of text.
std::string CiteText(const std::string& chunk, std::uint64_t begin,
                     std::uint64_t end, const std::string& document) {
  return chunk + ' ' + std::to_string(begin) + ' ' + std::to_string(end) + ' ' +
         document + '\n';
}

// Returns the text at a place of an array. It is empty where there is none.
std::string TextOf(const json::array& array, std::size_t at) {
  const json::value* value = array.if_contains(at);
  if (value == nullptr || !value->is_string()) return {};
  return {value->get_string().data(), value->get_string().size()};
}
// A damaged member becomes a number that no reply has, so that it equals
// nothing.
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

// Whether each part of the answer has its own place in a document.
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

// Returns an answer's form and document; the ranges of its parts are appended
// later.
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

// Lists the answers of a reply, the best first.
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
      // A record lists no more ranges than this.
      if (count++ == protocol::kMaxShownRanges) break;
      const json::object& offsets = ObjectAt(part, "offsets");
      text += RangeText(NumberAt(offsets, "begin"), NumberAt(offsets, "end"));
    }
  }
  return text;
}

// Where else the places of a reply stand, as many of them as a record names.
std::string OtherPlacesOfReply(const json::object& reply) {
  auto places = CitationsOf(reply);
  const auto answers = AnswersOf(reply);
  if (answers.size() > 1) {
    places.insert(places.end(), answers.begin() + 1, answers.end());
  }
  std::string text;
  std::size_t name_bytes = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (const json::value& value : ArrayAt(*places[i], "also_in")) {
      const json::object& other = AsObject(value);
      const json::object& offsets = ObjectAt(other, "offsets");
      const std::string document = TextAt(other, "document");
      name_bytes += document.size();
      if (name_bytes > protocol::kMaxOtherNameBytes) return text;
      text += CiteText(std::to_string(i), NumberAt(offsets, "begin"),
                       NumberAt(offsets, "end"), document);
    }
  }
  return text;
}

std::string OtherPlacesOfRecord(const json::object& record) {
  const json::array& others = ArrayAt(record, "also_in");
  const json::array& documents = ArrayAt(record, "documents");
  std::string text;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const json::array& other = ArrayOf(others, i);
    text += CiteText(std::to_string(NumberOf(other, 0)), NumberOf(other, 2),
                     NumberOf(other, 3),
                     TextOf(ArrayOf(documents, NumberOf(other, 1)), 0));
  }
  return text;
}

// What is told beside the answers: the short answer, whether they are choices,
// and the values in which they differ.
std::string ToldByRecord(const json::object& record) {
  std::string text = FlagAt(record, "choices") ? "choices\n" : "";
  if (record.contains("short")) {
    const json::array& part = ArrayAt(record, "short");
    text += RangeText(NumberOf(part, 0), NumberOf(part, 1));
  }
  const json::array& values = ArrayAt(record, "differ");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const json::array& value = ArrayOf(values, i);
    text += RangeText(NumberOf(value, 1), NumberOf(value, 2)) +
            TextOf(value, 3) + '\n';
  }
  return text;
}

std::string ToldByReply(const json::object& reply) {
  std::string text = FlagAt(reply, "choices") ? "choices\n" : "";
  const json::object& part = ObjectAt(ObjectAt(reply, "answer"), "short");
  if (!part.empty()) {
    text += RangeText(NumberAt(part, "begin"), NumberAt(part, "end"));
  }
  for (const json::value& value : ArrayAt(reply, "differ")) {
    const json::object& differs = AsObject(value);
    text += RangeText(NumberAt(differs, "begin"), NumberAt(differs, "end")) +
            TextAt(differs, "date") + '\n';
  }
  return text;
}

// Whether a refusal misses the same, and its closest place has the same
// instead.
bool MissesTheSame(const json::object& record, const json::object& reply) {
  const json::array& names = ArrayAt(record, "missing");
  const json::array& told = ArrayAt(ObjectAt(reply, "refusal"), "missing");
  if (names.size() != told.size()) return false;
  if (names.empty()) return true;
  const auto citations = CitationsOf(reply);
  if (citations.empty()) return false;
  const json::object& closest = *citations.front();
  const std::string sentence = TextAt(closest, "sentence");
  const auto begin = NumberAt(ObjectAt(closest, "offsets"), "begin");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const json::array& name = ArrayOf(names, i);
    const json::object& other = AsObject(told[i]);
    const std::string instead = TextAt(other, "instead");
    const auto at = NumberOf(name, 1) - begin;
    const bool is_there =
        name.size() < 3
            ? instead.empty()
            : at < sentence.size() &&
                  NumberOf(name, 2) - begin - at == instead.size() &&
                  sentence.compare(static_cast<std::size_t>(at), instead.size(),
                                   instead) == 0;
    if (!is_there || TextOf(name, 0) != TextAt(other, "asked")) return false;
  }
  return true;
}

// Records from before these members have none of them.
bool TellsTheSame(const json::object& record, const json::object& reply) {
  if (!record.contains("also_in")) return true;
  return OtherPlacesOfRecord(record) == OtherPlacesOfReply(reply) &&
         ToldByRecord(record) == ToldByReply(reply) &&
         MissesTheSame(record, reply);
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
         TellsTheSame(record, reply) &&
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
  if (record.contains("short")) question["short"] = true;
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
  if (record.contains("answers")) question["answers"] = record.at("answers");
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
      // If a sentence is its own only part, it is quoted once.
      if (quote != quotes.front()) quotes.push_back(std::move(quote));
    }
  }
  return quotes;
}

namespace {

namespace json = boost::json;

// The text as a reply shows it, without marks of citations.
std::string ShownText(const RecordedGeneration& record) {
  if (!engine::ValidateUtf8(record.text)) return {};
  return protocol::ReadCitedAnswer(record.text, record.passages).text;
}

}  // namespace

RecordedGeneration ReadGeneration(const json::object& record) {
  const json::object& model = ObjectAt(record, "model");
  return {TextAt(model, "name"), TextAt(model, "sha256"),
          TextAt(record, "fate"), TextAt(record, "text"),
          ArrayAt(record, "context").size()};
}

Regeneration CompareGeneration(const RecordedGeneration& record,
                               const json::object& generated) {
  const std::string status = TextAt(generated, "status");
  if (status != "given" && status != "refused") return Regeneration::kFailed;
  const json::object& model = ObjectAt(generated, "model");
  if (TextAt(model, "name") != record.model ||
      TextAt(model, "sha256") != record.sha256) {
    return Regeneration::kOtherModel;
  }
  const bool is_given = status == "given";
  if ((is_given ? status : TextAt(generated, "reason")) != record.fate) {
    return Regeneration::kDifferent;
  }
  // The text of a refused generation is in no reply.
  return !is_given || TextAt(generated, "text") == ShownText(record)
             ? Regeneration::kSame
             : Regeneration::kDifferent;
}

}  // namespace answerbox::client
