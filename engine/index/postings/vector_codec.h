// Unpacking on 128-bit registers. In a file of its own because on 32-bit ARM
// only this file is compiled for NEON. Call only on a machine with such
// registers.
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
