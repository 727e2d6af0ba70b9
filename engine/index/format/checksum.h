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

// The two ways that Checksum chooses from. `remainder` is the register of the
// polynomial division, bits reflected, without the exclusive-or at either end.
// This one is for any machine; eight bytes at a time (slicing-by-8; Kounavis
// and Berry, "Novel table lookup-based algorithms for high-performance CRC
// generation").
[[nodiscard]] std::uint32_t ExtendByTables(
    std::uint32_t remainder, std::span<const std::byte> bytes) noexcept;

// Whether the processor is x86-64 with SSE 4.2, or 64-bit ARM with the CRC-32
// extension.
[[nodiscard]] bool HasCrc32cInstruction() noexcept;
// Takes three cycles for eight bytes. Precondition: HasCrc32cInstruction().
[[nodiscard]] std::uint32_t ExtendByInstruction(
    std::uint32_t remainder, std::span<const std::byte> bytes) noexcept;

}  // namespace answerbox::engine
