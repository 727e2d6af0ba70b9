// CRC-32C (Castagnoli), which detects every single change of up to 32
// consecutive bits. Uses the instruction of x86-64 and 64-bit ARM processors
// that have one, else tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::engine {

class Checksum {
 public:
  void Add(std::span<const std::byte> bytes) noexcept;

  // The checksum of all bytes that were added; 0 if none were.
  [[nodiscard]] std::uint32_t value() const noexcept { return ~remainder_; }

 private:
  std::uint32_t remainder_ = 0xFFFFFFFFu;
};

[[nodiscard]] inline std::uint32_t ComputeChecksum(
    std::span<const std::byte> bytes) noexcept {
  Checksum checksum;
  checksum.Add(bytes);
  return checksum.value();
}

}  // namespace answerbox::engine
