// The records of a segment file as docs/segment-format.md defines them: sizes,
// and conversions between bytes and values. Decoding checks nothing; the code
// that reads a value compares it with what surrounds it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/index/format/block_impacts.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/format/term_prefix.h"
#include "engine/result.h"
#include "engine/text/content_id.h"
#include "engine/text/sentence_signs.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// What accessors say of a number at or past its count.
[[nodiscard]] inline Error OutOfRange(const char* what,
                                      std::uint64_t number) noexcept {
  return {ErrorCode::kInvalidArgument, what, number};
}

// Last chunk of a block, end of its bytes, and its impacts, for lists of
// several blocks.
inline constexpr std::size_t kSkipEntryBytes = 8 + kImpactsBytes;
// A block of kPostingsPerBlock postings is packed: bits per gap, bits per
// frequency less 1, gaps, frequencies.
inline constexpr std::size_t kPackedHeaderBytes = 2;
inline constexpr unsigned kMaxGapBits = 31;
inline constexpr unsigned kMaxFrequencyBits = 16;

// Terms per block of the dictionary.
inline constexpr std::uint32_t kTermsPerBlock = 16;
inline constexpr std::size_t kTermBlockPrefixAt = 12;
inline constexpr std::size_t kTermBlockBytes =
    kTermBlockPrefixAt + kTermPrefixBytes;

// Where a dictionary block begins, from the start of the dictionary, and its
// first term's postings, from the start of the postings; and that term's
// PrefixOf.
struct TermBlockRow {
  std::uint32_t dictionary_begin = 0;
  std::uint64_t postings_begin = 0;
  std::uint64_t prefix = 0;
};
void Encode(const TermBlockRow& row, std::byte* to) noexcept;
[[nodiscard]] TermBlockRow DecodeTermBlock(const std::byte* from) noexcept;

// The prefix of every such block again, close together.
inline constexpr std::uint32_t kBlocksPerTermSample = 64;
inline constexpr std::size_t kTermSampleBytes = kTermPrefixBytes;

// Everything of a document begins here and ends where the next one's begins.
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
// Inline, so that of the fields those alone are read that are asked for.
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

// A document's number; documents_by_name holds each once, in order of names.
inline constexpr std::size_t kDocumentByNameBytes = 4;

inline constexpr std::size_t kPageBytes = 8;
void Encode(const PageMark& page, std::byte* to) noexcept;
[[nodiscard]] PageMark DecodePage(const std::byte* from) noexcept;

inline constexpr std::size_t kHeadingBytes = 12;
struct HeadingRow {
  HeadingMark mark;
  // How many headings back the one stands that this one is under; 0: none.
  std::uint32_t parent_distance = 0;
};
void Encode(const HeadingRow& row, std::byte* to) noexcept;
[[nodiscard]] HeadingRow DecodeHeading(const std::byte* from) noexcept;

// The chunk's range is that of its sentences.
inline constexpr std::size_t kChunkBytes = 28;
struct ChunkRow {
  ChunkId id{};
  std::uint32_t document = 0;
  std::uint32_t first_sentence = 0;
  std::uint32_t sentence_count = 0;
};
void Encode(const ChunkRow& row, std::byte* to) noexcept;
[[nodiscard]] ChunkRow DecodeChunk(const std::byte* from) noexcept;

// Terms of a chunk with repetitions.
inline constexpr std::size_t kChunkLengthBytes = 2;

// A sentence's terms end where the next sentence's begin; sentence_entry.h.
inline constexpr std::size_t kSentenceBytes = 11;
struct SentenceRow {
  std::uint32_t begin = 0;        // In the document's text.
  std::uint32_t terms_begin = 0;  // From the start of the sentence terms.
  std::uint16_t length = 0;       // At most kMaxSentenceBytes.
  std::uint16_t words = 0;        // At most kMaxSentenceBytes.
  bool is_heading = false;
  SentenceSigns signs = 0;  // Profile default.
};
void Encode(const SentenceRow& row, std::byte* to) noexcept;
[[nodiscard]] SentenceRow DecodeSentence(const std::byte* from) noexcept;
// Of a record, where its terms begin: what reading terms needs of it.
[[nodiscard]] inline std::uint32_t DecodeTermsBegin(
    const std::byte* from) noexcept {
  return LoadLittle32(from + 7);
}

// A term's occurrences in the sentences, by number.
inline constexpr std::size_t kCollectionFrequencyBytes = 4;

// Number of a document's first block; nothing where no document has blocks.
inline constexpr std::size_t kFirstTextBlockBytes = 4;
inline constexpr std::size_t kTextBlockBytes = 32;
void Encode(const TextBlock& block, std::byte* to) noexcept;
[[nodiscard]] TextBlock DecodeTextBlock(const std::byte* from) noexcept;

// A CRC-32C of each block of kCheckedBlockBytes of what goes before in the
// file; the last block may be shorter.
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
  // Since version 4.
  kCollectionFrequencies,
  kFirstTextBlocks,
  kTextBlocks,
  kBlockChecksums,
};
[[nodiscard]] const char* SectionName(Section section) noexcept;

}  // namespace answerbox::engine
