// CRC-32C (Castagnoli), which finds every single change of up to 32 bits in a
// row. On x86-64 and 64-bit ARM the processor's own instruction computes it, if
// there is one; tables do elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::engine {

class Checksum {
 public:
  void Add(std::span<const std::byte> bytes) noexcept;

  // Of everything that was added; of nothing, 0.
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
