// Copies and compares short strings in steps of eight bytes. For strings of a
// few bytes, calling the C library takes longer than the work itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

// Room that CopyShort needs for `bytes` bytes: its last step writes zeros after
// them.
[[nodiscard]] constexpr std::size_t CopyRoom(std::size_t bytes) noexcept {
  return (bytes + 7) / 8 * 8;
}

// Copies `from` to `to`, which has CopyRoom(from.size()); returns the end of
// what was copied.
inline std::byte* CopyShort(std::string_view from, std::byte* to) noexcept {
  for (std::size_t i = 0; i < from.size(); i += 8) {
    const std::uint64_t step =
        LoadUpToEightBytes(from.data() + i, from.size() - i);
    std::memcpy(to + i, &step, sizeof step);
  }
  return to + from.size();
}

// Length of the longest common prefix of `a` and `b`.
[[nodiscard]] inline std::size_t SharedPrefix(std::string_view a,
                                              std::string_view b) noexcept {
  const std::size_t limit = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < limit; i += 8) {
    const std::uint64_t difference =
        LoadUpToEightBytes(a.data() + i, limit - i) ^
        LoadUpToEightBytes(b.data() + i, limit - i);
    if (difference != 0) return i + FirstMark(difference);
  }
  return limit;
}

}  // namespace answerbox::engine
