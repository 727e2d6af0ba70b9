#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"

#if defined(__aarch64__)
#include <arm_acle.h>
#include <sys/auxv.h>
#endif

namespace answerbox::engine {

#if defined(__x86_64__)

bool HasCrc32cInstruction() noexcept {
  return __builtin_cpu_supports("sse4.2") != 0;
}

// The attribute is for this function alone: the rest of the program must also
// run on processors without SSE 4.2.
[[gnu::target("sse4.2")]] std::uint32_t ExtendByInstruction(
    std::uint32_t remainder, std::span<const std::byte> bytes) noexcept {
  constexpr std::size_t kWordBytes = 8;
  std::uint64_t wide = remainder;
  for (; bytes.size() >= kWordBytes; bytes = bytes.subspan(kWordBytes)) {
    wide = __builtin_ia32_crc32di(wide, LoadLittle64(bytes.data()));
  }
  remainder = static_cast<std::uint32_t>(wide);
  for (const std::byte byte : bytes) {
    remainder =
        __builtin_ia32_crc32qi(remainder, std::to_integer<unsigned char>(byte));
  }
  return remainder;
}

#elif defined(__aarch64__)

bool HasCrc32cInstruction() noexcept {
  constexpr unsigned long kCrc32 = 1ul << 7;  // HWCAP_CRC32 of the kernel.
  return (getauxval(AT_HWCAP) & kCrc32) != 0;
}

std::uint32_t ExtendByInstruction(std::uint32_t remainder,
                                  std::span<const std::byte> bytes) noexcept {
  constexpr std::size_t kWordBytes = 8;
  for (; bytes.size() >= kWordBytes; bytes = bytes.subspan(kWordBytes)) {
    remainder = __crc32cd(remainder, LoadLittle64(bytes.data()));
  }
  for (const std::byte byte : bytes) {
    remainder = __crc32cb(remainder, std::to_integer<std::uint8_t>(byte));
  }
  return remainder;
}

#else

// Other processors. ExtendByInstruction() is never called then; it is here so
// that checksum.cc needs no preprocessor.
bool HasCrc32cInstruction() noexcept { return false; }

std::uint32_t ExtendByInstruction(std::uint32_t remainder,
                                  std::span<const std::byte> bytes) noexcept {
  return ExtendByTables(remainder, bytes);
}

#endif

}  // namespace answerbox::engine
