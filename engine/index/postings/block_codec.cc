#include "engine/index/postings/block_codec.h"

#include <array>
#include <cassert>

#include "engine/index/format/little_endian.h"
#include "engine/index/postings/block_unpack.h"

#if defined(ANSWERBOX_VECTOR_CODEC)
#if defined(__arm__)
#include <sys/auxv.h>
#endif
#endif

namespace answerbox::engine {
namespace {

// Four lanes as an array: for machines without 128-bit registers, and as the
// reference for testing VectorLanes.
struct ScalarLanes {
  std::array<std::uint32_t, 4> lane;

  static ScalarLanes Load(const std::byte* from) noexcept {
    return {{LoadLittle32(from), LoadLittle32(from + 4), LoadLittle32(from + 8),
             LoadLittle32(from + 12)}};
  }
  static ScalarLanes Splat(std::uint32_t value) noexcept {
    return {{value, value, value, value}};
  }
  static ScalarLanes FirstNumbers() noexcept { return {{0, 1, 2, 3}}; }

  void Store(std::uint32_t* to) const noexcept {
    for (std::size_t i = 0; i < 4; ++i) to[i] = lane[i];
  }

  // Applies one operation to each pair of lanes.
  template <typename Operation>
  friend ScalarLanes Combine(ScalarLanes a, const ScalarLanes& b,
                             const Operation& operation) noexcept {
    for (std::size_t i = 0; i < 4; ++i) {
      a.lane[i] = operation(a.lane[i], b.lane[i]);
    }
    return a;
  }
  friend ScalarLanes Or(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x | y; });
  }
  friend ScalarLanes And(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x & y; });
  }
  friend ScalarLanes Add(const ScalarLanes& a, const ScalarLanes& b) noexcept {
    return Combine(a, b, [](auto x, auto y) { return x + y; });
  }
  friend ScalarLanes ShiftLeft(const ScalarLanes& a, unsigned bits) noexcept {
    return Combine(a, Splat(bits), [](auto x, auto y) { return x << y; });
  }
  friend ScalarLanes ShiftRight(const ScalarLanes& a, unsigned bits) noexcept {
    return Combine(a, Splat(bits), [](auto x, auto y) { return x >> y; });
  }
  friend ScalarLanes PrefixSum(ScalarLanes a) noexcept {
    for (std::size_t i = 1; i < 4; ++i) a.lane[i] += a.lane[i - 1];
    return a;
  }
  friend ScalarLanes SplatLast(const ScalarLanes& a) noexcept {
    return Splat(a.lane[3]);
  }
};

constexpr std::array kCodecs = {
#if defined(ANSWERBOX_VECTOR_CODEC)
    BlockCodec{"vector", &UnpackOnVectors, &UnpackAscendingOnVectors},
#endif
    BlockCodec{"scalar", &Unpack<ScalarLanes>, &UnpackAscending<ScalarLanes>},
};

// x86-64 and aarch64 always have the registers; ARMv7 may lack them.
bool HasRegisters() noexcept {
#if defined(ANSWERBOX_VECTOR_CODEC) && defined(__arm__)
  constexpr unsigned long kNeon = 1ul << 12;  // HWCAP_NEON of the kernel.
  return (getauxval(AT_HWCAP) & kNeon) != 0;
#else
  return true;
#endif
}

}  // namespace

std::span<const BlockCodec> BlockCodecs() noexcept {
  // The scalar codec comes last and runs everywhere.
  const std::span<const BlockCodec> all = kCodecs;
  return HasRegisters() ? all : all.last(1);
}

void PackBlock(std::span<const std::uint32_t, kPackedNumbers> numbers,
               unsigned bits, std::byte* to) noexcept {
  for (std::size_t lane = 0; lane < 4; ++lane) {
    // A lane is packed by itself: the numbers lane, lane + 4, ... into every
    // fourth word. So bit position k is the same in all four lanes, and one
    // shift unpacks four numbers.
    std::size_t word = 4 * lane;
    std::uint64_t pending = 0;
    unsigned pending_bits = 0;
    for (std::size_t i = lane; i < kPackedNumbers; i += 4) {
      assert(bits == 32 || numbers[i] >> bits == 0);
      pending |= std::uint64_t{numbers[i]} << pending_bits;
      pending_bits += bits;
      if (pending_bits < 32) continue;
      StoreLittle32(to + word, static_cast<std::uint32_t>(pending));
      word += 16;
      pending >>= 32;
      pending_bits -= 32;
    }
  }
}

}  // namespace answerbox::engine
