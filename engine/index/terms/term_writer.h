// Writes a segment's terms: postings, dictionary, table of dictionary blocks,
// and in profile paper the chunks' squared norms. Layout:
// docs/segment-format.md. Builder and merger use the same TermWriter with
// different sources, so both write the same bytes for the same documents.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/format/short_bytes.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/eight_bytes.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Writes the term dictionary: front-coded entries, then the table of its
// blocks. Layout: docs/segment-format.md, "Term dictionary".
class DictionaryWriter {
 public:
  // Room for what an entry holds after its term: at most three varints.
  static constexpr std::size_t kMaxPlaceBytes = 3 * kMaxVarintBytes;

  // Begins the section kDictionary. `writer` and `blocks` outlive this object.
  //   blocks  room for one row per dictionary block
  DictionaryWriter(SegmentWriter& writer,
                   std::span<TermBlockRow> blocks) noexcept
      : writer_(&writer), blocks_(blocks) {
    writer.Begin(Section::kDictionary);
  }

  // Writes the next term in byte order, 1 to kMaxTermBytes bytes. Returns where
  // the caller writes the term's number of chunks and the place of its
  // postings; the caller passes their end to EndTerm().
  //   first_eight     bytes of the term, as LoadUpToEightBytes() gives them
  //   postings_begin  the list's offset from the start of the postings
  // Errors: kSinkFailed, kLimitExceeded.
  [[nodiscard]] Result<std::byte*> BeginTerm(std::string_view term,
                                             std::uint64_t first_eight,
                                             std::uint64_t postings_begin) {
    const auto room = writer_->Room(kMaxEntryBytes);
    if (!room) return room;
    std::byte* const entry = *room;
    entry_ = entry;
    if (terms_in_block_ == kTermsPerBlock) {
      const auto begun = BeginBlock(first_eight, postings_begin);
      if (!begun) return begun.error();
    }
    ++terms_in_block_;
    if (term.size() > 8) return PutLongTerm(term, first_eight);
    const std::size_t shared = std::min(
        {FirstMark(first_eight ^ last_first_), last_bytes_, term.size()});
    last_first_ = first_eight;
    last_bytes_ = term.size();
    const std::size_t rest = term.size() - shared;
    PutLengths(shared, rest, entry);
    const std::uint64_t bytes = first_eight >> 8 * shared;
    std::memcpy(entry + kLengthsBytes, &bytes, sizeof bytes);
    return entry + kLengthsBytes + rest;
  }
  void EndTerm(const std::byte* end) noexcept {
    writer_->Advance(static_cast<std::size_t>(end - entry_));
  }

  // Writes the sections kTermBlocks and kTermSamples. Errors: kSinkFailed.
  [[nodiscard]] Result<void> WriteBlocks();

 private:
  static constexpr std::size_t kLengthsBytes = 2;
  static constexpr std::size_t kMaxEntryBytes =
      kLengthsBytes + CopyRoom(kMaxTermBytes) + kMaxPlaceBytes;

  [[nodiscard]] Result<void> BeginBlock(std::uint64_t first_eight,
                                        std::uint64_t postings_begin);
  [[nodiscard]] std::byte* PutLongTerm(std::string_view term,
                                       std::uint64_t first_eight) noexcept;
  static void PutLengths(std::size_t shared, std::size_t rest,
                         std::byte* to) noexcept {
    to[0] = static_cast<std::byte>(shared);
    to[1] = static_cast<std::byte>(rest);
  }

  SegmentWriter* writer_;
  std::span<TermBlockRow> blocks_;
  std::size_t block_count_ = 0;
  std::uint32_t terms_in_block_ = kTermsPerBlock;
  std::byte* entry_ = nullptr;  // The current entry.
  // The first eight bytes and the length of the block's last term; 0: none.
  std::uint64_t last_first_ = 0;
  std::size_t last_bytes_ = 0;
  std::array<std::byte, CopyRoom(kMaxTermBytes)>
      last_;  // Only if it is longer.
};

// The terms of a segment that is being written, in byte order. Each is held by
// at least one chunk.
class TermSource {
 public:
  virtual ~TermSource() = default;

  // Goes before the first term. The writer reads the terms more than once,
  // because it does not keep them in memory.
  [[nodiscard]] virtual Result<void> Rewind() = 0;

  // Moves to the next term; false past the last one.
  [[nodiscard]] virtual Result<bool> NextTerm() = 0;

