// The names that documents may have. The daemon refuses others, and clients
// should not send them. docs/documents.md, "Names".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace answerbox::protocol {

inline constexpr std::size_t kMaxDocumentNameBytes = 1024;

enum class DocumentNameFault : std::uint8_t {
  kNone,
  kEmpty,
  kTooLong,
  kNotUtf8,
  kControlCharacter,  // C0, DEL or C1.
  kHiddenCharacter,   // Shows nothing, or turns the direction of text.
  kBlank,             // A part of the path has nothing but white space.
  kNotRelative,       // A part of the path is empty, "." or "..".
};

// Returns the first fault of `name`, in the order above. Names that look the
// same to a reader must be the same name. So an invisible character is a fault,
// except joiners and variation selectors where a script needs them.
[[nodiscard]] DocumentNameFault FaultOfDocumentName(
    std::string_view name) noexcept;

// The name in Unicode's normal form C, in which "e" with an accent is one
// character: names that look the same are one. A name that is not UTF-8 is
// returned as it is.
[[nodiscard]] std::string NormalizedDocumentName(std::string_view name);

}  // namespace answerbox::protocol
