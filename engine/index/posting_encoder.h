// Encodes blocks of postings. Layout: docs/segment-format.md, "Postings";
// posting_list.h reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/posting_list.h"
#include "engine/index/varint.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxBlockBytes =
    kPostingsPerBlock * 2 * kMaxVarintBytes;

// Functions on one block of 1 to kPostingsPerBlock postings:
//   next_chunk  the least chunk that the first posting may have

// Writes the block at `to`, which has room for kMaxBlockBytes; returns its
// size.
[[nodiscard]] std::size_t EncodeBlock(std::span<const Posting> postings,
                                      std::uint32_t next_chunk,
                                      std::byte* to) noexcept;

// Its size, in fewer steps.
[[nodiscard]] std::size_t EncodedBlockBytes(std::span<const Posting> postings,
                                            std::uint32_t next_chunk) noexcept;

}  // namespace answerbox::engine
