// Reads and writes integers as the file stores them: little-endian of a fixed
// width, at any address, or of variable length. They are read and written byte
// by byte, so that the machine's byte order and alignment rules do not matter;
// compilers turn each function of a fixed width into a single move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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

// --- Variable-length numbers of 32 bits: seven bits per byte, lowest first,
// the high bit set in all bytes but the last (LEB128). At most kMaxVarintBytes.

inline constexpr std::size_t kMaxVarintBytes = 5;

// Writes `value` at `to`, which has room for kMaxVarintBytes; returns the end.
inline std::byte* PutVarint(std::byte* to, std::uint32_t value) noexcept {
  while (value >= 0x80u) {
    *to++ = static_cast<std::byte>((value & 0x7Fu) | 0x80u);
    value >>= 7;
  }
  *to++ = static_cast<std::byte>(value);
  return to;
}

[[nodiscard]] constexpr std::size_t VarintBytes(std::uint32_t value) noexcept {
  std::size_t bytes = 1;
  for (; value >= 0x80u; value >>= 7) ++bytes;
  return bytes;
}

// Takes numbers from the front of bytes that may be damaged.
class VarintReader {
 public:
  VarintReader() = default;
  explicit VarintReader(std::span<const std::byte> bytes) noexcept
      : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  // Nothing when the bytes end inside a number or it exceeds 2^32 - 1; the
  // position is then left at the number.
  //
  // Always inline: sentences are read number by number, and a function call for
  // each makes a question take 3 % more instructions.
  [[nodiscard, gnu::always_inline]] std::optional<std::uint32_t>
  Next() noexcept {
    if (position_ != end_ && (*position_ & std::byte{0x80}) == std::byte{0}) {
      return std::to_integer<std::uint32_t>(*position_++);
    }
    return NextLong();
  }

  // Next() for a number of at most two bytes, as most are; false for others,
  // without moving. An optional that is carried along takes more instructions
  // than all else.
  [[nodiscard, gnu::always_inline]] bool NextShort(
      std::uint32_t& value) noexcept {
    if (end_ - position_ < 2) return false;
    const auto first = std::to_integer<std::uint32_t>(position_[0]);
    const auto second = std::to_integer<std::uint32_t>(position_[1]);
    if (first < 0x80u) {
      value = first;
      ++position_;
      return true;
    }
    value = (first & 0x7Fu) | second << 7;
    if (second >= 0x80u) return false;
    position_ += 2;
    return true;
  }

  [[nodiscard]] const std::byte* position() const noexcept { return position_; }
  [[nodiscard]] bool AtEnd() const noexcept { return position_ == end_; }
  [[nodiscard]] std::size_t remaining() const noexcept {
    return static_cast<std::size_t>(end_ - position_);
  }
  // Precondition: bytes <= remaining().
  void Skip(std::size_t bytes) noexcept { position_ += bytes; }

 private:
  [[nodiscard, gnu::always_inline]] std::optional<std::uint32_t>
  NextLong() noexcept {
    std::uint32_t value = 0;
    const std::byte* from = position_;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      if (from == end_) return std::nullopt;
      const auto byte = std::to_integer<std::uint32_t>(*from++);
      // The fifth byte holds the last four bits and ends the number.
      if (shift == 28 && byte > 0x0Fu) return std::nullopt;
      value |= (byte & 0x7Fu) << shift;
      if (byte < 0x80u) {
        position_ = from;
        return value;
      }
    }
    return std::nullopt;
  }

  const std::byte* position_ = nullptr;
  const std::byte* end_ = nullptr;
};

}  // namespace answerbox::engine
