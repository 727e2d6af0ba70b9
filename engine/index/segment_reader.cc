#include "engine/index/segment_reader.h"

#include <algorithm>

#include "engine/index/checksum.h"
#include "engine/index/little_endian.h"
#include "engine/index/name_filter.h"
#include "engine/index/segment_builder.h"
#include "engine/index/segment_layout.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kVerifiedAtOnceBytes = std::size_t{1} << 20;

std::uint32_t ComputeChecksum(std::span<const std::byte> bytes,
                              ReadObserver* observer) noexcept {
  Checksum checksum;
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), kVerifiedAtOnceBytes);
    checksum.Add(bytes.first(size));
    bytes = bytes.subspan(size);
    if (observer != nullptr) observer->OnRead();
  }
  return checksum.value();
}

Error OutOfRange(const char* what, std::uint64_t number) noexcept {
  return {ErrorCode::kInvalidArgument, what, number};
}

}  // namespace

Result<SegmentReader> SegmentReader::Open(
    std::span<const std::byte> file) noexcept {
  const auto footer = DecodeFooter(file);
  if (!footer) return footer.error();
  SegmentReader reader;
  reader.file_ = file;
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    reader.section_begin_[i + 1] =
        reader.section_begin_[i] + footer->sections[i].bytes;
  }
  reader.counts_ = footer->counts;
  reader.profile_ = footer->profile;
  reader.chunking_ = footer->chunking;
  reader.terms_ =
      TermDictionary({file.data(), reader.SectionBegin(Section::kPostings),
                      reader.SectionBegin(Section::kDictionary),
                      reader.SectionBegin(Section::kTermBlocks),
                      reader.SectionBegin(Section::kTermSamples),
                      footer->counts.terms, footer->counts.chunks});
  reader.codec_ = &BlockCodecs().front();
  return reader;
}

Result<void> SegmentReader::VerifyChecksums(
    ReadObserver* observer) const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return footer.error();
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const std::span<const std::byte> bytes =
        file_.subspan(static_cast<std::size_t>(SectionBegin(section)),
                      static_cast<std::size_t>(SectionBytes(section)));
    if (ComputeChecksum(bytes, observer) != footer->sections[i].crc) {
      return Error{ErrorCode::kCorrupt, SectionName(section),
                   SectionBegin(section)};
    }
  }
  return {};
}

std::uint64_t SegmentReader::SectionBegin(Section section) const noexcept {
  return section_begin_[static_cast<std::size_t>(section)];
}

std::uint64_t SegmentReader::SectionBytes(Section section) const noexcept {
  return section_begin_[static_cast<std::size_t>(section) + 1] -
         SectionBegin(section);
}

std::uint64_t SegmentReader::RecordAt(Section section, std::uint32_t number,
                                      std::size_t bytes) const noexcept {
  return SectionBegin(section) + std::uint64_t{number} * bytes;
}

Result<PostingList> SegmentReader::Postings(
    const TermEntry& term) const noexcept {
  if (term.postings_offset > file_.size() ||
      term.postings_bytes > file_.size() - term.postings_offset) {
    return OutOfRange("term.postings_offset", term.postings_offset);
  }
  return PostingList::Create(
      file_.subspan(static_cast<std::size_t>(term.postings_offset),
                    static_cast<std::size_t>(term.postings_bytes)),
      term.postings_offset, term.chunk_frequency, counts_.chunks, *codec_);
}

Result<PostingList> SegmentReader::Postings(TermNumber term) const noexcept {
  if (term >= terms_.size()) return OutOfRange("term", term);
  const auto entry = terms_.At(term);
  if (!entry) return entry.error();
  return Postings(*entry);
}

// Precondition: document <= counts_.documents.
SegmentReader::DocumentBegin SegmentReader::BeginOf(
    DocumentNumber document) const noexcept {
  if (document == counts_.documents) {
    const auto records = [this](Section section, std::size_t bytes) {
      return static_cast<std::uint32_t>(SectionBytes(section) / bytes);
    };
    return {counts_.text_bytes,
            static_cast<std::uint32_t>(SectionBytes(Section::kNames)),
            counts_.chunks,
            counts_.sentences,
            records(Section::kPages, kPageBytes),
            records(Section::kHeadings, kHeadingBytes)};
  }
  const DocumentRow row = DecodeDocument(
      file_.data() + RecordAt(Section::kDocuments, document, kDocumentBytes));
  return {row.text_begin,     row.name_begin, row.first_chunk,
          row.first_sentence, row.first_page, row.first_heading};
}

