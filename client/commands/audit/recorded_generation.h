// Compares records of what a language model generated with what it generates
// now: docs/audit-format.md, "Replay".
//
// Anybody may have written a record. A member that is missing or of another
// type reads as empty.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace answerbox::client {

// A record of a generation, without its prompt, which may be long.
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
