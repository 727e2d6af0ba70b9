#include "engine/index/format/segment_footer.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/little_endian.h"
#include "engine/index/format/name_filter.h"

namespace answerbox::engine {
namespace {

// Offsets from the end of the file. Every version of the format keeps them, so
// that a file of another version can be told from a damaged one.
constexpr std::size_t kVersionFromEnd = 16;
constexpr std::size_t kCrcFromEnd = 12;
constexpr std::size_t kMagicFromEnd = 8;

// Offsets from where the counts begin.
constexpr std::size_t kChunkTermsAt = 16;
constexpr std::size_t kChunkingAt = 24;
constexpr std::size_t kProfileAt = 28;
constexpr std::size_t kReservedAt = 29;
constexpr std::size_t kReservedBytes = 3;
constexpr std::size_t kTermOccurrencesAt = 32;
constexpr std::size_t kEntryCountAt = 40;
constexpr std::size_t kChecksumsCrcAt = 44;

// Ends in a byte past ASCII and a line feed, like the signature of PNG: a file
// that a text tool has rewritten is told at once.
constexpr std::array<std::byte, 8> kMagic = {
    std::byte{'A'}, std::byte{'B'}, std::byte{'X'},  std::byte{'s'},
    std::byte{'e'}, std::byte{'g'}, std::byte{0xA5}, std::byte{'\n'}};

// The greatest offset of an entry in the dictionary.
constexpr std::uint64_t kMaxOffset = std::numeric_limits<std::uint32_t>::max();

constexpr std::size_t kBlockChecksums =
    static_cast<std::size_t>(Section::kBlockChecksums);
constexpr std::size_t kAbbreviations =
    static_cast<std::size_t>(Section::kAbbreviations);
// The first sections of every file of a version, whose ids are their numbers
// from 1 on. The id of the abbreviations is the next one.
constexpr std::size_t FirstSections(std::uint32_t version) {
  constexpr std::size_t kWithoutAttachments = 19;
  return version == 1 ? kWithoutAttachments : kRequiredSections - 1;
}
static_assert(FirstSections(kFormatVersion) == kAbbreviations &&
              FirstSections(kFormatVersion) + 1 == kAbbreviationsId &&
              FirstSections(1) ==
                  static_cast<std::size_t>(Section::kAttachments) &&
              kBlockChecksums + 1 == kSectionCount);

// The footer of a file, and where it begins.
struct FooterBytes {
  std::span<const std::byte> bytes;
  std::uint64_t begin = 0;
  std::size_t counts_at = 0;
  std::uint32_t version = kFormatVersion;
};

void DecodeCounts(const std::byte* from, Footer& footer) noexcept {
  footer.counts.documents = LoadLittle32(from);
  footer.counts.chunks = LoadLittle32(from + 4);
  footer.counts.sentences = LoadLittle32(from + 8);
  footer.counts.terms = LoadLittle32(from + 12);
  footer.counts.chunk_terms = LoadLittle64(from + kChunkTermsAt);
  footer.chunking.window_words = LoadLittle16(from + kChunkingAt);
  footer.chunking.overlap_words = LoadLittle16(from + kChunkingAt + 2);
  footer.profile = static_cast<Profile>(from[kProfileAt]);
  footer.counts.term_occurrences = LoadLittle64(from + kTermOccurrencesAt);
  footer.checksums_crc = LoadLittle32(from + kChecksumsCrcAt);
}

// How many records of which size a section has, according to the counts.
struct ExpectedRecords {
  Section section;
  std::uint64_t count;
  std::size_t bytes;
};

std::uint64_t DividedUp(std::uint64_t count, std::uint64_t by) noexcept {
  return count / by + (count % by != 0 ? 1 : 0);
}

// A section of whole records whose number no count tells expects as many as it
// has room for.
// The accessors of SegmentReader rely on this agreement: a number below its
// count is then within its section.
std::array<ExpectedRecords, 18> ExpectedSections(
    const Footer& footer) noexcept {
  const SegmentCounts& counts = footer.counts;
  const std::uint64_t blocks = DividedUp(counts.terms, kTermsPerBlock);
  const std::uint64_t samples = DividedUp(blocks, kBlocksPerTermSample);
  const std::uint64_t checked_blocks =
      DividedUp(footer[Section::kBlockChecksums].begin, kCheckedBlockBytes);
  const bool has_norms = footer.profile == Profile::kPaper;
  const bool has_text_blocks = footer[Section::kTextBlocks].bytes != 0;
  const bool has_attachments = footer[Section::kAttachments].bytes != 0;
  const auto whole = [&footer](Section section, std::size_t bytes) {
    return ExpectedRecords{section, footer[section].bytes / bytes, bytes};
  };
  return {{
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
      {Section::kCollectionFrequencies, counts.terms,
       kCollectionFrequencyBytes},
      {Section::kFirstTextBlocks, has_text_blocks ? counts.documents : 0,
       kFirstTextBlockBytes},
      whole(Section::kTextBlocks, kTextBlockBytes),
      whole(Section::kAttachments, kAttachmentRowBytes),
      {Section::kAttachmentBytes,
       has_attachments ? footer[Section::kAttachmentBytes].bytes : 0, 1},
      whole(Section::kAbbreviations, kFilteredAbbreviationBytes),
      {Section::kBlockChecksums, checked_blocks, kBlockChecksumBytes},
  }};
}

// The first section whose size contradicts the counts or is not a multiple of
// its records' size.
std::optional<Section> FindMismatch(const Footer& footer) noexcept {
  for (const ExpectedRecords& records : ExpectedSections(footer)) {
    if (footer[records.section].bytes != records.count * records.bytes) {
      return records.section;
    }
  }
  if (footer[Section::kDictionary].bytes > kMaxOffset) {
    return Section::kDictionary;
  }
  if (footer[Section::kAbbreviations].bytes / kFilteredAbbreviationBytes >
      kMaxOffset) {
    return Section::kAbbreviations;
  }
  return std::nullopt;
}

SegmentSizes SizesOf(const Footer& footer) noexcept {
  return {
      .documents = footer.counts.documents,
      .name_bytes = footer[Section::kNames].bytes,
      .pages = footer[Section::kPages].bytes / kPageBytes,
      .headings = footer[Section::kHeadings].bytes / kHeadingBytes,
      .chunks = footer.counts.chunks,
      .sentences = footer.counts.sentences,
      .sentence_term_bytes = footer[Section::kSentenceTerms].bytes,
      .text_blocks = footer[Section::kTextBlocks].bytes / kTextBlockBytes,
      .attachments = footer[Section::kAttachments].bytes / kAttachmentRowBytes};
}

// Computes the sections' places, one after another, up to the footer.
class Places {
 public:
  explicit Places(std::uint64_t end) : end_(end) {}

