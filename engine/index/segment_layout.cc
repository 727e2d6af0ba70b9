#include "engine/index/segment_layout.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/index/checksum.h"
#include "engine/index/little_endian.h"
#include "engine/index/name_filter.h"
#include "engine/index/segment_limits.h"

namespace answerbox::engine {
namespace {

// A sentence's length, words, heading flag and signs share 32 bits.
// Three bytes, as documents are at most 16 MiB.
constexpr std::uint32_t kBeginMask = 0xFFFFFFu;
constexpr unsigned kLengthBits = 13;
constexpr unsigned kWordsBits = 13;
constexpr std::uint32_t kLengthMask = (1u << kLengthBits) - 1;
constexpr std::uint32_t kWordsMask = (1u << kWordsBits) - 1;
constexpr unsigned kHeadingBit = kLengthBits + kWordsBits;
constexpr unsigned kSignsShift = kHeadingBit + 1;
constexpr std::uint32_t kSignsMask = (1u << kSentenceSignBits) - 1;

constexpr std::size_t kSectionEntryBytes = 12;
constexpr std::size_t kCountsAt = kSectionCount * kSectionEntryBytes;
constexpr std::size_t kChunkTermsAt = kCountsAt + 16;
constexpr std::size_t kChunkingAt = kCountsAt + 24;
constexpr std::size_t kProfileAt = kChunkingAt + 4;
constexpr std::size_t kReservedBytes = 3;
constexpr std::size_t kVersionAt = kFooterBytes - 16;
constexpr std::size_t kFooterChecksumAt = kFooterBytes - 12;
constexpr std::size_t kMagicAt = kFooterBytes - 8;

constexpr std::array<std::byte, 8> kMagic = {
    std::byte{'A'}, std::byte{'B'}, std::byte{'X'},  std::byte{'s'},
    std::byte{'e'}, std::byte{'g'}, std::byte{0xA5}, std::byte{'\n'}};

// Of an entry in the dictionary.
constexpr std::uint64_t kMaxOffset = std::numeric_limits<std::uint32_t>::max();

Footer DecodeFields(const std::byte* from) noexcept {
  Footer footer;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    footer.sections[i] = {LoadLittle64(from + i * kSectionEntryBytes),
                          LoadLittle32(from + i * kSectionEntryBytes + 8)};
  }
  footer.counts.documents = LoadLittle32(from + kCountsAt);
  footer.counts.chunks = LoadLittle32(from + kCountsAt + 4);
  footer.counts.sentences = LoadLittle32(from + kCountsAt + 8);
  footer.counts.terms = LoadLittle32(from + kCountsAt + 12);
  footer.counts.chunk_terms = LoadLittle64(from + kChunkTermsAt);
  footer.counts.text_bytes = footer[Section::kText].bytes;
  footer.chunking.window_words = LoadLittle16(from + kChunkingAt);
  footer.chunking.overlap_words = LoadLittle16(from + kChunkingAt + 2);
  footer.profile = static_cast<Profile>(from[kProfileAt]);
  return footer;
}

// Whether a section holds as many records as the counts say.
struct ExpectedRecords {
  Section section;
  std::uint64_t count;
  std::size_t bytes;
};

// The first section whose size contradicts the counts, or that is none of whole
// records.
std::optional<Section> FindMismatch(const Footer& footer) noexcept {
  const SegmentCounts& counts = footer.counts;
  const std::uint64_t blocks =
      (std::uint64_t{counts.terms} + kTermsPerBlock - 1) / kTermsPerBlock;
  const std::uint64_t samples =
      (blocks + kBlocksPerTermSample - 1) / kBlocksPerTermSample;
  const bool has_norms = footer.profile == Profile::kPaper;
  const auto whole = [&footer](Section section, std::size_t bytes) {
    return ExpectedRecords{section, footer[section].bytes / bytes, bytes};
  };
  const std::array<ExpectedRecords, 11> expected = {{
      {Section::kDocuments, counts.documents, kDocumentBytes},
      {Section::kDocumentsByName, counts.documents, kDocumentByNameBytes},
      {Section::kNameFilter, NameFilterBytes(counts.documents), 1},
      whole(Section::kPages, kPageBytes),
      whole(Section::kHeadings, kHeadingBytes),
      {Section::kChunks, counts.chunks, kChunkBytes},
      {Section::kChunkLengths, counts.chunks, kChunkLengthBytes},
      {Section::kTermBlocks, blocks, kTermBlockBytes},
      {Section::kTermSamples, samples, kTermSampleBytes},
      {Section::kSentences, counts.sentences, kSentenceBytes},
      {Section::kSquaredNorms, has_norms ? counts.chunks : 0,
       kSquaredNormBytes},
  }};
  for (const ExpectedRecords& records : expected) {
    if (footer[records.section].bytes != records.count * records.bytes) {
      return records.section;
    }
  }
  if (footer[Section::kDictionary].bytes > kMaxOffset) {
    return Section::kDictionary;
  }
  return std::nullopt;
}

SegmentSizes SizesOf(const Footer& footer) noexcept {
  return {.documents = footer.counts.documents,
          .name_bytes = footer[Section::kNames].bytes,
          .pages = footer[Section::kPages].bytes / kPageBytes,
          .headings = footer[Section::kHeadings].bytes / kHeadingBytes,
          .chunks = footer.counts.chunks,
          .sentences = footer.counts.sentences,
          .sentence_term_bytes = footer[Section::kSentenceTerms].bytes};
}

// Sections fill the file from its start to the footer.
Result<void> CheckSizes(const Footer& footer, std::uint64_t file_bytes) {
  std::uint64_t begin = 0;
  const std::uint64_t end = file_bytes - kFooterBytes;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    if (footer.sections[i].bytes > end - begin) {
      return Error{ErrorCode::kTruncated, SectionName(static_cast<Section>(i)),
                   begin};
    }
    begin += footer.sections[i].bytes;
  }
  if (begin != end) return Error{ErrorCode::kCorrupt, "footer.sections", begin};
  if (const auto section = FindMismatch(footer)) {
    return Error{ErrorCode::kCorrupt, SectionName(*section), end};
  }
  if (footer.counts.chunk_terms >
      std::uint64_t{footer.counts.chunks} * kMaxChunkLength) {
    return Error{ErrorCode::kCorrupt, "footer.chunk_terms",
                 end + kChunkTermsAt};
  }
  if (auto within = CheckLimits(SizesOf(footer)); !within) {
    return Error{ErrorCode::kCorrupt, within.error().field, end};
  }
  return {};
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

DocumentRow DecodeDocument(const std::byte* from) noexcept {
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
  // A damaged begin may wrap; the reader sees an end before it.
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
  StoreLittle32(to, row.begin);  // Its fourth byte, 0, is written over.
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

const char* SectionName(Section section) noexcept {
  static constexpr std::array<const char*, kSectionCount> kNames = {
      "text",          "names",          "documents",  "documents_by_name",
      "name_filter",   "pages",          "headings",   "chunks",
      "chunk_lengths", "postings",       "dictionary", "term_blocks",
      "term_samples",  "sentence_terms", "sentences",  "squared_norms"};
  return kNames[static_cast<std::size_t>(section)];
}

void EncodeFooter(const Footer& footer,
                  std::span<std::byte, kFooterBytes> to) noexcept {
  std::fill(to.begin(), to.end(), std::byte{0});
  std::byte* const at = to.data();
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    StoreLittle64(at + i * kSectionEntryBytes, footer.sections[i].bytes);
    StoreLittle32(at + i * kSectionEntryBytes + 8, footer.sections[i].crc);
  }
  StoreLittle32(at + kCountsAt, footer.counts.documents);
  StoreLittle32(at + kCountsAt + 4, footer.counts.chunks);
  StoreLittle32(at + kCountsAt + 8, footer.counts.sentences);
  StoreLittle32(at + kCountsAt + 12, footer.counts.terms);
  StoreLittle64(at + kChunkTermsAt, footer.counts.chunk_terms);
  StoreLittle16(at + kChunkingAt, footer.chunking.window_words);
  StoreLittle16(at + kChunkingAt + 2, footer.chunking.overlap_words);
  at[kProfileAt] = static_cast<std::byte>(footer.profile);
  StoreLittle32(at + kVersionAt, kFormatVersion);
  StoreLittle32(at + kFooterChecksumAt,
                ComputeChecksum(to.first<kFooterChecksumAt>()));
  std::copy(kMagic.begin(), kMagic.end(), at + kMagicAt);
}

Result<Footer> DecodeFooter(std::span<const std::byte> file) noexcept {
  if (file.size() < kFooterBytes) {
    return Error{ErrorCode::kTruncated, "footer", file.size()};
  }
  const std::uint64_t base = file.size() - kFooterBytes;
  const std::span<const std::byte> bytes = file.last(kFooterBytes);
  if (!std::equal(kMagic.begin(), kMagic.end(), bytes.data() + kMagicAt)) {
    return Error{ErrorCode::kCorrupt, "footer.magic", base + kMagicAt};
  }
  if (LoadLittle32(bytes.data() + kVersionAt) != kFormatVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "footer.version",
                 base + kVersionAt};
  }
  if (LoadLittle32(bytes.data() + kFooterChecksumAt) !=
      ComputeChecksum(bytes.first(kFooterChecksumAt))) {
    return Error{ErrorCode::kCorrupt, "footer.checksum",
                 base + kFooterChecksumAt};
  }
  const Footer footer = DecodeFields(bytes.data());
  if (footer.profile != Profile::kPaper &&
      footer.profile != Profile::kDefault) {
    return Error{ErrorCode::kCorrupt, "footer.profile", base + kProfileAt};
  }
  const auto reserved = bytes.subspan(kProfileAt + 1, kReservedBytes);
  if (std::any_of(reserved.begin(), reserved.end(),
                  [](std::byte byte) { return byte != std::byte{0}; })) {
    return Error{ErrorCode::kCorrupt, "footer.reserved", base + kProfileAt + 1};
  }
  if (!IsValid(footer.chunking)) {
    return Error{ErrorCode::kCorrupt, "footer.chunking", base + kChunkingAt};
  }
  if (auto sizes = CheckSizes(footer, file.size()); !sizes) {
    return sizes.error();
  }
  return footer;
}

}  // namespace answerbox::engine
