// Records of what a language model generated, beside what it generates now:
// docs/audit-format.md, "Replay".
//
// Anybody may have written a record. A member that is missing or of another
// type reads as empty.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace answerbox::client {

// What a record says of a generation, without its prompt, which may be long.
struct RecordedGeneration {
  std::string model;   // Name.
  std::string sha256;  // Of its file; empty: not known.
  std::string fate;
  std::string text;          // As it was generated.
  std::size_t passages = 0;  // That the model got.
};

// Reads a record of the kind `generated`.
[[nodiscard]] RecordedGeneration ReadGeneration(
    const boost::json::object& record);

enum class Regeneration : std::uint8_t {
  kSame,  // The same fate, and, if it was given, the same text.
  kDifferent,
  kOtherModel,  // Another name or file.
  kFailed,      // No model answered.
};

//   generated  the member of a reply of `ask`
[[nodiscard]] Regeneration CompareGeneration(
    const RecordedGeneration& record, const boost::json::object& generated);

}  // namespace answerbox::client
