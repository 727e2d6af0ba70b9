// Blocks of 128 numbers, packed with the same number of bits each, in the
// vertical layout of SIMD-BP128 (Lemire and Boytsov, "Decoding billions of
// integers per second through vectorization", 2015): number i stands in lane i
// % 4 of four lanes of 32-bit words, so that one operation on a 128-bit
// register unpacks four numbers. Layout: docs/segment-format.md, "Postings".
//
// There is a vector codec and a scalar codec; both give the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::engine {

inline constexpr std::size_t kPackedNumbers = 128;

[[nodiscard]] constexpr std::size_t PackedBytes(unsigned bits) noexcept {
  return kPackedNumbers / 8 * bits;
}

// Functions on one block:
//   packed  PackedBytes(bits) bytes at any address; none is read past them
//   bits    of each number, 0 to 32
//   out     [128]
struct BlockCodec {
  const char* name;

  // Unpacks the numbers as they are.
  void (*unpack)(const std::byte* packed, unsigned bits,
                 std::uint32_t* out) noexcept;

  // Unpacks gaps of ascending numbers: out[i] = next + i + (the sum of gaps 0
  // to i), modulo 2^32.
  void (*unpack_ascending)(const std::byte* packed, unsigned bits,
                           std::uint32_t next, std::uint32_t* out) noexcept;
};

// The codecs that this machine can run, the fastest first, the scalar codec
// last.
[[nodiscard]] std::span<const BlockCodec> BlockCodecs() noexcept;

// Writes PackedBytes(bits) bytes at `to`. Precondition: every number is below
// 2^bits.
void PackBlock(std::span<const std::uint32_t, kPackedNumbers> numbers,
               unsigned bits, std::byte* to) noexcept;

}  // namespace answerbox::engine
