#include "engine/index/postings/posting_list.h"

#include <bit>
#include <limits>

#include "engine/index/format/segment_layout.h"

namespace answerbox::engine {

namespace {

// Up to this width, 128 gaps cannot exceed 2^32: every block begins below 2^31,
// and 128 * 2^24 = 2^31.
constexpr unsigned kMaxSafeGapBits = 24;

bool Ascends(const PostingBlock& block, std::uint32_t next_chunk) noexcept {
  bool ascends = block.chunks[0] >= next_chunk;
  for (std::size_t i = 1; i < block.chunks.size(); ++i) {
    ascends = ascends && block.chunks[i] > block.chunks[i - 1];
  }
  return ascends;
}

}  // namespace

Result<PostingList> PostingList::Create(std::span<const std::byte> list,
                                        std::uint64_t file_offset,
                                        std::uint32_t count,
                                        std::uint32_t chunk_count,
                                        const BlockCodec& codec,
                                        BlockChecks* checks) noexcept {
  // A term is in each chunk at most once, so a greater count is damage.
  if (count == 0 || count > chunk_count) {
    return Error{ErrorCode::kCorrupt, "term.chunk_frequency", file_offset};
  }
  PostingList created;
  created.codec_ = &codec;
  created.checks_ = checks;
  created.list_ = list.data();
  created.file_offset_ = file_offset;
  created.count_ = count;
  created.chunk_count_ = chunk_count;
  created.block_count_ = (count - 1) / kPostingsPerBlock + 1;
  const std::uint64_t skip_bytes =
      created.block_count_ > 1
          ? std::uint64_t{created.block_count_} * kSkipEntryBytes
          : 0;
  if (skip_bytes > list.size()) {
    return Error{ErrorCode::kTruncated, "postings.skip", file_offset};
  }
  const std::uint64_t blocks_bytes = list.size() - skip_bytes;
  if (blocks_bytes > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::kCorrupt, "postings", file_offset};
  }
  created.blocks_bytes_ = static_cast<std::uint32_t>(blocks_bytes);
  // The skip entries are checked once here, because FindBlock() and the bounds
  // read them without a check. Blocks are checked when they are decoded.
  if (!created.Holds(blocks_bytes, skip_bytes)) {
    return checks->DamageIn("postings.skip", file_offset + blocks_bytes,
                            skip_bytes);
  }
  return created;
}

Error PostingList::Fail(ErrorCode code, const char* field,
                        const std::byte* at) const noexcept {
  return {code, field, file_offset_ + static_cast<std::uint64_t>(at - list_)};
}

const std::byte* PostingList::SkipEntry(std::uint32_t block) const noexcept {
  return list_ + blocks_bytes_ + std::size_t{block} * kSkipEntryBytes;
}

std::uint32_t PostingList::LastChunk(std::uint32_t block) const noexcept {
  return LoadLittle32(SkipEntry(block));
}

Impacts PostingList::BlockImpacts(std::uint32_t block) const noexcept {
  return DecodeImpacts(SkipEntry(block) + 8);
}

