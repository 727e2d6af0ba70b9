#include "engine/index/format/segment_layout.h"

#include <algorithm>
#include <array>

#include "engine/index/format/little_endian.h"

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
  StoreLittle32(to, page.offset);
  StoreLittle32(to + 4, page.number);
}

PageMark DecodePage(const std::byte* from) noexcept {
  return {LoadLittle32(from), LoadLittle32(from + 4)};
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
  StoreLittle32(to + 3, std::uint32_t{row.length} |
                            std::uint32_t{row.words} << kLengthBits |
                            (row.is_heading ? 1u : 0u) << kHeadingBit |
                            std::uint32_t{row.signs} << kSignsShift);
  StoreLittle32(to + 7, row.terms_begin);
}

SentenceRow DecodeSentence(const std::byte* from) noexcept {
  const std::uint32_t packed = LoadLittle32(from + 3);
  SentenceRow row;
  row.begin = LoadLittle32(from) & kBeginMask;
  row.length = static_cast<std::uint16_t>(packed & kLengthMask);
  row.words = static_cast<std::uint16_t>(packed >> kLengthBits & kWordsMask);
  row.is_heading = (packed >> kHeadingBit & 1u) != 0;
  row.signs = static_cast<SentenceSigns>(packed >> kSignsShift & kSignsMask);
  row.terms_begin = DecodeTermsBegin(from);
  return row;
}

void Encode(const TextBlock& block, std::byte* to) noexcept {
  StoreLittle32(to, block.range.begin);
  StoreLittle32(to + 4, block.range.end - block.range.begin);
  StoreLittle32(to + 8, block.parent_distance);
  StoreLittle32(to + 12, block.number);
  StoreLittle32(to + 16, block.row);
  StoreLittle16(to + 20, block.column);
  StoreLittle16(to + 22, block.row_span);
  StoreLittle16(to + 24, block.column_span);
  to[26] = static_cast<std::byte>(block.kind);
  to[27] = static_cast<std::byte>(block.level);
  to[28] = static_cast<std::byte>(block.flags);
  std::fill_n(to + 29, kTextBlockBytes - 29, std::byte{0});
}

TextBlock DecodeTextBlock(const std::byte* from) noexcept {
  TextBlock block;
  block.range.begin = LoadLittle32(from);
  // A damaged length may overflow; the reader then finds the end before the
  // begin.
  block.range.end = block.range.begin + LoadLittle32(from + 4);
  block.parent_distance = LoadLittle32(from + 8);
  block.number = LoadLittle32(from + 12);
  block.row = LoadLittle32(from + 16);
  block.column = LoadLittle16(from + 20);
  block.row_span = LoadLittle16(from + 22);
  block.column_span = LoadLittle16(from + 24);
  block.kind = static_cast<TextBlockKind>(from[26]);
  block.level = std::to_integer<std::uint8_t>(from[27]);
  block.flags = std::to_integer<std::uint8_t>(from[28]);
  return block;
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
      "block_checksums"};
  return kNames[static_cast<std::size_t>(section)];
}

}  // namespace answerbox::engine
