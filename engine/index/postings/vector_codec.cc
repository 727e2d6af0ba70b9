// In a file of its own because on 32-bit ARM only this file is compiled for
// NEON.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/index/postings/block_unpack.h"

namespace answerbox::engine {
namespace {

// Four lanes as one 128-bit register, in the vector extensions that g++ and
// clang share: SSE2 on x86-64, NEON on ARM. Little-endian machines only.
struct VectorLanes {
  using Register = std::uint32_t __attribute__((vector_size(16)));
  static_assert(std::endian::native == std::endian::little);

  Register lanes;

  static VectorLanes Load(const std::byte* from) noexcept {
    VectorLanes loaded;
    std::memcpy(&loaded.lanes, from, sizeof loaded.lanes);
    return loaded;
  }
  static VectorLanes Splat(std::uint32_t value) noexcept {
    return {Register{value, value, value, value}};
  }
  static VectorLanes FirstNumbers() noexcept { return {Register{0, 1, 2, 3}}; }

  void Store(std::uint32_t* to) const noexcept {
    std::memcpy(to, &lanes, sizeof lanes);
  }

  friend VectorLanes Or(VectorLanes a, VectorLanes b) noexcept {
    return {a.lanes | b.lanes};
  }
  friend VectorLanes And(VectorLanes a, VectorLanes b) noexcept {
    return {a.lanes & b.lanes};
  }
  friend VectorLanes Add(VectorLanes a, VectorLanes b) noexcept {
    return {a.lanes + b.lanes};
  }
  friend VectorLanes ShiftLeft(VectorLanes a, unsigned bits) noexcept {
    return {a.lanes << bits};
  }
  friend VectorLanes ShiftRight(VectorLanes a, unsigned bits) noexcept {
    return {a.lanes >> bits};
  }
  friend VectorLanes PrefixSum(VectorLanes a) noexcept {
    constexpr Register kZero = {0, 0, 0, 0};
    // Two steps in place of three (Hillis and Steele 1986): first each lane
    // adds the one before it, then the sum of the two before that.
    a.lanes += __builtin_shufflevector(kZero, a.lanes, 0, 4, 5, 6);
    a.lanes += __builtin_shufflevector(kZero, a.lanes, 0, 0, 4, 5);
    return a;
  }
  friend VectorLanes SplatLast(VectorLanes a) noexcept {
    return {__builtin_shufflevector(a.lanes, a.lanes, 3, 3, 3, 3)};
  }
};

// Most blocks' numbers have so few bits. Each of these numbers of bits has a
// function of its own. No others have, as each takes 600 to 2,200 bytes, and
// small processors hold 32 kB of instructions at hand.
constexpr unsigned kMostFrequencyBits = 4;  // From 1 on.
constexpr unsigned kLeastGapBits = 3;
constexpr unsigned kMostGapBits = 8;

template <unsigned... kBits>
constexpr auto UnpackByBits(
    std::integer_sequence<unsigned, kBits...>) noexcept {
  return std::array{&UnpackKnown<kBits + 1, VectorLanes>...};
}
template <unsigned... kBits>
constexpr auto UnpackAscendingByBits(
    std::integer_sequence<unsigned, kBits...>) noexcept {
  return std::array{
      &UnpackAscendingKnown<kBits + kLeastGapBits, VectorLanes>...};
}

constexpr auto kUnpack =
    UnpackByBits(std::make_integer_sequence<unsigned, kMostFrequencyBits>());
constexpr auto kUnpackAscending = UnpackAscendingByBits(
    std::make_integer_sequence<unsigned, kMostGapBits - kLeastGapBits + 1>());

}  // namespace

void UnpackOnVectors(const std::byte* packed, unsigned bits,
                     std::uint32_t* out) noexcept {
  if (bits == 0 || bits > kMostFrequencyBits) {
    Unpack<VectorLanes>(packed, bits, out);
  } else {
    kUnpack[bits - 1](packed, out);
  }
}

void UnpackAscendingOnVectors(const std::byte* packed, unsigned bits,
                              std::uint32_t next, std::uint32_t* out) noexcept {
  if (bits < kLeastGapBits || bits > kMostGapBits) {
    UnpackAscending<VectorLanes>(packed, bits, next, out);
  } else {
    kUnpackAscending[bits - kLeastGapBits](packed, next, out);
  }
}

}  // namespace answerbox::engine
