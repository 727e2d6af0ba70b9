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
#include <utility>

#include "engine/index/postings/block_codec.h"

namespace answerbox::engine {

inline constexpr unsigned kRowsPerBlock = kPackedNumbers / 4;

// Calls visit(row, lanes) for the numbers 4 * row to 4 * row + 3 in turn.
// Precondition: 1 <= bits <= 32.
template <typename Lanes, typename Visit>
inline void ForEachRow(const std::byte* packed, unsigned bits,
                       Visit&& visit) noexcept {
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

// The same for a number of bits that is known when compiled, without loop: what
// is shifted where is then known, too, which takes a third of the instructions.
template <unsigned kBits, typename Lanes, typename Visit>
inline void ForEachRow(const std::byte* packed, Visit&& visit) noexcept {
  const Lanes mask = Lanes::Splat(~std::uint32_t{0} >> (32 - kBits));
  const auto visit_row = [&]<unsigned kRow>() {
    constexpr unsigned kWord = kRow * kBits / 32;
    constexpr unsigned kShift = kRow * kBits % 32;
    Lanes numbers = ShiftRight(Lanes::Load(packed + kWord * 16), kShift);
    if constexpr (kShift + kBits > 32) {
      const Lanes high = Lanes::Load(packed + (kWord + 1) * 16);
      numbers = Or(numbers, ShiftLeft(high, 32 - kShift));
    }
    visit(kRow, kShift + kBits == 32 ? numbers : And(numbers, mask));
  };
  [&]<unsigned... kRow>(std::integer_sequence<unsigned, kRow...>) {
    (visit_row.template operator()<kRow>(), ...);
  }
  (std::make_integer_sequence<unsigned, kRowsPerBlock>());
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

template <unsigned kBits, typename Lanes>
void UnpackKnown(const std::byte* packed, std::uint32_t* out) noexcept {
  ForEachRow<kBits, Lanes>(packed, [out](unsigned row, Lanes numbers) {
    numbers.Store(out + 4 * std::size_t{row});
  });
}

// Makes numbers from their gaps, row by row.
template <typename Lanes>
class AscendingRows {
 public:
  AscendingRows(std::uint32_t next, std::uint32_t* out) noexcept
      : base_(Add(Lanes::Splat(next), Lanes::FirstNumbers())), out_(out) {}

  // The numbers of a row are the base plus the sums of their gaps in the row.
  // Inline even where it is called for each of many rows, as the base is then
  // in a register.
  [[gnu::always_inline]] void operator()(unsigned row, Lanes gaps) noexcept {
    const Lanes sums = PrefixSum(gaps);
    Add(base_, sums).Store(out_ + 4 * std::size_t{row});
    base_ = Add(base_, Add(SplatLast(sums), Lanes::Splat(4)));
  }

 private:
  Lanes base_;
  std::uint32_t* out_;
};

template <typename Lanes>
void UnpackAscending(const std::byte* packed, unsigned bits, std::uint32_t next,
                     std::uint32_t* out) noexcept {
  AscendingRows<Lanes> rows(next, out);
  if (bits != 0) {
    ForEachRow<Lanes>(packed, bits, rows);
    return;
  }
  for (unsigned row = 0; row < kRowsPerBlock; ++row) {
    rows(row, Lanes::Splat(0));
  }
}

template <unsigned kBits, typename Lanes>
void UnpackAscendingKnown(const std::byte* packed, std::uint32_t next,
                          std::uint32_t* out) noexcept {
  AscendingRows<Lanes> rows(next, out);
  ForEachRow<kBits, Lanes>(packed, rows);
}

// BlockCodec::unpack and unpack_ascending on 128-bit registers
// (vector_codec.cc). Call only on a machine with such registers.
void UnpackOnVectors(const std::byte* packed, unsigned bits,
                     std::uint32_t* out) noexcept;
void UnpackAscendingOnVectors(const std::byte* packed, unsigned bits,
                              std::uint32_t next, std::uint32_t* out) noexcept;

}  // namespace answerbox::engine
