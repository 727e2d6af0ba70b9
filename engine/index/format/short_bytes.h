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

// A term's first bytes as a number that compares as the terms do, so that most
// comparisons need no string.

inline constexpr std::size_t kTermPrefixBytes = 8;

// The bytes as a big-endian number. Zeros follow a shorter term; no term
// contains a zero byte.
//   first_eight  bytes of the term, as LoadUpToEightBytes() gives them
[[nodiscard]] inline std::uint64_t PrefixOfFirst(
    std::uint64_t first_eight) noexcept {
  return __builtin_bswap64(first_eight);
}
[[nodiscard]] inline std::uint64_t PrefixOf(std::string_view term) noexcept {
  return PrefixOfFirst(LoadUpToEightBytes(term.data(), term.size()));
}

[[nodiscard]] inline std::uint64_t FirstOfPrefix(
    std::uint64_t prefix) noexcept {
  return __builtin_bswap64(prefix);
}

// A prefix in the file: its bytes in the order of the term.
[[nodiscard]] inline std::uint64_t LoadPrefix(const std::byte* from) noexcept {
  return PrefixOfFirst(LoadEightBytes(reinterpret_cast<const char*>(from)));
}

inline void StorePrefix(std::byte* to, std::uint64_t prefix) noexcept {
  for (std::size_t i = 0; i < kTermPrefixBytes; ++i) {
    to[i] = static_cast<std::byte>(prefix >> (56 - 8 * i) & 0xFFu);
  }
}

}  // namespace answerbox::engine
