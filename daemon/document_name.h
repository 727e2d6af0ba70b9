// Which names documents may have: the daemon refuses others, and clients should
// not send them. docs/documents.md, "Names".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::daemon {

inline constexpr std::size_t kMaxDocumentNameBytes = 1024;

enum class DocumentNameFault : std::uint8_t {
  kNone,
  kEmpty,
  kTooLong,
  kNotUtf8,
  kControlCharacter,  // C0, DEL or C1.
  kHiddenCharacter,   // It shows nothing, or turns the direction of text.
  kBlank,             // A part of the path has nothing but white space.
  kNotRelative,       // A part of the path is empty, "." or "..".
};

// The first fault of `name`, in the order above. Two names that look alike to a
// reader should be one name: a character that nobody can see is a fault, but
// for joiners and variation selectors where writing needs them.
[[nodiscard]] DocumentNameFault FaultOfDocumentName(
    std::string_view name) noexcept;

}  // namespace answerbox::daemon