// The first field of a document's record that the next record contradicts.
const char* SegmentReader::FindWrongField(
    const DocumentBegin& begin, const DocumentBegin& end) const noexcept {
  const DocumentBegin most = BeginOf(counts_.documents);
  const auto is_wrong = [&](auto field) {
    return begin.*field > end.*field || end.*field > most.*field;
  };
  if (is_wrong(&DocumentBegin::text) ||
      end.text - begin.text > kMaxDocumentBytes) {
    return "document.text_begin";
  }
  const std::uint32_t name_bytes = end.name - begin.name;
  if (is_wrong(&DocumentBegin::name) || name_bytes == 0 ||
      name_bytes > kMaxDocumentNameBytes) {
    return "document.name_begin";
  }
  if (is_wrong(&DocumentBegin::chunk)) return "document.first_chunk";
  if (is_wrong(&DocumentBegin::sentence)) return "document.first_sentence";
  if (is_wrong(&DocumentBegin::page)) return "document.first_page";
  if (is_wrong(&DocumentBegin::heading)) return "document.first_heading";
  return nullptr;
}

std::string_view SegmentReader::TextOf(Section section, std::uint64_t begin,
                                       std::uint64_t end) const noexcept {
  return {reinterpret_cast<const char*>(file_.data()) + SectionBegin(section) +
              begin,
          static_cast<std::size_t>(end - begin)};
}

Result<DocumentRecord> SegmentReader::Document(
    DocumentNumber document) const noexcept {
  if (document >= counts_.documents) return OutOfRange("document", document);
  const std::uint64_t at =
      RecordAt(Section::kDocuments, document, kDocumentBytes);
  const DocumentBegin begin = BeginOf(document);
  const DocumentBegin end = BeginOf(document + 1);
  if (const char* field = FindWrongField(begin, end); field != nullptr) {
    return Error{ErrorCode::kCorrupt, field, at};
  }
  DocumentRecord record;
  record.name = TextOf(Section::kNames, begin.name, end.name);
  record.sha256 = DecodeDocument(file_.data() + at).sha256;
  record.text = TextOf(Section::kText, begin.text, end.text);
  record.first_chunk = begin.chunk;
  record.chunk_count = end.chunk - begin.chunk;
  record.first_sentence = begin.sentence;
  record.sentence_count = end.sentence - begin.sentence;
  record.page_count = end.page - begin.page;
  record.heading_count = end.heading - begin.heading;
  return record;
}

bool SegmentReader::MayHoldName(std::string_view name) const noexcept {
  return engine::MayHoldName(
      file_.subspan(
          static_cast<std::size_t>(SectionBegin(Section::kNameFilter)),
          static_cast<std::size_t>(SectionBytes(Section::kNameFilter))),
      name);
}

Result<DocumentNumber> SegmentReader::DocumentByName(
    std::uint32_t place) const noexcept {
  if (place >= counts_.documents) return OutOfRange("document", place);
  const std::uint64_t at =
      RecordAt(Section::kDocumentsByName, place, kDocumentByNameBytes);
  const DocumentNumber document = LoadLittle32(file_.data() + at);
  if (document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "documents_by_name", at};
  }
  return document;
}

Result<ChunkRecord> SegmentReader::Chunk(ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  const ChunkRow row = DecodeChunk(file_.data() + at);
  if (row.document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  const auto document = Document(row.document);
  if (!document) return document.error();
  // Numbers before the document's first wrap to more than it has.
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
  return ChunkRecord{row.id,
                     row.document,
                     row.first_sentence,
                     row.sentence_count,
                     chunk_lengths()[chunk],
                     {first->range.begin, last->range.end}};
}

ChunkLengths SegmentReader::chunk_lengths() const noexcept {
  return ChunkLengths(file_.data() + SectionBegin(Section::kChunkLengths));
}

Result<DocumentNumber> SegmentReader::DocumentOfChunk(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
  const DocumentNumber document = DecodeChunk(file_.data() + at).document;
  if (document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  return document;
}

Result<SentenceRange> SegmentReader::SentencesOfChunk(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  const std::uint64_t at = RecordAt(Section::kChunks, chunk, kChunkBytes);
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
  if (profile_ != Profile::kPaper) return std::uint64_t{0};
  const std::uint64_t at =
      RecordAt(Section::kSquaredNorms, chunk, kSquaredNormBytes);
  const std::uint64_t norm = LoadLittle64(file_.data() + at);
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

}  // namespace answerbox::engine
