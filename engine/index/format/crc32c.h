// The two ways to compute a CRC-32C, for checksum.h to choose from. `remainder`
// is the register of the polynomial division, bits reflected, without the
// exclusive-or at either end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace answerbox::engine {

// For any machine; eight bytes at a time (slicing-by-8; Kounavis and Berry,
// "Novel table lookup-based algorithms for high-performance CRC generation").
[[nodiscard]] std::uint32_t ExtendByTables(
    std::uint32_t remainder, std::span<const std::byte> bytes) noexcept;

// Whether the processor is x86-64 with SSE 4.2, or 64-bit ARM with the CRC-32
// extension.
[[nodiscard]] bool HasCrc32cInstruction() noexcept;
// Takes three cycles for eight bytes. Precondition: HasCrc32cInstruction().
[[nodiscard]] std::uint32_t ExtendByInstruction(
    std::uint32_t remainder, std::span<const std::byte> bytes) noexcept;

}  // namespace answerbox::engine