std::uint32_t PostingList::FindBlock(std::uint32_t block,
                                     std::uint32_t chunk) const noexcept {
  if (block_count_ <= 1 || block >= block_count_) return block;
  // Most moves are short, so gallop first, then bisect.
  std::uint32_t low = block;
  std::uint32_t step = 1;
  while (step < block_count_ - low && LastChunk(low + step - 1) < chunk) {
    low += step;
    step *= 2;
  }
  std::uint32_t high =
      step < block_count_ - low ? low + step - 1 : block_count_;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (LastChunk(middle) < chunk) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

Result<void> PostingList::Decode(std::uint32_t block,
                                 PostingBlock& out) const noexcept {
  std::uint32_t begin = 0;
  std::uint32_t end = blocks_bytes_;
  std::uint32_t next_chunk = 0;
  if (block_count_ > 1) {
    const std::byte* const entry = SkipEntry(block);
    end = LoadLittle32(entry + 4);
    if (block > 0) {
      begin = LoadLittle32(entry - kSkipEntryBytes + 4);
      next_chunk = LoadLittle32(entry - kSkipEntryBytes) + 1;
    }
    // Compare before adding: a hostile chunk must not overflow.
    if (begin > end || end > blocks_bytes_ ||
        (block > 0 && next_chunk - 1 >= chunk_count_)) {
      return Fail(ErrorCode::kCorrupt, "postings.skip", entry);
    }
  }
  const std::span<const std::byte> bytes(list_ + begin, end - begin);
  if (!Holds(begin, bytes.size())) {
    return checks_->DamageIn("postings.block", file_offset_ + begin,
                             bytes.size());
  }
  const std::uint32_t size = BlockSize(block);
  auto decoded = size == kPostingsPerBlock
                     ? DecodePacked(bytes, next_chunk, out)
                     : DecodeVarints(bytes, next_chunk, size, out);
  if (!decoded) return decoded;
  // FindBlock() trusts the skip entries. If one lies, a search would pass over
  // postings, so the list is refused.
  if (block_count_ > 1 && LastChunk(block) != out.chunks[size - 1]) {
    return Fail(ErrorCode::kCorrupt, "postings.skip", SkipEntry(block));
  }
  return {};
}

Result<void> PostingList::DecodePacked(std::span<const std::byte> bytes,
                                       std::uint32_t next_chunk,
                                       PostingBlock& out) const noexcept {
  if (bytes.size() < kPackedHeaderBytes) {
    return Fail(ErrorCode::kTruncated, "postings.bits", bytes.data());
  }
  const auto gap_bits = std::to_integer<unsigned>(bytes[0]);
  const auto frequency_bits = std::to_integer<unsigned>(bytes[1]);
  if (gap_bits > kMaxGapBits || frequency_bits > kMaxFrequencyBits) {
    return Fail(ErrorCode::kCorrupt, "postings.bits", bytes.data());
  }
  const std::size_t gap_bytes = PackedBytes(gap_bits);
  if (bytes.size() !=
      kPackedHeaderBytes + gap_bytes + PackedBytes(frequency_bits)) {
    return Fail(ErrorCode::kCorrupt, "postings.block", bytes.data());
  }
  const std::byte* const gaps = bytes.data() + kPackedHeaderBytes;
  codec_->unpack_ascending(gaps, gap_bits, next_chunk, out.chunks.data());
  out.packed_frequencies = gaps + gap_bytes;
  out.frequency_bits = frequency_bits;
  // Gaps are added modulo 2^32. Narrow ones cannot wrap, so nearly all blocks
  // need only their last chunk compared.
  if ((gap_bits > kMaxSafeGapBits && !Ascends(out, next_chunk)) ||
      out.chunks.back() >= chunk_count_) {
    return Fail(ErrorCode::kCorrupt, "postings.chunk", gaps);
  }
  return {};
}

Result<void> PostingList::DecodeVarints(std::span<const std::byte> bytes,
                                        std::uint32_t next_chunk,
                                        std::uint32_t size,
                                        PostingBlock& out) const noexcept {
  VarintReader reader(bytes);
  out.packed_frequencies = nullptr;
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto head = reader.Next();
    if (!head) {
      return Fail(ErrorCode::kTruncated, "postings.chunk", reader.position());
    }
    const std::uint32_t gap = *head >> 1;
    // Compared without adding, so that a hostile gap cannot wrap. next_chunk is
    // at most chunk_count_.
    if (gap >= chunk_count_ - next_chunk) {
      return Fail(ErrorCode::kCorrupt, "postings.chunk", reader.position());
    }
    out.chunks[i] = next_chunk + gap;
    next_chunk = out.chunks[i] + 1;
    out.frequencies[i] = 1;
    // The lowest bit says whether a frequency follows. Most postings have the
    // frequency 1, and so take a byte.
    if ((*head & 1u) == 0) continue;
    const auto more = reader.Next();
    if (!more) {
      return Fail(ErrorCode::kTruncated, "postings.frequency",
                  reader.position());
    }
    if (*more > kMaxFrequency - 2) {
      return Fail(ErrorCode::kCorrupt, "postings.frequency", reader.position());
    }
    out.frequencies[i] = *more + 2;
  }
  if (!reader.AtEnd()) {
    return Fail(ErrorCode::kCorrupt, "postings.block", reader.position());
  }
  return {};
}

void PostingList::DecodeFrequencies(PostingBlock& out) const noexcept {
  if (out.packed_frequencies == nullptr) return;
  // Unpacked apart from the chunks and only when asked for: many postings are
  // passed over by their chunks alone.
  codec_->unpack(out.packed_frequencies, out.frequency_bits,
                 out.frequencies.data());
  for (std::uint32_t& frequency : out.frequencies) ++frequency;
  if (out.frequency_bits == kMaxFrequencyBits) {
    // Frequencies are stored less 1, so the greatest number of 16 bits is out
    // of range.
    for (std::uint32_t& frequency : out.frequencies) {
      frequency = std::min(frequency, kMaxFrequency);
    }
  }
  out.packed_frequencies = nullptr;
}

Result<bool> PostingCursor::EnterBlock(std::uint32_t block) noexcept {
  size_ = next_ = 0;
  // At the end already, in case the block cannot be decoded: after an error the
  // cursor is at its end.
  block_ = list_.block_count();
  if (block >= list_.block_count()) return false;
  if (auto decoded = list_.Decode(block, postings_); !decoded) {
    return decoded.error();
  }
  block_ = block;
  size_ = list_.BlockSize(block);
  next_ = 1;
  return true;
}

Result<bool> PostingCursor::SeekToBlock(std::uint32_t chunk) noexcept {
  const std::uint32_t from = size_ == 0 ? block_ : block_ + 1;
  auto entered = EnterBlock(list_.FindBlock(from, chunk));
  if (!entered || !*entered) return entered;
  // Only a list of one block may end before `chunk`: FindBlock() does not
  // compare.
  if (postings_.chunks[size_ - 1] < chunk) {
    return EnterBlock(list_.block_count());
  }
  SeekInBlock(chunk);
  return true;
}

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