  // The current term, at most kMaxTermBytes bytes.
  [[nodiscard]] virtual std::string_view term() const = 0;

  // The current term's next block of kPostingsPerBlock postings; the last block
  // may have fewer. Empty after the last block. Valid until the next call.
  [[nodiscard]] virtual Result<std::span<const Posting>> NextPostings() = 0;
};

// Memory for tables that are filled while the postings are written, and are
// written after them.
struct TermTables {
  std::span<TermBlockRow> blocks;
  // Profile paper only.
  std::span<std::uint32_t> chunk_frequencies;  // By term.
  std::span<std::uint64_t> squared_norms;      // By chunk.
};

// Tables for at most so many terms and chunks. Errors: those of `scratch`.
[[nodiscard]] Result<TermTables> TakeTermTables(Scratch& scratch,
                                                Profile profile,
                                                std::uint64_t terms,
                                                std::uint64_t chunks);
[[nodiscard]] std::uint64_t TermTableBytes(Profile profile, std::uint64_t terms,
                                           std::uint64_t chunks) noexcept;

class TermWriter {
 public:
  // All arguments outlive the TermWriter.
  //   chunk_lengths  number of terms by chunk, for the impacts of blocks
  TermWriter(TermSource& source, SegmentWriter& writer, Profile profile,
             std::span<const std::uint16_t> chunk_lengths,
             const TermTables& tables);

  // Writes the sections kPostings to kTermSamples; returns the number of terms.
  // Errors: kSinkFailed; kLimitExceeded; those of the source.
  [[nodiscard]] Result<std::uint32_t> WriteTerms();

  // Writes the section kSquaredNorms. Call after WriteTerms().
  [[nodiscard]] Result<void> WriteSquaredNorms();

  // Heap in bytes that writing needs besides the tables.
  [[nodiscard]] static std::size_t MemoryBytes(std::uint64_t chunks) noexcept;

 private:
  // A measured list: its postings, its bytes, and its last block.
  struct List {
    std::uint32_t count = 0;
    std::uint32_t bytes = 0;
    std::size_t block_bytes = 0;  // Size of the last block, which is in block_.
  };

  [[nodiscard]] std::uint32_t chunk_count() const noexcept {
    return static_cast<std::uint32_t>(chunk_lengths_.size());
  }
  template <typename Visit>
  [[nodiscard]] Result<void> ForEachBlock(const Visit& visit);
  [[nodiscard]] Result<std::uint32_t> WriteList();
  [[nodiscard]] Result<List> MeasureList();
  [[nodiscard]] Result<std::uint32_t> WritePostings();
  [[nodiscard]] Result<void> WriteDictionary();
  void AddToNorms(std::span<const Posting> postings, std::uint16_t idf);

  TermSource* source_;
  SegmentWriter* writer_;
  Profile profile_;
  std::span<const std::uint16_t> chunk_lengths_;
  std::uint32_t term_ = 0;  // Number of the current term.
  std::array<std::byte, kMaxBlockBytes> block_;
  std::vector<std::byte> skip_;  // Skip entries of the current list.
  TermTables tables_;
};

// Profile paper: the square of a chunk vector's length, at most
// kMaxSquaredNorm. `sum` plus the square of a term's weight.
[[nodiscard]] inline std::uint64_t AddSquare(std::uint64_t sum,
                                             std::uint32_t frequency,
                                             std::uint16_t idf) noexcept {
  // (2^31)^2 is kMaxSquaredNorm.
  constexpr std::uint64_t kMaxWeight = std::uint64_t{1} << 31;
  const std::uint64_t weight = std::min<std::uint64_t>(
      std::uint64_t{std::min(frequency, kMaxFrequency)} * idf, kMaxWeight);
  return std::min(sum + weight * weight, kMaxSquaredNorm);
}

// Writes the terms of a segment of one chunk, which evaluation builds for each
// paragraph. The dictionary itself holds the only posting of each term, so
// there are no posting lists to build. This takes half the time of TermWriter
// and writes the same bytes. Also sets the norm in `tables`.
//   chunk_terms  varints of the vocabulary's numbers, each term at least once
// Errors: kSinkFailed, kLimitExceeded; those of `scratch`.
[[nodiscard]] Result<void> WriteTermsOfOneChunk(
    const Vocabulary& vocabulary, const TermOrder& order,
    std::span<const std::byte> chunk_terms, Profile profile,
    const TermTables& tables, Scratch& scratch, SegmentWriter& writer);

}  // namespace answerbox::engine
