// How many bits are set.
#pragma once

#include <bit>
#include <cstdint>

namespace answerbox::engine {

// std::popcount(). g++ calls its library for that where a processor may lack
// the instruction, as old ones of 64-bit PCs do.
[[nodiscard]] constexpr int CountBits(std::uint64_t bits) noexcept {
#if defined(__x86_64__) && !defined(__POPCNT__)
  // By pairs, fours and bytes; the product adds the bytes up (Warren, Hacker's
  // Delight, section 5-1).
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<int>(bits * 0x0101010101010101u >> 56);
#else
  return std::popcount(bits);
#endif
}

}  // namespace answerbox::engine
