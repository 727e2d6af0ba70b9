#include "engine/index/format/segment_layout.h"

#include <array>
#include <cassert>

namespace answerbox::engine {
namespace {

// A sentence's length, words, heading flag and signs share 32 bits.
// Three bytes suffice, since documents are at most 16 MiB.
constexpr std::uint32_t kBeginMask = 0xFFFFFFu;
constexpr unsigned kLengthBits = 13;
constexpr unsigned kWordsBits = 13;
constexpr std::uint32_t kLengthMask = (1u << kLengthBits) - 1;
constexpr std::uint32_t kWordsMask = (1u << kWordsBits) - 1;
constexpr unsigned kHeadingBit = kLengthBits + kWordsBits;
constexpr unsigned kSignsShift = kHeadingBit + 1;
constexpr std::uint32_t kSignsMask = (1u << kSentenceSignBits) - 1;
constexpr unsigned kLeadInBit = kSignsShift + kSentenceSignBits;
static_assert(kLeadInBit == 31);
// The flags of a text block, below its level in one byte.
constexpr unsigned kFlagBits = 4;

// Offsets and lengths in a document, and distances between its blocks, are
// below 2^24: documents are at most 16 MiB.
void StoreLittle24(std::byte* to, std::uint32_t value) {
  assert(value < 1u << 24);
  StoreLittle16(to, static_cast<std::uint16_t>(value & 0xFFFFu));
  to[2] = static_cast<std::byte>(value >> 16);
}

std::uint32_t LoadLittle24(const std::byte* from) {
  return std::uint32_t{LoadLittle16(from)} |
         std::to_integer<std::uint32_t>(from[2]) << 16;
}

// The span of a cell: its low byte at `low`, and four high bits of the byte
// that both spans share, from bit `shift` on.
void StoreSpan(std::uint16_t span, std::byte* low, std::byte* high,
               unsigned shift) {
  *low = static_cast<std::byte>(span);
  *high |= static_cast<std::byte>(span >> 8 << shift);
}

std::uint16_t LoadSpan(std::byte low, std::byte high, unsigned shift) {
  return static_cast<std::uint16_t>(
      std::to_integer<unsigned>(low) |
      (std::to_integer<unsigned>(high) >> shift & 15u) << 8);
}

}  // namespace

void Encode(const TermBlockRow& row, std::byte* to) noexcept {
  StoreLittle32(to, row.dictionary_begin);
  StoreLittle64(to + 4, row.postings_begin);
  StorePrefix(to + 12, row.prefix);
}

TermBlockRow DecodeTermBlock(const std::byte* from) noexcept {
  return {LoadLittle32(from), LoadLittle64(from + 4), LoadPrefix(from + 12)};
}

void Encode(const DocumentRow& row, std::byte* to) noexcept {
  StoreLittle64(to, row.text_begin);
  StoreLittle32(to + 8, row.name_begin);
  StoreLittle32(to + 12, row.first_chunk);
  StoreLittle32(to + 16, row.first_sentence);
  StoreLittle32(to + 20, row.first_page);
  StoreLittle32(to + 24, row.first_heading);
  std::copy(row.sha256.begin(), row.sha256.end(), to + 28);
}

void Encode(const PageMark& page, std::byte* to) noexcept {
  assert(page.number <= kMaxPageNumber);
  StoreLittle32(to, page.offset);
  StoreLittle32(to + 4, page.number | std::uint32_t{page.recognition} << 24);
}

PageMark DecodePage(const std::byte* from) noexcept {
  const std::uint32_t stored = LoadLittle32(from + 4);
  return {LoadLittle32(from), stored & kMaxPageNumber,
          static_cast<std::uint8_t>(
              std::min<std::uint32_t>(stored >> 24, kMaxRecognition))};
}

void Encode(const HeadingRow& row, std::byte* to) noexcept {
  StoreLittle32(to, row.mark.range.begin);
  StoreLittle32(to + 4, row.parent_distance);
  StoreLittle16(to + 8, static_cast<std::uint16_t>(row.mark.range.end -
                                                   row.mark.range.begin));
  to[10] = static_cast<std::byte>(row.mark.level);
  to[11] = std::byte{0};
}

HeadingRow DecodeHeading(const std::byte* from) noexcept {
  HeadingRow row;
  row.mark.range.begin = LoadLittle32(from);
  // A damaged begin may overflow; the reader then finds the end before the
  // begin.
  // Headings have at most kMaxHeadingBytes, so their lengths need two bytes.
  row.mark.range.end = row.mark.range.begin + LoadLittle16(from + 8);
  row.mark.level = std::to_integer<std::uint8_t>(from[10]);
  row.parent_distance = LoadLittle32(from + 4);
  return row;
}

void Encode(const ChunkRow& row, std::byte* to) noexcept {
  std::copy(row.id.begin(), row.id.end(), to);
  StoreLittle32(to + 16, row.document);
  StoreLittle32(to + 20, row.first_sentence);
  StoreLittle32(to + 24, row.sentence_count);
}

ChunkRow DecodeChunk(const std::byte* from) noexcept {
  ChunkRow row;
  std::copy_n(from, row.id.size(), row.id.begin());
  row.document = LoadLittle32(from + 16);
  row.first_sentence = LoadLittle32(from + 20);
  row.sentence_count = LoadLittle32(from + 24);
  return row;
}

static_assert(kMaxDocumentBytes <= kBeginMask + 1);

void Encode(const SentenceRow& row, std::byte* to) noexcept {
  StoreLittle32(to, row.begin);  // The fourth byte, which is 0, is overwritten.
  // A segment has more sentences than other records, so each is packed into
  // eleven bytes.
  StoreLittle32(to + 3, std::uint32_t{row.length} |
                            std::uint32_t{row.words} << kLengthBits |
                            (row.is_heading ? 1u : 0u) << kHeadingBit |
                            std::uint32_t{row.signs} << kSignsShift |
                            (row.is_lead_in ? 1u : 0u) << kLeadInBit);
  StoreLittle32(to + 7, row.terms_begin);
}

SentenceRow DecodeSentence(const std::byte* from) noexcept {
  const std::uint32_t packed = LoadLittle32(from + 3);
  SentenceRow row;
  row.begin = LoadLittle32(from) & kBeginMask;
  // 13 bits hold kMaxSentenceBytes, and a sentence has no more words than
  // bytes.
  row.length = static_cast<std::uint16_t>(packed & kLengthMask);
  row.words = static_cast<std::uint16_t>(packed >> kLengthBits & kWordsMask);
  row.is_heading = (packed >> kHeadingBit & 1u) != 0;
  row.signs = static_cast<SentenceSigns>(packed >> kSignsShift & kSignsMask);
  row.is_lead_in = (packed >> kLeadInBit & 1u) != 0;
  row.terms_begin = DecodeTermsBegin(from);
  return row;
}

static_assert(kMaxTextBlocks <= 1u << 24);
static_assert(kMaxTextBlockBytes < 1u << 24);
static_assert(kMaxTextBlockLevel < 1u << 4 && kTextBlockFlags < 1u << 4);
static_assert(kMaxCellSpan == (1u << 12) - 1);

void Encode(const TextBlock& block, std::byte* to) noexcept {
  StoreLittle24(to, block.range.begin);
  StoreLittle24(to + 3, block.range.end - block.range.begin);
  to[6] = static_cast<std::byte>(block.kind);
  to[7] = static_cast<std::byte>(block.flags | block.level << kFlagBits);
  StoreLittle24(to + 8, block.parent_distance);
  to[11] = std::byte{0};
  if (block.kind == TextBlockKind::kCell) {
    StoreLittle16(to + 12, block.column);
    // Only cells have a column and spans, only rows a place of their own, and
    // only items and footnotes a number. So all of them share the last bytes,
    // and a block takes 16 bytes instead of 32.
    StoreSpan(block.row_span, to + 14, to + 11, 0);
    StoreSpan(block.column_span, to + 15, to + 11, 4);
  } else {
    StoreLittle32(to + 12,
                  block.kind == TextBlockKind::kRow ? block.row : block.number);
  }
}

TextBlock DecodeTextBlock(const std::byte* from) noexcept {
  TextBlock block;
  block.range.begin = LoadLittle24(from);
  block.range.end = block.range.begin + LoadLittle24(from + 3);
  block.kind = static_cast<TextBlockKind>(from[6]);
  const auto packed = std::to_integer<unsigned>(from[7]);
  block.flags = static_cast<std::uint8_t>(packed & ((1u << kFlagBits) - 1));
  block.level = static_cast<std::uint8_t>(packed >> kFlagBits);
  block.parent_distance = LoadLittle24(from + 8);
  if (block.kind == TextBlockKind::kCell) {
    block.column = LoadLittle16(from + 12);
    block.row_span = LoadSpan(from[14], from[11], 0);
    block.column_span = LoadSpan(from[15], from[11], 4);
  } else if (block.kind == TextBlockKind::kRow) {
    block.row = LoadLittle32(from + 12);
  } else {
    block.number = LoadLittle32(from + 12);
  }
  return block;
}

void Encode(const AttachmentRow& row, std::byte* to) noexcept {
  StoreLittle64(to, row.begin);
  StoreLittle32(to + 8, row.document);
  StoreLittle16(to + 12, row.kind);
  StoreLittle16(to + 14, row.version);
}

AttachmentRow DecodeAttachment(const std::byte* from) noexcept {
  return {LoadLittle64(from), LoadLittle32(from + 8), LoadLittle16(from + 12),
          LoadLittle16(from + 14)};
}

void Encode(const AbbreviationRecord& record, std::byte* to) noexcept {
  const std::uint32_t short_bytes =
      record.short_form.end - record.short_form.begin;
  const std::uint32_t long_bytes =
      record.long_form.end - record.long_form.begin;
  assert(short_bytes <= 0xFFu && long_bytes <= 0xFFFFu);
  StoreLittle32(to, record.key_hash);
  StoreLittle32(to + 4, record.other_hash);
  StoreLittle32(to + 8, record.document);
  StoreLittle24(to + 12, record.short_form.begin);
  StoreLittle24(to + 15, record.long_form.begin);
  to[18] = static_cast<std::byte>(short_bytes);
  to[19] = static_cast<std::byte>(record.key);
  StoreLittle16(to + 20, static_cast<std::uint16_t>(long_bytes));
}

AbbreviationRecord DecodeAbbreviation(const std::byte* from) noexcept {
  AbbreviationRecord record;
  record.key_hash = LoadLittle32(from);
  record.other_hash = LoadLittle32(from + 4);
  record.document = LoadLittle32(from + 8);
  const std::uint32_t short_begin = LoadLittle24(from + 12);
  const std::uint32_t long_begin = LoadLittle24(from + 15);
  record.short_form = {short_begin,
                       short_begin + std::to_integer<std::uint32_t>(from[18])};
  record.key = static_cast<AbbreviationKey>(from[19]);
  // Nothing is checked here: the reader compares the ranges with the document's
  // text, and the key with those that it knows.
  record.long_form = {long_begin, long_begin + LoadLittle16(from + 20)};
  return record;
}

const char* SectionName(Section section) noexcept {
  static constexpr std::array<const char*, kSectionCount> kNames = {
      "text",
      "names",
      "documents",
      "documents_by_name",
      "name_filter",
      "pages",
      "headings",
      "chunks",
      "chunk_lengths",
      "postings",
      "dictionary",
      "term_blocks",
      "term_samples",
      "sentence_terms",
      "sentences",
      "squared_norms",
      "collection_frequencies",
      "first_text_blocks",
      "text_blocks",
      "attachments",
      "attachment_bytes",
      "abbreviations",
      "block_checksums"};
  return kNames[static_cast<std::size_t>(section)];
}

}  // namespace answerbox::engine
