// Which names documents may have: the daemon refuses others, and clients should
// not send them. docs/socket-protocol.md, `documents.add`.
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
  kNotRelative,       // A part of the path is empty, "." or "..".
};

// The first fault of `name`, in the order above.
[[nodiscard]] DocumentNameFault FaultOfDocumentName(
    std::string_view name) noexcept;

}  // namespace answerbox::daemon
