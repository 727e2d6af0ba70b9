#include "engine/index/terms/term_writer.h"

#include <cassert>
#include <limits>

#include "engine/index/format/little_endian.h"
#include "engine/numeric/integer_logarithm.h"

namespace answerbox::engine {

Result<void> DictionaryWriter::BeginBlock(std::uint64_t first_eight,
                                          std::uint64_t postings_begin) {
  constexpr std::uint64_t kMaxBlockOffset =
      std::numeric_limits<std::uint32_t>::max();
  // Offsets in the dictionary have 32 bits. Checked once for a block, with room
  // for the largest one, so that its entries need no check.
  if (writer_->section_bytes() >
      kMaxBlockOffset - kTermsPerBlock * kMaxEntryBytes) {
    return Error{ErrorCode::kLimitExceeded, "dictionary_bytes",
                 kMaxBlockOffset};
  }
  blocks_[block_count_++] = {
      static_cast<std::uint32_t>(writer_->section_bytes()), postings_begin,
      PrefixOfFirst(first_eight)};
  terms_in_block_ = 0;
  // The first term of a block is stored in full, so that a search can begin
  // there: it shares nothing with the last term of the block before.
  last_first_ = 0;
  last_bytes_ = 0;
  return {};
}

std::byte* DictionaryWriter::PutLongTerm(std::string_view term,
                                         std::uint64_t first_eight) noexcept {
  // If the last term is shorter, zeros follow it; no term contains a zero.
  const std::size_t shared =
      last_bytes_ > 8 && last_first_ == first_eight
          ? SharedPrefix(
                {reinterpret_cast<const char*>(last_.data()), last_bytes_},
                term)
          : std::min(FirstMark(first_eight ^ last_first_), last_bytes_);
  PutLengths(shared, term.size() - shared, entry_);
  // Kept for the next long term only: a term of at most eight bytes is compared
  // by its bytes in a register.
  CopyShort(term, last_.data());
  last_first_ = first_eight;
  last_bytes_ = term.size();
  return CopyShort(term.substr(shared), entry_ + kLengthsBytes);
}

Result<void> DictionaryWriter::WriteBlocks() {
  writer_->Begin(Section::kTermBlocks);
  for (const TermBlockRow& row : blocks_.first(block_count_)) {
    auto written = writer_->AppendRow<kTermBlockBytes>(row);
    if (!written) return written;
  }
  writer_->Begin(Section::kTermSamples);
  // The samples are small enough to stay in memory: a search reads them first,
  // and then one page of rows.
  for (std::size_t i = 0; i < block_count_; i += kBlocksPerTermSample) {
    std::array<std::byte, kTermSampleBytes> sample;
    StorePrefix(sample.data(), blocks_[i].prefix);
    if (auto written = writer_->Append(sample); !written) return written;
  }
  return {};
}

namespace {

constexpr std::uint64_t kMaxOffset = std::numeric_limits<std::uint32_t>::max();

std::uint64_t BlocksOf(std::uint64_t terms) noexcept {
  return (terms + kTermsPerBlock - 1) / kTermsPerBlock;
}

// A list of more than one block has a skip entry for each block.
std::uint64_t SkipBytes(std::uint32_t postings) {
  if (postings <= kPostingsPerBlock) return 0;
  const std::uint64_t blocks = (postings - 1) / kPostingsPerBlock + 1;
  return blocks * kSkipEntryBytes;
}

// Skip entries hold offsets of 32 bits within a list.
Result<void> CheckListBytes(std::uint64_t bytes) {
  if (bytes <= kMaxOffset) return {};
  return Error{ErrorCode::kLimitExceeded, "postings_bytes", bytes};
}

}  // namespace

Result<TermTables> TakeTermTables(Scratch& scratch, Profile profile,
                                  std::uint64_t terms, std::uint64_t chunks) {
  const auto blocks = TakeArray<TermBlockRow>(scratch, BlocksOf(terms));
  if (!blocks) return blocks.error();
  if (profile != Profile::kPaper) return TermTables{*blocks, {}, {}};
  const auto frequencies = TakeArray<std::uint32_t>(scratch, terms);
  if (!frequencies) return frequencies.error();
  const auto norms = TakeArray<std::uint64_t>(scratch, chunks);
  if (!norms) return norms.error();
  return TermTables{*blocks, *frequencies, *norms};
}

std::uint64_t TermTableBytes(Profile profile, std::uint64_t terms,
                             std::uint64_t chunks) noexcept {
  const std::uint64_t bytes = BlocksOf(terms) * sizeof(TermBlockRow);
  if (profile != Profile::kPaper) return bytes;
  return bytes + terms * sizeof(std::uint32_t) + chunks * sizeof(std::uint64_t);
}

TermWriter::TermWriter(TermSource& source, SegmentWriter& writer,
                       Profile profile,
                       std::span<const std::uint16_t> chunk_lengths,
                       const TermTables& tables)
    : source_(&source),
      writer_(&writer),
      profile_(profile),
      chunk_lengths_(chunk_lengths),
      tables_(tables) {}

// A growing vector may hold twice the memory that it needs.
std::size_t TermWriter::MemoryBytes(std::uint64_t chunks) noexcept {
  return static_cast<std::size_t>(2 * (chunks / kPostingsPerBlock + 1) *
                                  kSkipEntryBytes);
}

Result<std::uint32_t> TermWriter::WriteTerms() {
  // Scratch memory has unspecified content.
  std::fill(tables_.squared_norms.begin(), tables_.squared_norms.end(), 0u);
  auto terms = WritePostings();
  if (!terms) return terms;
  if (auto written = WriteDictionary(); !written) return written.error();
  return terms;
}

// Calls visit(postings) for each block of the source's current list.
template <typename Visit>
Result<void> TermWriter::ForEachBlock(const Visit& visit) {
  for (;;) {
    const auto postings = source_->NextPostings();
    if (!postings) return postings.error();
    if (postings->empty()) return {};
    if (auto visited = visit(*postings); !visited) return visited;
    if (postings->size() < kPostingsPerBlock) return {};
  }
}

// Writes the current list, unless it is a single posting, which the dictionary
// holds. Returns the number of postings.
Result<std::uint32_t> TermWriter::WriteList() {
  std::uint32_t count = 0;
  std::uint64_t bytes = 0;
  std::uint32_t next_chunk = 0;
  skip_.clear();
  const auto write = [&](std::span<const Posting> postings) -> Result<void> {
    // Most terms are in one chunk alone. The dictionary holds their posting in
    // place of an offset.
    const bool is_alone = count == 0 && postings.size() == 1;
    count += static_cast<std::uint32_t>(postings.size());
    if (is_alone) return {};
    const std::size_t block_bytes =
        EncodeBlock(postings, next_chunk, block_.data());
    bytes += block_bytes;
    next_chunk = postings.back().chunk + 1;
    // A first block that is full may be followed by others. If it is not, its
    // entry is not written.
    if (count >= kPostingsPerBlock) {
      skip_.resize(skip_.size() + kSkipEntryBytes);
      PutSkipEntry(postings, static_cast<std::uint32_t>(bytes), chunk_lengths_,
                   skip_.data() + skip_.size() - kSkipEntryBytes);
    }
    return writer_->Append({block_.data(), block_bytes});
  };
  if (auto written = ForEachBlock(write); !written) return written.error();
  assert(count > 0);
  if (auto fits = CheckListBytes(bytes + SkipBytes(count)); !fits) {
    return fits.error();
  }
  if (count > kPostingsPerBlock) {
    if (auto written = writer_->Append(skip_); !written) {
      return written.error();
    }
  }
  return count;
}

// Reads the current list again to measure it for the dictionary, and adds it to
// the norms, since its idf is now known.
Result<TermWriter::List> TermWriter::MeasureList() {
  List list;
  std::uint64_t bytes = 0;
  std::uint32_t next_chunk = 0;
  const bool has_norms = profile_ == Profile::kPaper;
  const std::uint16_t idf =
      has_norms ? PaperIdfQ11(chunk_count(), tables_.chunk_frequencies[term_])
                : std::uint16_t{0};
  const auto measure = [&](std::span<const Posting> postings) -> Result<void> {
    list.count += static_cast<std::uint32_t>(postings.size());
    list.block_bytes = list.count == 1
                           ? EncodeBlock(postings, next_chunk, block_.data())
                           : EncodedBlockBytes(postings, next_chunk);
    bytes += list.block_bytes;
    next_chunk = postings.back().chunk + 1;
    if (has_norms) AddToNorms(postings, idf);
    return {};
  };
  if (auto read = ForEachBlock(measure); !read) return read.error();
  assert(list.count > 0);
  bytes += SkipBytes(list.count);
  if (auto fits = CheckListBytes(bytes); !fits) return fits.error();
  list.bytes = static_cast<std::uint32_t>(bytes);
  return list;
}

Result<std::uint32_t> TermWriter::WritePostings() {
  writer_->Begin(Section::kPostings);
  if (auto rewound = source_->Rewind(); !rewound) return rewound.error();
  for (term_ = 0;; ++term_) {
    const auto moved = source_->NextTerm();
    if (!moved) return moved.error();
    if (!*moved) return term_;
    const auto count = WriteList();
    if (!count) return count.error();
    if (profile_ == Profile::kPaper) tables_.chunk_frequencies[term_] = *count;
  }
}

Result<void> TermWriter::WriteDictionary() {
  DictionaryWriter dictionary(*writer_, tables_.blocks);
  if (auto rewound = source_->Rewind(); !rewound) return rewound;
  std::uint64_t postings_bytes = 0;
  for (term_ = 0;; ++term_) {
    const auto moved = source_->NextTerm();
    if (!moved) return moved.error();
    if (!*moved) return dictionary.WriteBlocks();
    // The lists are read a second time, because keeping a size for each term
    // would take memory that grows with the segment. A merge has no such
    // memory.
    const auto list = MeasureList();
    if (!list) return list.error();
    const std::string_view term = source_->term();
    const auto place = dictionary.BeginTerm(
        term, LoadUpToEightBytes(term.data(), term.size()), postings_bytes);
    if (!place) return place.error();
    std::byte* end = PutVarint(*place, list->count);
    if (list->count == 1) {
      // MeasureList() left the only posting in block_.
      end = std::copy_n(block_.data(), list->block_bytes, end);
    } else {
      end = PutVarint(end, list->bytes);
      postings_bytes += list->bytes;
    }
    dictionary.EndTerm(end);
  }
}

void TermWriter::AddToNorms(std::span<const Posting> postings,
                            std::uint16_t idf) {
  for (const Posting& posting : postings) {
    std::uint64_t& sum = tables_.squared_norms[posting.chunk];
    sum = AddSquare(sum, posting.frequency, idf);
  }
}

Result<void> TermWriter::WriteSquaredNorms() {
  writer_->Begin(Section::kSquaredNorms);
  for (const std::uint64_t norm : tables_.squared_norms) {
    std::array<std::byte, kSquaredNormBytes> bytes;
    StoreLittle64(bytes.data(), norm);
    if (auto written = writer_->Append(bytes); !written) return written;
  }
  return {};
}

Result<void> WriteTermsOfOneChunk(const Vocabulary& vocabulary,
                                  const TermOrder& order,
                                  std::span<const std::byte> chunk_terms,
                                  Profile profile, const TermTables& tables,
                                  Scratch& scratch, SegmentWriter& writer) {
  const auto frequencies = TakeArray<std::uint32_t>(scratch, vocabulary.size());
  if (!frequencies) return frequencies.error();
  std::fill(frequencies->begin(), frequencies->end(), 0u);
  VarintReader terms(chunk_terms);
  // All terms are of the only chunk, so counting them is inverting them.
  while (const auto number = terms.Next()) ++(*frequencies)[*number];

  writer.Begin(Section::kPostings);
  DictionaryWriter dictionary(writer, tables.blocks);
  const std::uint16_t idf =
      profile == Profile::kPaper ? PaperIdfQ11(1, 1) : std::uint16_t{0};
  std::uint64_t squared_norm = 0;
  for (std::uint32_t term = 0; term < order.size(); ++term) {
    const std::uint32_t number = order.VocabularyNumberOf(term);
    const std::uint32_t frequency =
        std::min((*frequencies)[number], kMaxFrequency);
    const auto place =
        dictionary.BeginTerm(vocabulary[number], order.FirstEight(term), 0);
    if (!place) return place.error();
    dictionary.EndTerm(PutPosting(PutVarint(*place, 1), 0, frequency));
    squared_norm = AddSquare(squared_norm, frequency, idf);
  }
  if (profile == Profile::kPaper) tables.squared_norms[0] = squared_norm;
  return dictionary.WriteBlocks();
}

}  // namespace answerbox::engine