  Result<SectionPlace> Take(std::uint64_t bytes, const char* name) {
    // Compared without adding, so that a hostile size cannot wrap.
    if (bytes > end_ - begin_) {
      return Error{ErrorCode::kTruncated, name, begin_};
    }
    const SectionPlace place{begin_, bytes};
    begin_ += bytes;
    return place;
  }

  Result<void> CheckEnd() const {
    // No byte may be left over: nobody would check it, and it would be copied
    // with the file.
    if (begin_ == end_) return {};
    return Error{ErrorCode::kCorrupt, "footer.sections", begin_};
  }

 private:
  std::uint64_t begin_ = 0;
  std::uint64_t end_;
};

// The section of the entry; nothing if this program does not know it. Ids must
// ascend, and all known sections must be present.
Result<std::optional<std::size_t>> SectionOfEntry(const FooterBytes& from,
                                                  std::size_t number,
                                                  std::size_t count) {
  const std::byte* const entry = from.bytes.data() + number * kFooterEntryBytes;
  const std::uint32_t id = LoadLittle32(entry);
  const Error wrong{ErrorCode::kCorrupt, "footer.section_id",
                    from.begin + number * kFooterEntryBytes};
  const std::size_t first_sections = FirstSections(from.version);
  const auto first_optional = static_cast<std::uint32_t>(first_sections + 1);
  if (number < first_sections) {
    if (id != number + 1) return wrong;
    return std::optional(number);
  }
  if (number + 1 == count) {
    if (id != kBlockChecksumsId) return wrong;
    return std::optional(kBlockChecksums);
  }
  const std::uint32_t least = number == first_sections
                                  ? first_optional
                                  : LoadLittle32(entry - kFooterEntryBytes) + 1;
  if (id < least || id >= kBlockChecksumsId) return wrong;
  return id == first_optional ? std::optional(kAbbreviations)
                              : std::optional<std::size_t>();
}

Result<void> DecodeSections(const FooterBytes& from, Footer& footer) {
  Places places(from.begin);
  const std::size_t count = from.counts_at / kFooterEntryBytes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto section = SectionOfEntry(from, i, count);
    if (!section) return section.error();
    const char* const name = *section
                                 ? SectionName(static_cast<Section>(**section))
                                 : "optional_section";
    const std::byte* const entry = from.bytes.data() + i * kFooterEntryBytes;
    const auto place = places.Take(LoadLittle64(entry + 4), name);
    if (!place) return place.error();
    if (*section) footer.sections[**section] = *place;
    // Until it is found, a section that may be missing is empty.
    if (i + 1 == FirstSections(from.version)) {
      std::fill(footer.sections.begin() + static_cast<std::ptrdiff_t>(i + 1),
                footer.sections.begin() + kBlockChecksums,
                SectionPlace{place->begin + place->bytes, 0});
    }
  }
  return places.CheckEnd();
}

// Finds the footer and compares it with its checksum.
Result<FooterBytes> LocateFooter(std::span<const std::byte> file) {
  if (file.size() < kFooterTailBytes) {
    return Error{ErrorCode::kTruncated, "footer", file.size()};
  }
  const std::byte* const end = file.data() + file.size();
  if (!std::equal(kMagic.begin(), kMagic.end(), end - kMagicFromEnd)) {
    return Error{ErrorCode::kCorrupt, "footer.magic",
                 file.size() - kMagicFromEnd};
  }
  // Before the size and the checksum, which another version may have elsewhere:
  // its file is not damaged.
  const std::uint32_t version = LoadLittle32(end - kVersionFromEnd);
  if (version == 0 || version > kFormatVersion) {
    return Error{ErrorCode::kUnsupportedVersion, "footer.version",
                 file.size() - kVersionFromEnd};
  }
  const std::size_t entries =
      LoadLittle32(end - kFooterTailBytes + kEntryCountAt);
  if (entries < FirstSections(version) + 1 || entries > kMaxFooterEntries) {
    return Error{ErrorCode::kCorrupt, "footer.section_count",
                 file.size() - kFooterTailBytes + kEntryCountAt};
  }
  const std::size_t footer_bytes =
      entries * kFooterEntryBytes + kFooterTailBytes;
  if (file.size() < footer_bytes) {
    return Error{ErrorCode::kTruncated, "footer", file.size()};
  }
  const auto bytes = file.last(footer_bytes);
  if (LoadLittle32(end - kCrcFromEnd) !=
      ComputeChecksum(bytes.first(footer_bytes - kCrcFromEnd))) {
    return Error{ErrorCode::kCorrupt, "footer.checksum",
                 file.size() - kCrcFromEnd};
  }
  return FooterBytes{bytes, file.size() - footer_bytes,
                     entries * kFooterEntryBytes, version};
}

// Checks the values that do not depend on the sections.
Result<void> CheckSettings(const FooterBytes& from, const Footer& footer) {
  const auto corrupt = [&](const char* field, std::size_t at) {
    return Error{ErrorCode::kCorrupt, field, from.begin + from.counts_at + at};
  };
  if (footer.profile != Profile::kPaper &&
      footer.profile != Profile::kDefault) {
    return corrupt("footer.profile", kProfileAt);
  }
  const auto reserved =
      from.bytes.subspan(from.counts_at + kReservedAt, kReservedBytes);
  if (std::ranges::any_of(
          reserved, [](std::byte byte) { return byte != std::byte{0}; })) {
    // A later program may give these bytes a meaning. This one would not know
    // that it reads the file wrongly.
    return corrupt("footer.reserved", kReservedAt);
  }
  if (!IsValid(footer.chunking)) {
    return corrupt("footer.chunking", kChunkingAt);
  }
  return {};
}

Result<void> CheckSizes(const FooterBytes& from, const Footer& footer) {
  if (const auto section = FindMismatch(footer)) {
    return Error{ErrorCode::kCorrupt, SectionName(*section), from.begin};
  }
  const std::uint64_t counts = from.begin + from.counts_at;
  if (footer.counts.chunk_terms >
      std::uint64_t{footer.counts.chunks} * kMaxChunkLength) {
    return Error{ErrorCode::kCorrupt, "footer.chunk_terms",
                 counts + kChunkTermsAt};
  }
  // A term of a sentence takes a byte at least. Probabilities divide by this
  // count, and must not be made small by a wrong one.
  if (footer.counts.term_occurrences > footer[Section::kSentenceTerms].bytes) {
    return Error{ErrorCode::kCorrupt, "footer.term_occurrences",
                 counts + kTermOccurrencesAt};
  }
  if (auto within = CheckLimits(SizesOf(footer)); !within) {
    return Error{ErrorCode::kCorrupt, within.error().field, from.begin};
  }
  return {};
}

}  // namespace

