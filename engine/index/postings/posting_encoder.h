// Encodes blocks of postings. Layout: docs/segment-format.md, "Postings";
// posting_list.h reads it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/index/format/block_impacts.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/varint.h"
#include "engine/index/postings/posting_list.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxBlockBytes =
    kPostingsPerBlock * 2 * kMaxVarintBytes;

// Writes one posting of a block of fewer than kPostingsPerBlock postings at
// `to`; returns the end.
//   gap        number of chunks between the previous posting and this one
//   frequency  1 to kMaxFrequency
inline std::byte* PutPosting(std::byte* to, std::uint32_t gap,
                             std::uint32_t frequency) noexcept {
  const bool is_repeated = frequency > 1;
  to = PutVarint(to, gap << 1 | (is_repeated ? 1u : 0u));
  return is_repeated ? PutVarint(to, frequency - 2) : to;
}

// Functions on one block of 1 to kPostingsPerBlock postings:
//   next_chunk  the least chunk that the first posting may have

// Writes the block at `to`, which has room for kMaxBlockBytes; returns its
// size.
[[nodiscard]] std::size_t EncodeBlock(std::span<const Posting> postings,
                                      std::uint32_t next_chunk,
                                      std::byte* to) noexcept;

// Writes the skip entry of a block, kSkipEntryBytes, at `to`.
//   end      of the block, from the list's beginning
//   lengths  lengths[chunk] is the number of a chunk's terms
template <typename Lengths>
void PutSkipEntry(std::span<const Posting> postings, std::uint32_t end,
                  const Lengths& lengths, std::byte* to) noexcept {
  ImpactCollector impacts;
  for (const Posting& posting : postings) {
    impacts.Add(std::min(posting.frequency, kMaxFrequency),
                lengths[posting.chunk]);
  }
  StoreLittle32(to, postings.back().chunk);
  StoreLittle32(to + 4, end);
  impacts.Encode(to + 8);
}

// The size of an encoded block, in fewer steps.
[[nodiscard]] std::size_t EncodedBlockBytes(std::span<const Posting> postings,
                                            std::uint32_t next_chunk) noexcept;

}  // namespace answerbox::engine
