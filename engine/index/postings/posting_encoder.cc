#include "engine/index/postings/posting_encoder.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/block_codec.h"

namespace answerbox::engine {
namespace {

std::uint32_t Counted(std::uint32_t frequency) noexcept {
  return std::min(frequency, kMaxFrequency);
}

// Calls visit(gap, frequency) for every posting.
template <typename Visit>
void ForEachGap(std::span<const Posting> postings, std::uint32_t next_chunk,
                const Visit& visit) noexcept {
  for (const Posting& posting : postings) {
    visit(posting.chunk - next_chunk, Counted(posting.frequency));
    next_chunk = posting.chunk + 1;
  }
}

struct BlockBits {
  unsigned gap = 0;
  unsigned frequency = 0;

  [[nodiscard]] std::size_t bytes() const noexcept {
    return kPackedHeaderBytes + PackedBytes(gap) + PackedBytes(frequency);
  }
};

BlockBits BitsOf(std::span<const Posting> postings,
                 std::uint32_t next_chunk) noexcept {
  std::uint32_t gaps = 0;
  std::uint32_t frequencies = 0;
  ForEachGap(postings, next_chunk,
             [&](std::uint32_t gap, std::uint32_t frequency) {
               // The union of numbers is as wide as the greatest of them, and
               // needs no comparison.
               gaps |= gap;
               frequencies |= frequency - 1;
             });
  return {static_cast<unsigned>(std::bit_width(gaps)),
          static_cast<unsigned>(std::bit_width(frequencies))};
}

// Precondition: a block of kPostingsPerBlock postings.
std::size_t EncodePacked(std::span<const Posting> postings,
                         std::uint32_t next_chunk, std::byte* to) noexcept {
  std::array<std::uint32_t, kPostingsPerBlock> gaps;
  std::array<std::uint32_t, kPostingsPerBlock> frequencies;
  std::size_t count = 0;
  ForEachGap(postings, next_chunk,
             [&](std::uint32_t gap, std::uint32_t frequency) {
               gaps[count] = gap;
               // Less 1, because most terms occur once in a chunk: such a block
               // stores no bits for frequencies.
               frequencies[count++] = frequency - 1;
             });
  const BlockBits bits = BitsOf(postings, next_chunk);
  to[0] = static_cast<std::byte>(bits.gap);
  to[1] = static_cast<std::byte>(bits.frequency);
  std::byte* const packed = to + kPackedHeaderBytes;
  PackBlock(gaps, bits.gap, packed);
  PackBlock(frequencies, bits.frequency, packed + PackedBytes(bits.gap));
  return bits.bytes();
}

std::size_t EncodeVarints(std::span<const Posting> postings,
                          std::uint32_t next_chunk, std::byte* to) noexcept {
  std::byte* end = to;
  ForEachGap(postings, next_chunk,
             [&](std::uint32_t gap, std::uint32_t frequency) {
               end = PutPosting(end, gap, frequency);
             });
  return static_cast<std::size_t>(end - to);
}

}  // namespace

std::size_t EncodeBlock(std::span<const Posting> postings,
                        std::uint32_t next_chunk, std::byte* to) noexcept {
  // Only full blocks are packed. Most lists are short, and packing pads to 128
  // numbers.
  return postings.size() == kPostingsPerBlock
             ? EncodePacked(postings, next_chunk, to)
             : EncodeVarints(postings, next_chunk, to);
}

std::size_t EncodedBlockBytes(std::span<const Posting> postings,
                              std::uint32_t next_chunk) noexcept {
  if (postings.size() == kPostingsPerBlock) {
    return BitsOf(postings, next_chunk).bytes();
  }
  std::size_t bytes = 0;
  ForEachGap(postings, next_chunk,
             [&](std::uint32_t gap, std::uint32_t frequency) {
               bytes += VarintBytes(gap << 1);
               if (frequency > 1) bytes += VarintBytes(frequency - 2);
             });
  return bytes;
}

}  // namespace answerbox::engine