std::span<const std::byte> EncodeFooter(
    const Footer& footer,
    std::span<std::byte, kMaxWrittenFooterBytes> to) noexcept {
  std::byte* at = to.data();
  std::uint32_t entries = 0;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    // So segments without definitions are the same bytes as before definitions
    // were kept.
    if (i == kAbbreviations && footer.sections[i].bytes == 0) continue;
    StoreLittle32(at, i == kBlockChecksums ? kBlockChecksumsId
                                           : static_cast<std::uint32_t>(i + 1));
    StoreLittle64(at + 4, footer.sections[i].bytes);
    at += kFooterEntryBytes;
    ++entries;
  }
  StoreLittle32(at, footer.counts.documents);
  StoreLittle32(at + 4, footer.counts.chunks);
  StoreLittle32(at + 8, footer.counts.sentences);
  StoreLittle32(at + 12, footer.counts.terms);
  StoreLittle64(at + kChunkTermsAt, footer.counts.chunk_terms);
  StoreLittle16(at + kChunkingAt, footer.chunking.window_words);
  StoreLittle16(at + kChunkingAt + 2, footer.chunking.overlap_words);
  at[kProfileAt] = static_cast<std::byte>(footer.profile);
  std::fill_n(at + kReservedAt, kReservedBytes, std::byte{0});
  StoreLittle64(at + kTermOccurrencesAt, footer.counts.term_occurrences);
  StoreLittle32(at + kEntryCountAt, entries);
  StoreLittle32(at + kChecksumsCrcAt, footer.checksums_crc);
  std::byte* const end = at + kFooterTailBytes;
  const std::span<std::byte> written(to.data(), end);
  StoreLittle32(end - kVersionFromEnd, kFormatVersion);
  StoreLittle32(end - kCrcFromEnd,
                ComputeChecksum(written.first(written.size() - kCrcFromEnd)));
  std::copy(kMagic.begin(), kMagic.end(), end - kMagicFromEnd);
  return written;
}

Result<Footer> DecodeFooter(std::span<const std::byte> file) noexcept {
  const auto from = LocateFooter(file);
  if (!from) return from.error();
  Footer footer;
  footer.version = from->version;
  DecodeCounts(from->bytes.data() + from->counts_at, footer);
  if (auto valid = CheckSettings(*from, footer); !valid) return valid.error();
  auto sections = DecodeSections(*from, footer);
  if (!sections) return sections.error();
  footer.counts.text_bytes = footer[Section::kText].bytes;
  if (auto sizes = CheckSizes(*from, footer); !sizes) return sizes.error();
  return footer;
}

}  // namespace answerbox::engine
