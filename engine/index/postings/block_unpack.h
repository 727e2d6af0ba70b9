// Unpacking as one template over four lanes of 32 bits: a register, or an array
// that stands for one. Included by the codecs alone.
//
// `Lanes` has Load and Store at any address, Splat, FirstNumbers (0 1 2 3),
// ShiftLeft and ShiftRight of all lanes by 0 to 31 bits, Or, And, Add (modulo
// 2^32), PrefixSum (lane i becomes the sum of lanes 0 to i) and SplatLast (all
// lanes become the last).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/index/postings/block_codec.h"

namespace answerbox::engine {

inline constexpr unsigned kRowsPerBlock = kPackedNumbers / 4;

// Calls visit(row, lanes) for the numbers 4 * row to 4 * row + 3 in turn.
// Precondition: 1 <= bits <= 32.
template <typename Lanes, typename Visit>
inline void ForEachRow(const std::byte* packed, unsigned bits,
                       const Visit& visit) noexcept {
  constexpr std::size_t kLanesBytes = 16;
  const Lanes mask = Lanes::Splat(~std::uint32_t{0} >> (32 - bits));
  for (unsigned row = 0, bit = 0; row < kRowsPerBlock; ++row, bit += bits) {
    const unsigned word = bit / 32;
    const unsigned shift = bit % 32;
    // A number may continue in the next word; a number in the last word never
    // does.
    const unsigned after = std::min(word + 1, bits - 1);
    const Lanes low = Lanes::Load(packed + word * kLanesBytes);
    const Lanes high = Lanes::Load(packed + after * kLanesBytes);
    visit(row, And(Or(ShiftRight(low, shift),
                      ShiftLeft(ShiftLeft(high, 31 - shift), 1)),
                   mask));
  }
}

template <typename Lanes>
void Unpack(const std::byte* packed, unsigned bits,
            std::uint32_t* out) noexcept {
  if (bits == 0) {
    std::fill_n(out, kPackedNumbers, 0u);
    return;
  }
  ForEachRow<Lanes>(packed, bits, [out](unsigned row, Lanes numbers) {
    numbers.Store(out + 4 * std::size_t{row});
  });
}

template <typename Lanes>
void UnpackAscending(const std::byte* packed, unsigned bits, std::uint32_t next,
                     std::uint32_t* out) noexcept {
  // The numbers of a row are this base plus the sums of their gaps in the row.
  Lanes base = Add(Lanes::Splat(next), Lanes::FirstNumbers());
  if (bits == 0) {
    for (unsigned row = 0; row < kRowsPerBlock; ++row) {
      base.Store(out + 4 * std::size_t{row});
      base = Add(base, Lanes::Splat(4));
    }
    return;
  }
  ForEachRow<Lanes>(packed, bits, [out, &base](unsigned row, Lanes gaps) {
    const Lanes sums = PrefixSum(gaps);
    Add(base, sums).Store(out + 4 * std::size_t{row});
    base = Add(base, Add(SplatLast(sums), Lanes::Splat(4)));
  });
}

// BlockCodec::unpack and unpack_ascending on 128-bit registers
// (vector_codec.cc). Call only on a machine with such registers.
void UnpackOnVectors(const std::byte* packed, unsigned bits,
                     std::uint32_t* out) noexcept;
void UnpackAscendingOnVectors(const std::byte* packed, unsigned bits,
                              std::uint32_t next, std::uint32_t* out) noexcept;

}  // namespace answerbox::engine
