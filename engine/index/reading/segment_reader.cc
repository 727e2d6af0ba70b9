#include "engine/index/reading/segment_reader.h"

#include <algorithm>

#include "engine/index/format/checksum.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/format/segment_layout.h"

namespace answerbox::engine {

Result<SegmentReader> SegmentReader::Open(std::span<const std::byte> file,
                                          BlockChecks* checks) noexcept {
  const auto footer = DecodeFooter(file);
  if (!footer) return footer.error();
  SegmentReader reader;
  reader.file_ = file;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    reader.section_begin_[i] = footer->sections[i].begin;
    reader.section_bytes_[i] = footer->sections[i].bytes;
  }
  reader.counts_ = footer->counts;
  reader.end_of_documents_ = reader.EndOfDocuments();
  reader.abbreviation_count_ =
      static_cast<std::uint32_t>(reader.SectionBytes(Section::kAbbreviations) /
                                 kFilteredAbbreviationBytes);
  reader.format_version_ = footer->version;
  reader.profile_ = footer->profile;
  reader.chunking_ = footer->chunking;
  if (checks != nullptr) {
    const auto [begin, bytes] = (*footer)[Section::kBlockChecksums];
    // The checksums of blocks are the only bytes that are compared here. They
    // are a thousandth of the file, and once they are known to be right, each
    // block can be compared when it is first read.
    const auto checksums = file.subspan(static_cast<std::size_t>(begin),
                                        static_cast<std::size_t>(bytes));
    if (ComputeChecksum(checksums) != footer->checksums_crc) {
      return Error{ErrorCode::kCorrupt, SectionName(Section::kBlockChecksums),
                   begin};
    }
    checks->Use(begin, checksums);
    reader.checks_ = checks;
  }
  reader.terms_ = TermDictionary(
      {file.data(), reader.SectionBegin(Section::kPostings),
       reader.SectionBegin(Section::kDictionary),
       reader.SectionBegin(Section::kTermBlocks),
       reader.SectionBegin(Section::kTermSamples), footer->counts.terms,
       footer->counts.chunks, reader.checks_});
  reader.codec_ = &BlockCodecs().front();
  return reader;
}

Error SegmentReader::Damage(const char* field, std::uint64_t offset,
                            std::uint64_t bytes) const noexcept {
  return checks_->DamageIn(field, offset, bytes);
}

std::uint64_t SegmentReader::SectionBegin(Section section) const noexcept {
  return section_begin_[static_cast<std::size_t>(section)];
}

std::uint64_t SegmentReader::SectionBytes(Section section) const noexcept {
  return section_bytes_[static_cast<std::size_t>(section)];
}

std::uint64_t SegmentReader::RecordAt(Section section, std::uint32_t number,
                                      std::size_t bytes) const noexcept {
  return SectionBegin(section) + std::uint64_t{number} * bytes;
}

Result<PostingList> SegmentReader::Postings(
    const TermEntry& term) const noexcept {
  // The entry comes from the caller, and may be of another segment.
  if (term.postings_offset > file_.size() ||
      term.postings_bytes > file_.size() - term.postings_offset) {
    return OutOfRange("term.postings_offset", term.postings_offset);
  }
  return PostingList::Create(
      file_.subspan(static_cast<std::size_t>(term.postings_offset),
                    static_cast<std::size_t>(term.postings_bytes)),
      term.postings_offset, term.chunk_frequency, counts_.chunks, *codec_,
      checks_);
}

Result<PostingList> SegmentReader::Postings(TermNumber term) const noexcept {
  if (term >= terms_.size()) return OutOfRange("term", term);
  const auto entry = terms_.At(term);
  if (!entry) return entry.error();
  return Postings(*entry);
}

Result<PostingList> SegmentReader::EncodedPostings(
    std::span<const std::byte> list, std::uint32_t count) const noexcept {
  // The caller made the list in memory, so there are no checksums to compare;
  // the bounds are checked all the same.
  return PostingList::Create(list, 0, count, counts_.chunks, *codec_, nullptr);
}

Result<std::uint32_t> SegmentReader::CollectionFrequency(
    TermNumber term) const noexcept {
  if (term >= terms_.size()) return OutOfRange("term", term);
  const std::uint64_t at = RecordAt(Section::kCollectionFrequencies, term,
                                    kCollectionFrequencyBytes);
  if (!Holds(at, kCollectionFrequencyBytes)) {
    return Damage("collection_frequency", at, kCollectionFrequencyBytes);
  }
  return LoadLittle32(file_.data() + at);
}

