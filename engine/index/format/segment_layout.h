// The records of a segment file as docs/segment-format.md defines them: sizes,
// and conversions between bytes and values. Decoding checks nothing: the caller
// checks each value against the other values of the file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/index/format/block_impacts.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/format/short_bytes.h"
#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/text_block.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// The error for a number at or past its count.
[[nodiscard]] inline Error OutOfRange(const char* what,
                                      std::uint64_t number) noexcept {
  return {ErrorCode::kInvalidArgument, what, number};
}

// In lists of several blocks, each block has a skip entry: its last chunk, the
// end of its bytes, and its impacts.
inline constexpr std::size_t kSkipEntryBytes = 8 + kImpactsBytes;
// A full block of kPostingsPerBlock postings is packed: number of bits per gap,
// number of bits per frequency, gaps, frequencies. Frequencies are stored less
// 1.
inline constexpr std::size_t kPackedHeaderBytes = 2;
inline constexpr unsigned kMaxGapBits = 31;
inline constexpr unsigned kMaxFrequencyBits = 16;

// Terms per block of the dictionary.
inline constexpr std::uint32_t kTermsPerBlock = 16;
inline constexpr std::size_t kTermBlockPrefixAt = 12;
inline constexpr std::size_t kTermBlockBytes =
    kTermBlockPrefixAt + kTermPrefixBytes;

// A dictionary block: where it begins, from the start of the dictionary; where
// its first term's postings begin, from the start of the postings; and PrefixOf
// its first term.
struct TermBlockRow {
  std::uint32_t dictionary_begin = 0;
  std::uint64_t postings_begin = 0;
  std::uint64_t prefix = 0;
};
void Encode(const TermBlockRow& row, std::byte* to) noexcept;
[[nodiscard]] TermBlockRow DecodeTermBlock(const std::byte* from) noexcept;

// A copy of the prefix of every 64th dictionary block, stored close together.
inline constexpr std::uint32_t kBlocksPerTermSample = 64;
inline constexpr std::size_t kTermSampleBytes = kTermPrefixBytes;

// Where a document's records begin. They end where those of the next document
// begin.
inline constexpr std::size_t kDocumentBytes = 60;
struct DocumentRow {
  std::uint64_t text_begin = 0;
  std::uint32_t name_begin = 0;
  std::uint32_t first_chunk = 0;
  std::uint32_t first_sentence = 0;
  std::uint32_t first_page = 0;
  std::uint32_t first_heading = 0;
  Sha256 sha256{};
};
void Encode(const DocumentRow& row, std::byte* to) noexcept;
// Inline, so that the compiler reads only the fields that the caller uses.
[[nodiscard]] inline DocumentRow DecodeDocument(
    const std::byte* from) noexcept {
  DocumentRow row;
  row.text_begin = LoadLittle64(from);
  row.name_begin = LoadLittle32(from + 8);
  row.first_chunk = LoadLittle32(from + 12);
  row.first_sentence = LoadLittle32(from + 16);
  row.first_page = LoadLittle32(from + 20);
  row.first_heading = LoadLittle32(from + 24);
  std::copy_n(from + 28, row.sha256.size(), row.sha256.begin());
  return row;
}

// A document's number. The section kDocumentsByName holds each number once, in
// the order of names.
inline constexpr std::size_t kDocumentByNameBytes = 4;

inline constexpr std::size_t kPageBytes = 8;
void Encode(const PageMark& page, std::byte* to) noexcept;
[[nodiscard]] PageMark DecodePage(const std::byte* from) noexcept;

inline constexpr std::size_t kHeadingBytes = 12;
struct HeadingRow {
  HeadingMark mark;
  // The heading that this one is under stands so many headings before it; 0:
  // none.
  std::uint32_t parent_distance = 0;
};
void Encode(const HeadingRow& row, std::byte* to) noexcept;
[[nodiscard]] HeadingRow DecodeHeading(const std::byte* from) noexcept;

// A chunk's range of text is that of its sentences.
inline constexpr std::size_t kChunkBytes = 28;
struct ChunkRow {
  ChunkId id{};
  std::uint32_t document = 0;
  std::uint32_t first_sentence = 0;
  std::uint32_t sentence_count = 0;
};
void Encode(const ChunkRow& row, std::byte* to) noexcept;
[[nodiscard]] ChunkRow DecodeChunk(const std::byte* from) noexcept;

// Number of a chunk's terms, with repetitions.
inline constexpr std::size_t kChunkLengthBytes = 2;

