// Identities of chunks and documents, computed by Nettle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

using ChunkId = std::array<std::byte, 16>;
using Sha256 = std::array<std::byte, 32>;

// First half of the SHA-256 of the chunk's bytes followed by its position in
// the document (number of the chunk from 0, 4 bytes little-endian). The
// published method uses MD5, for which anybody can make two texts with the same
// identity. The audit log cites chunks by this id, so it must not be forgeable.
// Allocates nothing.
[[nodiscard]] ChunkId ComputeChunkId(std::string_view content,
                                     std::uint32_t position) noexcept;

[[nodiscard]] Sha256 ComputeSha256(std::string_view content) noexcept;

}  // namespace answerbox::engine
