// A term's first bytes as a number that compares as the terms do, so that most
// comparisons need no string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

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
