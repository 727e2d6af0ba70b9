// Compares records of answers, and of what a language model generated, with the
// replies that the same questions get now:
// docs/audit-format.md, "Replay".
//
// Anybody may have written a record. A member that is missing or of another
// type reads as empty; a range then matches none of a reply.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace answerbox::client {

// Returns the parameters of `ask` that ask the record's question again.
[[nodiscard]] boost::json::object QuestionOf(const boost::json::object& record);

// Whether the reply has the same reason or the same confidence, citations,
// forms and ranges of parts. A refusal has no ranges to compare.
[[nodiscard]] bool IsSameAnswer(const boost::json::object& record,
                                const boost::json::object& reply);

// A piece of a document's text that a reply repeats.
struct Quote {
  std::string document;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string text;

  friend bool operator==(const Quote&, const Quote&) = default;
};

// Returns the sentence that decided (in a refusal the closest one), and then
// the parts of all answers that are not this sentence.
[[nodiscard]] std::vector<Quote> QuotesOf(const boost::json::object& reply);

// A record of what a language model generated, without its prompt, which may be
// long.
struct RecordedGeneration {
  std::string model;   // Name.
  std::string sha256;  // Of the model's file; empty if unknown.
  std::string fate;
  std::string text;          // As it was generated, with marks of citations.
  std::size_t passages = 0;  // How many the model was given.
};

// Reads a record of the kind `generated`.
[[nodiscard]] RecordedGeneration ReadGeneration(
    const boost::json::object& record);

enum class Regeneration : std::uint8_t {
  kSame,  // The same fate and, if a text was shown, the same text.
  kDifferent,
  kOtherModel,  // The model has another name or file.
  kFailed,      // No model answered.
};

//   generated  the member of a reply of `ask`
[[nodiscard]] Regeneration CompareGeneration(
    const RecordedGeneration& record, const boost::json::object& generated);

}  // namespace answerbox::client
