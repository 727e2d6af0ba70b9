// Unpacking on 128-bit registers. A file of its own, as on 32-bit ARM it alone
// is compiled for NEON. Call only on a machine that has the registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace answerbox::engine {

// BlockCodec::unpack and unpack_ascending.
void UnpackOnVectors(const std::byte* packed, unsigned bits,
                     std::uint32_t* out) noexcept;
void UnpackAscendingOnVectors(const std::byte* packed, unsigned bits,
                              std::uint32_t next, std::uint32_t* out) noexcept;

}  // namespace answerbox::engine
