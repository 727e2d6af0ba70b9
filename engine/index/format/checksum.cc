#include "engine/index/format/checksum.h"

#include <array>

#include "engine/index/format/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kSlices = 8;
// Castagnoli's polynomial 0x1EDC6F41 (RFC 3720, section 12.1) with its bits
// reversed, because the lowest bit of a byte is divided first. Processors'
// instructions do the same, so files move between machines.
constexpr std::uint32_t kReflectedPolynomial = 0x82F63B78u;

using Table = std::array<std::uint32_t, 256>;

// [s][b]: the remainder of byte b followed by s bytes of zero.
constexpr std::array<Table, kSlices> kTables = [] {
  std::array<Table, kSlices> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder =
          remainder >> 1 ^ ((remainder & 1u) != 0 ? kReflectedPolynomial : 0u);
    }
    tables[0][byte] = remainder;
  }
  for (std::size_t slice = 1; slice < kSlices; ++slice) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[slice - 1][byte];
      tables[slice][byte] = before >> 8 ^ tables[0][before & 0xFFu];
    }
  }
  return tables;
}();

// The remainder of the four bytes of `word`; `slice` bytes follow the first.
std::uint32_t LookUp(std::uint32_t word, std::size_t slice) noexcept {
  return kTables[slice][word & 0xFFu] ^ kTables[slice - 1][word >> 8 & 0xFFu] ^
         kTables[slice - 2][word >> 16 & 0xFFu] ^
         kTables[slice - 3][word >> 24];
}

}  // namespace

// Asks the processor each time, which costs a load. Both ways keep the same
// remainder, so one may continue what the other began.
void Checksum::Add(std::span<const std::byte> bytes) noexcept {
  remainder_ = HasCrc32cInstruction() ? ExtendByInstruction(remainder_, bytes)
                                      : ExtendByTables(remainder_, bytes);
}

std::uint32_t ExtendByTables(std::uint32_t remainder,
                             std::span<const std::byte> bytes) noexcept {
  for (; bytes.size() >= kSlices; bytes = bytes.subspan(kSlices)) {
    // Remainders of the eight bytes may be looked up apart and added, because
    // division by a polynomial over bits has no carries. Only the first four
    // meet the old remainder.
    remainder = LookUp(remainder ^ LoadLittle32(bytes.data()), 7) ^
                LookUp(LoadLittle32(bytes.data() + 4), 3);
  }
  for (const std::byte byte : bytes) {
    remainder =
        remainder >> 8 ^
        kTables[0][(remainder ^ std::to_integer<std::uint32_t>(byte)) & 0xFFu];
  }
  return remainder;
}

}  // namespace answerbox::engine