// Every number is compared with its count before it is used, here and below: a
// damaged block of a file without checks must not lead outside the mapping.
Result<ChunkRecord> SegmentReader::Chunk(ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  if (!Holds(at, kChunkBytes)) return Damage("chunk", at, kChunkBytes);
  const ChunkRow row = DecodeChunk(file_.data() + at);
  if (row.document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  const auto document = Document(row.document);
  if (!document) return document.error();
  // For a chunk before the document's first, the difference wraps to a large
  // number.
  if (chunk - document->first_chunk >= document->chunk_count) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  const std::uint32_t skipped = row.first_sentence - document->first_sentence;
  if (skipped >= document->sentence_count) {
    return Error{ErrorCode::kCorrupt, "chunk.first_sentence", at + 20};
  }
  if (row.sentence_count == 0 ||
      row.sentence_count > document->sentence_count - skipped) {
    return Error{ErrorCode::kCorrupt, "chunk.sentence_count", at + 24};
  }
  const auto first = Sentence(*document, row.first_sentence);
  if (!first) return first.error();
  const auto last =
      Sentence(*document, row.first_sentence + row.sentence_count - 1);
  if (!last) return last.error();
  if (first->range.begin > last->range.end) {
    return Error{ErrorCode::kCorrupt, "chunk.range", at + 20};
  }
  const auto length = ChunkLength(chunk);
  if (!length) return length.error();
  return ChunkRecord{row.id,
                     row.document,
                     row.first_sentence,
                     row.sentence_count,
                     *length,
                     {first->range.begin, last->range.end}};
}

Result<ChunkLengths> SegmentReader::AllChunkLengths() const noexcept {
  const std::uint64_t begin = SectionBegin(Section::kChunkLengths);
  const std::uint64_t bytes = SectionBytes(Section::kChunkLengths);
  // Scoring reads the length of nearly every chunk: one check of the whole
  // section is cheaper than one for each, and ChunkLengths then needs none.
  if (!Holds(begin, bytes)) return Damage("chunk_lengths", begin, bytes);
  return ChunkLengths(file_.data() + begin);
}

Result<std::uint32_t> SegmentReader::ChunkLength(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at =
      RecordAt(Section::kChunkLengths, chunk, kChunkLengthBytes);
  if (!Holds(at, kChunkLengthBytes)) {
    return Damage("chunk_lengths", at, kChunkLengthBytes);
  }
  return LoadLittle16(file_.data() + at);
}

Result<DocumentNumber> SegmentReader::DocumentOfChunk(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  if (!Holds(at, kChunkBytes)) return Damage("chunk", at, kChunkBytes);
  const DocumentNumber document = DecodeChunk(file_.data() + at).document;
  if (document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  return document;
}

Result<ChunkId> SegmentReader::IdOfChunk(ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  if (!Holds(at, kChunkBytes)) return Damage("chunk", at, kChunkBytes);
  return DecodeChunk(file_.data() + at).id;
}

Result<SentenceRange> SegmentReader::SentencesOfChunk(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  if (!Holds(at, kChunkBytes)) return Damage("chunk", at, kChunkBytes);
  const ChunkRow row = DecodeChunk(file_.data() + at);
  if (row.first_sentence >= counts_.sentences) {
    return Error{ErrorCode::kCorrupt, "chunk.first_sentence", at + 20};
  }
  if (row.sentence_count == 0 ||
      row.sentence_count > counts_.sentences - row.first_sentence) {
    return Error{ErrorCode::kCorrupt, "chunk.sentence_count", at + 24};
  }
  return SentenceRange{row.first_sentence, row.sentence_count};
}

Result<std::uint64_t> SegmentReader::SquaredNorm(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  // Only profile paper stores norms.
  if (profile_ != Profile::kPaper) return std::uint64_t{0};
  const std::uint64_t at =
      RecordAt(Section::kSquaredNorms, chunk, kSquaredNormBytes);
  if (!Holds(at, kSquaredNormBytes)) {
    return Damage("squared_norm", at, kSquaredNormBytes);
  }
  const std::uint64_t norm = LoadLittle64(file_.data() + at);
  // AddSquare() never gives more, so a greater norm is damage.
  if (norm > kMaxSquaredNorm) {
    return Error{ErrorCode::kCorrupt, "squared_norm", at};
  }
  return norm;
}

std::uint64_t SegmentReader::OffsetOfPlaceByName(
    std::uint32_t place) const noexcept {
  return RecordAt(Section::kDocumentsByName, place, kDocumentByNameBytes);
}

std::uint64_t SegmentReader::OffsetOfChunk(ChunkNumber chunk) const noexcept {
  return RecordAt(Section::kChunks, chunk, kChunkBytes);
}

std::uint64_t SegmentReader::OffsetOfSentence(
    SentenceNumber sentence) const noexcept {
  return RecordAt(Section::kSentences, sentence, kSentenceBytes);
}

namespace {

constexpr std::size_t kVerifiedAtOnceBytes = std::size_t{1} << 20;

}  // namespace

const char* SegmentReader::SectionAt(std::uint64_t offset) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return "footer";
  const auto found =
      std::ranges::find_if(footer->sections, [&](const SectionPlace& place) {
        return place.begin + place.bytes > offset;
      });
  if (found == footer->sections.end()) return "footer";
  return found->begin <= offset ? SectionName(static_cast<Section>(
                                      found - footer->sections.begin()))
                                : "optional_section";
}

Result<void> SegmentReader::VerifyChecksums(
    ReadObserver* observer) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return footer.error();
  const auto [end, checksum_bytes] = (*footer)[Section::kBlockChecksums];
  const auto checksums = file_.subspan(
      static_cast<std::size_t>(end), static_cast<std::size_t>(checksum_bytes));
  if (ComputeChecksum(checksums) != footer->checksums_crc) {
    return Error{ErrorCode::kCorrupt, SectionName(Section::kBlockChecksums),
                 end};
  }
  const std::byte* written = checksums.data();
  for (std::uint64_t at = 0; at < end; at += kCheckedBlockBytes) {
    const auto bytes =
        file_.subspan(static_cast<std::size_t>(at),
                      static_cast<std::size_t>(std::min<std::uint64_t>(
                          kCheckedBlockBytes, end - at)));
    if (ComputeChecksum(bytes) != LoadLittle32(written)) {
      return Error{ErrorCode::kCorrupt, SectionAt(at), at};
    }
    written += kBlockChecksumBytes;
    if (observer != nullptr &&
        (at + kCheckedBlockBytes) % kVerifiedAtOnceBytes == 0) {
      // Once in a MiB, since releasing pages is a system call.
      observer->OnRead();
    }
  }
  return {};
}

}  // namespace answerbox::engine
