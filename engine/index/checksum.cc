#include "engine/index/checksum.h"

#include <array>

#include "engine/index/little_endian.h"

namespace answerbox::engine {
namespace {

constexpr std::uint32_t kReflectedPolynomial = 0x82F63B78u;
constexpr std::size_t kStepBytes = 8;

using Table = std::array<std::uint32_t, 256>;

// tables[k][b]: what byte b does to the checksum when k bytes follow it.
constexpr std::array<Table, kStepBytes> MakeTables() {
  std::array<Table, kStepBytes> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = value >> 1 ^ ((value & 1) != 0 ? kReflectedPolynomial : 0);
    }
    tables[0][byte] = value;
  }
  for (std::size_t k = 1; k < kStepBytes; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = before >> 8 ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr std::array<Table, kStepBytes> kTables = MakeTables();

// The four bytes of `word`, with `following` more after them in the step.
std::uint32_t Fold(std::uint32_t word, std::size_t following) noexcept {
  return kTables[following + 3][word & 0xFF] ^
         kTables[following + 2][word >> 8 & 0xFF] ^
         kTables[following + 1][word >> 16 & 0xFF] ^
         kTables[following][word >> 24];
}

}  // namespace

void Checksum::Add(std::span<const std::byte> bytes) noexcept {
  std::uint32_t state = state_;
  const std::byte* from = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= kStepBytes; left -= kStepBytes, from += kStepBytes) {
    state =
        Fold(state ^ LoadLittle32(from), 4) ^ Fold(LoadLittle32(from + 4), 0);
  }
  for (; left > 0; --left, ++from) {
    const std::uint32_t byte = std::to_integer<std::uint32_t>(*from);
    state = state >> 8 ^ kTables[0][(state ^ byte) & 0xFF];
  }
  state_ = state;
}

std::uint32_t ComputeChecksum(std::span<const std::byte> bytes) noexcept {
  Checksum checksum;
  checksum.Add(bytes);
  return checksum.value();
}

}  // namespace answerbox::engine