// A sentence's terms end where those of the next sentence begin
// (sentence_entry.h).
inline constexpr std::size_t kSentenceBytes = 11;
struct SentenceRow {
  std::uint32_t begin = 0;        // In the document's text.
  std::uint32_t terms_begin = 0;  // From the start of the sentence terms.
  std::uint16_t length = 0;       // At most kMaxSentenceBytes.
  std::uint16_t words = 0;        // At most kMaxSentenceBytes.
  bool is_heading = false;
  SentenceSigns signs = 0;  // Profile default only.
  bool is_lead_in = false;  // As Sentence::is_lead_in.
};
void Encode(const SentenceRow& row, std::byte* to) noexcept;
[[nodiscard]] SentenceRow DecodeSentence(const std::byte* from) noexcept;
// SentenceRow::terms_begin alone: reading a sentence's terms needs no other
// field.
[[nodiscard]] inline std::uint32_t DecodeTermsBegin(
    const std::byte* from) noexcept {
  return LoadLittle32(from + 7);
}

// Number of a term's occurrences in the sentences, by term number.
inline constexpr std::size_t kCollectionFrequencyBytes = 4;

// Number of a document's first block. The section is empty where no document
// has blocks.
inline constexpr std::size_t kFirstTextBlockBytes = 4;
inline constexpr std::size_t kTextBlockBytes = 16;
// The row of a cell is not stored: it is that of its parent block. A cell spans
// at most kMaxCellSpan rows and columns; a level is at most kMaxTextBlockLevel.
void Encode(const TextBlock& block, std::byte* to) noexcept;
[[nodiscard]] TextBlock DecodeTextBlock(const std::byte* from) noexcept;

// An attachment's bytes begin at `begin` of the section kAttachmentBytes. They
// end where those of the next attachment begin.
inline constexpr std::size_t kAttachmentRowBytes = 16;
struct AttachmentRow {
  std::uint64_t begin = 0;
  std::uint32_t document = 0;
  std::uint16_t kind = 0;
  std::uint16_t version = 0;
};
void Encode(const AttachmentRow& row, std::byte* to) noexcept;
[[nodiscard]] AttachmentRow DecodeAttachment(const std::byte* from) noexcept;

// A definition of an abbreviation, by one of its forms. A short form is at most
// 255 bytes long, a long form 65,535.
inline constexpr std::size_t kAbbreviationBytes = 22;
// After the records, the section has a byte of a filter for each: the bits of
// AbbreviationBit() of the records' keys are set.
inline constexpr std::size_t kFilteredAbbreviationBytes =
    kAbbreviationBytes + 1;
// The bit of a key, from the first byte's lowest on; below 8 * count.
//   count  records, at least 1
[[nodiscard]] inline std::uint64_t AbbreviationBit(
    std::uint32_t key_hash, std::uint32_t count) noexcept {
  // Below 2^(32 + 3 + 32) / 2^32, in two steps so that nothing is lost.
  return std::uint64_t{key_hash} * count >> 29;
}
void Encode(const AbbreviationRecord& record, std::byte* to) noexcept;
[[nodiscard]] AbbreviationRecord DecodeAbbreviation(
    const std::byte* from) noexcept;
// AbbreviationRecord::key_hash and other_hash alone, which records are sorted
// by: the key's in the upper half.
[[nodiscard]] inline std::uint64_t DecodeAbbreviationHashes(
    const std::byte* from) noexcept {
  return std::uint64_t{LoadLittle32(from)} << 32 | LoadLittle32(from + 4);
}

// CRC-32C of each block of kCheckedBlockBytes of the file before this section;
// the last block may be shorter.
inline constexpr std::size_t kBlockChecksumBytes = 4;

inline constexpr std::size_t kSquaredNormBytes = 8;
inline constexpr std::uint64_t kMaxSquaredNorm = std::uint64_t{1} << 62;

// Sections in the order of the file; each begins where the one before ends.
// Sections that this program does not know may stand before the last.
enum class Section : std::uint8_t {
  kText,
  kNames,
  kDocuments,
  kDocumentsByName,
  kNameFilter,
  kPages,
  kHeadings,
  kChunks,
  kChunkLengths,
  kPostings,
  kDictionary,
  kTermBlocks,
  kTermSamples,
  kSentenceTerms,
  kSentences,
  kSquaredNorms,
  kCollectionFrequencies,
  kFirstTextBlocks,
  kTextBlocks,
  kAttachments,  // Since version 2, as is the next one.
  kAttachmentBytes,
  kAbbreviations,  // Only if there are any.
  kBlockChecksums,
};
[[nodiscard]] const char* SectionName(Section section) noexcept;

}  // namespace answerbox::engine
