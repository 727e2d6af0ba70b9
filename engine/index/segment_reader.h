// Reads a segment from a mapped file. The bytes are docs/segment-format.md; they
// may be damaged or hostile: opening checks the footer alone, in constant time,
// and every accessor checks each field before it uses it. Errors name the field
// and its offset in the file.
//
// Everything is a view into the mapping, which outlives the reader. No function
// here allocates; all are safe to call from many threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/posting_cursor.h"
#include "engine/index/term_dictionary.h"
#include "engine/profile.h"
#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

// Numbers within one segment, from 0, in order of adding.
using DocumentNumber = std::uint32_t;
using ChunkNumber = std::uint32_t;
using SentenceNumber = std::uint32_t;

// No sentence carries more terms.
inline constexpr std::size_t kMaxSentenceTerms = 2048;

struct SegmentCounts {
  std::uint32_t documents = 0;
  std::uint32_t chunks = 0;
  std::uint32_t sentences = 0;
  std::uint32_t terms = 0;        // Distinct.
  std::uint64_t chunk_terms = 0;  // Sum of ChunkRecord::term_count.
  std::uint64_t text_bytes = 0;
};

struct DocumentRecord {
  std::string_view name;
  Sha256 sha256{};
  std::string_view text;
  ChunkNumber first_chunk = 0;
  std::uint32_t chunk_count = 0;
  SentenceNumber first_sentence = 0;
  std::uint32_t sentence_count = 0;
  std::uint32_t page_count = 0;
  std::uint32_t heading_count = 0;
};

struct ChunkRecord {
  ChunkId id{};
  DocumentNumber document = 0;
  SentenceNumber first_sentence = 0;
  std::uint32_t sentence_count = 0;
  std::uint32_t term_count = 0;  // Terms with repetitions: |d|.
  ByteRange range;               // In the document's text.
};

struct SentenceRecord {
  ByteRange range;  // In the document's text.
  std::uint32_t words = 0;
  bool is_heading = false;
};

class SegmentReader {
 public:
  // Checks the footer: magic, version, its checksum, and that the sections fit
  // the file and the counts. Constant time.
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<SegmentReader> Open(
      std::span<const std::byte> file) noexcept;

  // Reads the whole file once and compares every section's checksum.
  [[nodiscard]] Result<void> VerifyChecksums() const noexcept;

  [[nodiscard]] Profile profile() const noexcept;
  [[nodiscard]] Chunking chunking() const noexcept;
  [[nodiscard]] const SegmentCounts& counts() const noexcept;

  // Terms are numbered in byte order. Logarithmic in the number of terms.
  [[nodiscard]] const TermDictionary& terms() const noexcept;

  // The chunks that hold `term`, ascending, with its frequency in each.
  [[nodiscard]] Result<PostingCursor> Postings(TermNumber term) const noexcept;

  [[nodiscard]] Result<DocumentRecord> Document(
      DocumentNumber document) const noexcept;
  [[nodiscard]] Result<ChunkRecord> Chunk(ChunkNumber chunk) const noexcept;
  [[nodiscard]] Result<SentenceRecord> Sentence(
      SentenceNumber sentence) const noexcept;

  // The sentence's terms in text order, with repetitions; filled from the front
  // of `out` and returned as that part of it.
  [[nodiscard]] Result<std::span<const TermNumber>> SentenceTerms(
      SentenceNumber sentence,
      std::span<TermNumber, kMaxSentenceTerms> out) const noexcept;

  // Profile paper only (0 otherwise): the chunk vector's squared length, the sum
  // over its distinct terms of (frequency * idf)^2, idf in Q5.11 over the chunks
  // of this segment; at most 2^62.
  [[nodiscard]] Result<std::uint64_t> SquaredNorm(
      ChunkNumber chunk) const noexcept;

  // Page that holds the byte at `offset` of the document's text; nothing when
  // the document has no pages or none has begun.
  [[nodiscard]] Result<std::optional<std::uint32_t>> PageAt(
      DocumentNumber document, std::uint32_t offset) const noexcept;

  // Headings above the byte at `offset`, innermost last: at each level of the
  // outline the nearest heading before it, as marks into the document's text.
  // Fills `out` from the front; returns that part. Logarithmic to find the
  // nearest, then linear in the headings walked back over.
  [[nodiscard]] Result<std::span<const HeadingMark>> HeadingsAt(
      DocumentNumber document, std::uint32_t offset,
      std::span<HeadingMark, 6> out) const noexcept;

  // Marks as they were added, by number within the document.
  [[nodiscard]] Result<PageMark> Page(DocumentNumber document,
                                      std::uint32_t number) const noexcept;
  [[nodiscard]] Result<HeadingMark> Heading(DocumentNumber document,
                                            std::uint32_t number) const noexcept;

 private:
  // Filled in by the implementation of this room.
};

}  // namespace answerbox::engine
