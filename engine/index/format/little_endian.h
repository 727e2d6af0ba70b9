// Reads and writes integers as the file stores them: little-endian, at any
// address. They are read and written byte by byte, so that the machine's byte
// order and alignment rules do not matter; compilers turn each function into a
// single move.
#pragma once

#include <cstddef>
#include <cstdint>

namespace answerbox::engine {

[[nodiscard]] inline std::uint16_t LoadLittle16(
    const std::byte* from) noexcept {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(from[0]) |
                                    std::to_integer<unsigned>(from[1]) << 8);
}

[[nodiscard]] inline std::uint32_t LoadLittle32(
    const std::byte* from) noexcept {
  return std::to_integer<std::uint32_t>(from[0]) |
         std::to_integer<std::uint32_t>(from[1]) << 8 |
         std::to_integer<std::uint32_t>(from[2]) << 16 |
         std::to_integer<std::uint32_t>(from[3]) << 24;
}

[[nodiscard]] inline std::uint64_t LoadLittle64(
    const std::byte* from) noexcept {
  return std::uint64_t{LoadLittle32(from)} |
         std::uint64_t{LoadLittle32(from + 4)} << 32;
}

inline void StoreLittle16(std::byte* to, std::uint16_t value) noexcept {
  to[0] = static_cast<std::byte>(value & 0xFFu);
  to[1] = static_cast<std::byte>(value >> 8);
}

inline void StoreLittle32(std::byte* to, std::uint32_t value) noexcept {
  to[0] = static_cast<std::byte>(value & 0xFFu);
  to[1] = static_cast<std::byte>(value >> 8 & 0xFFu);
  to[2] = static_cast<std::byte>(value >> 16 & 0xFFu);
  to[3] = static_cast<std::byte>(value >> 24);
}

inline void StoreLittle64(std::byte* to, std::uint64_t value) noexcept {
  StoreLittle32(to, static_cast<std::uint32_t>(value));
  StoreLittle32(to + 4, static_cast<std::uint32_t>(value >> 32));
}

}  // namespace answerbox::engine
