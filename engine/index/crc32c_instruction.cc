#include "engine/index/crc32c.h"
#include "engine/index/little_endian.h"

namespace answerbox::engine {

#if defined(__x86_64__)

bool HasCrc32cInstruction() noexcept {
  return __builtin_cpu_supports("sse4.2") != 0;
}

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

#else

bool HasCrc32cInstruction() noexcept { return false; }

std::uint32_t ExtendByInstruction(std::uint32_t remainder,
                                  std::span<const std::byte> bytes) noexcept {
  return ExtendByTables(remainder, bytes);
}

#endif

}  // namespace answerbox::engine
