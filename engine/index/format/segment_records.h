// What a segment holds, by number: documents, chunks, sentences, words; and how
// much of each it can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/document_text.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Numbers within one segment, from 0, in order of adding.
using DocumentNumber = std::uint32_t;
using ChunkNumber = std::uint32_t;
using SentenceNumber = std::uint32_t;

// The most terms and words that are stored of a sentence; further terms are not
// indexed.
inline constexpr std::size_t kMaxSentenceTerms = 2048;

// A part of the file; engine/index/format/segment_layout.h.
enum class Section : std::uint8_t;
inline constexpr std::size_t kSectionCount = 23;

struct SegmentCounts {
  std::uint32_t documents = 0;
  std::uint32_t chunks = 0;
  std::uint32_t sentences = 0;
  std::uint32_t terms = 0;        // Number of distinct terms.
  std::uint64_t chunk_terms = 0;  // Sum of ChunkRecord::term_count.
  std::uint64_t text_bytes = 0;
  // Number of terms in all sentences, with repetitions. 0 in the old version.
  std::uint64_t term_occurrences = 0;
};

struct DocumentRecord {
  std::string_view name;
  Sha256 sha256{};
  std::uint64_t text_begin =
      0;  // In the text section; SegmentReader::Text reads it.
  std::uint32_t text_bytes = 0;
  ChunkNumber first_chunk = 0;
  std::uint32_t chunk_count = 0;
  SentenceNumber first_sentence = 0;
  std::uint32_t sentence_count = 0;
  std::uint32_t page_count = 0;
  std::uint32_t heading_count = 0;
  std::uint32_t text_block_count = 0;
};

// An attachment of a document, in the order of documents and then of kinds.
struct AttachmentRecord {
  DocumentNumber document = 0;
  Attachment attachment;  // Its bytes are in the mapping.
};

struct ChunkRecord {
  ChunkId id{};
  DocumentNumber document = 0;
  SentenceNumber first_sentence = 0;
  std::uint32_t sentence_count = 0;
  std::uint32_t term_count = 0;  // As in ChunkLengths.
  ByteRange range;               // In the document's text.
};

// How an abbreviation's definition is looked up: by which form.
enum class AbbreviationKey : std::uint8_t { kShortForm = 1, kLongForm = 2 };

// A definition of an abbreviation in a document, as it is found by one of its
// forms. Profile default only.
struct AbbreviationRecord {
  std::uint32_t key_hash = 0;    // HashOfPhrase of the terms of the key.
  std::uint32_t other_hash = 0;  // HashOfWords of the other form.
  DocumentNumber document = 0;
  ByteRange short_form;  // In the document's text; not empty.
  ByteRange long_form;
  AbbreviationKey key = AbbreviationKey::kShortForm;
};

// The sentences of a chunk: at least one; all exist.
struct SentenceRange {
  SentenceNumber first = 0;
  std::uint32_t count = 0;
};

struct SentenceRecord {
  ByteRange range;  // In the document's text.
  std::uint32_t words = 0;
  bool is_heading = false;
  SentenceSigns signs = 0;  // Profile default only.
  bool is_lead_in = false;  // As Sentence::is_lead_in.

  // Whether it can be an answer.
  [[nodiscard]] bool CanAnswer() const noexcept {
    return !is_heading && !is_lead_in;
  }
};

// A word of a sentence. Profile default only.
struct SentenceWord {
  std::uint32_t number =
      0;  // Number of the word's term; of a stop word, its id.
  WordMark mark = 0;
};

// The greatest values that the fields of a segment can hold;
// docs/segment-format.md. Postings store the distance between chunks in 31
// bits.
inline constexpr std::uint64_t kMaxSegmentChunks = std::uint64_t{1} << 31;

inline constexpr std::size_t kMaxDocumentNameBytes = 1024;

// Sizes of a segment, or of one that adding documents would make. 64 bits, so
// that sums cannot overflow.
struct SegmentSizes {
  std::uint64_t documents = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t pages = 0;
  std::uint64_t headings = 0;
  std::uint64_t chunks = 0;
  std::uint64_t sentences = 0;
  std::uint64_t sentence_term_bytes = 0;
  std::uint64_t text_blocks = 0;
  std::uint64_t attachments = 0;
  std::uint64_t abbreviations = 0;
};

// Errors: kLimitExceeded with the first size that is too large.
[[nodiscard]] Result<void> CheckLimits(const SegmentSizes& sizes) noexcept;

}  // namespace answerbox::engine
