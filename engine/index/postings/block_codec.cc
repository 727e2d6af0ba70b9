#include "engine/index/postings/block_codec.h"

#include <array>
#include <cassert>

#include "engine/index/postings/block_unpack.h"
#include "engine/index/postings/scalar_lanes.h"

#if defined(ANSWERBOX_VECTOR_CODEC)
#include "engine/index/postings/vector_codec.h"
#if defined(__arm__)
#include <sys/auxv.h>
#endif
#endif

namespace answerbox::engine {
namespace {

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
  const std::span<const BlockCodec> all = kCodecs;
  return HasRegisters() ? all : all.last(1);
}

void PackBlock(std::span<const std::uint32_t, kPackedNumbers> numbers,
               unsigned bits, std::byte* to) noexcept {
  for (std::size_t lane = 0; lane < 4; ++lane) {
    std::byte* word = to + 4 * lane;
    std::uint64_t pending = 0;
    unsigned pending_bits = 0;
    for (std::size_t i = lane; i < kPackedNumbers; i += 4) {
      assert(bits == 32 || numbers[i] >> bits == 0);
      pending |= std::uint64_t{numbers[i]} << pending_bits;
      pending_bits += bits;
      if (pending_bits < 32) continue;
      StoreLittle32(word, static_cast<std::uint32_t>(pending));
      word += 16;
      pending >>= 32;
      pending_bits -= 32;
    }
  }
}

}  // namespace answerbox::engine
