#include "engine/index/segment_reader.h"

#include <algorithm>

#include "engine/index/checksum.h"
#include "engine/index/little_endian.h"
#include "engine/index/segment_builder.h"
#include "engine/index/segment_layout.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

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
  reader.terms_ = TermDictionary(
      {file.data(), reader.SectionBegin(Section::kPostings),
       reader.SectionBegin(Section::kDictionary),
       reader.SectionBegin(Section::kTermBlocks), footer->counts.terms});
  return reader;
}

Result<void> SegmentReader::VerifyChecksums() const noexcept {
  const auto footer = DecodeFooter(file_);
  if (!footer) return footer.error();
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<Section>(i);
    const std::span<const std::byte> bytes =
        file_.subspan(static_cast<std::size_t>(SectionBegin(section)),
                      static_cast<std::size_t>(SectionBytes(section)));
    if (ComputeChecksum(bytes) != footer->sections[i].crc) {
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

Result<PostingCursor> SegmentReader::Postings(
    const TermEntry& term) const noexcept {
  if (term.postings_offset > file_.size() ||
      term.postings_bytes > file_.size() - term.postings_offset) {
    return OutOfRange("term.postings_offset", term.postings_offset);
  }
  return PostingCursor::Create(
      file_.subspan(static_cast<std::size_t>(term.postings_offset),
                    static_cast<std::size_t>(term.postings_bytes)),
      term.postings_offset, term.chunk_frequency, counts_.chunks);
}

Result<PostingCursor> SegmentReader::Postings(TermNumber term) const noexcept {
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

Result<DocumentRecord> SegmentReader::Document(
    DocumentNumber document) const noexcept {
  if (document >= counts_.documents) return OutOfRange("document", document);
  const std::uint64_t at =
      RecordAt(Section::kDocuments, document, kDocumentBytes);
  const DocumentBegin begin = BeginOf(document);
  const DocumentBegin end = BeginOf(document + 1);
  const auto corrupt = [at](const char* field) {
    return Error{ErrorCode::kCorrupt, field, at};
  };
  if (begin.text > end.text || end.text > counts_.text_bytes ||
      end.text - begin.text > kMaxDocumentBytes) {
    return corrupt("document.text_begin");
  }
  if (begin.name >= end.name || end.name > SectionBytes(Section::kNames) ||
      end.name - begin.name > kMaxDocumentNameBytes) {
    return corrupt("document.name_begin");
  }
  if (begin.chunk > end.chunk || end.chunk > counts_.chunks) {
    return corrupt("document.first_chunk");
  }
  if (begin.sentence > end.sentence || end.sentence > counts_.sentences) {
    return corrupt("document.first_sentence");
  }
  if (begin.page > end.page ||
      end.page > SectionBytes(Section::kPages) / kPageBytes) {
    return corrupt("document.first_page");
  }
  if (begin.heading > end.heading ||
      end.heading > SectionBytes(Section::kHeadings) / kHeadingBytes) {
    return corrupt("document.first_heading");
  }
  const auto view = [this](Section section, std::uint64_t from,
                           std::uint64_t to) {
    return std::string_view(reinterpret_cast<const char*>(file_.data()) +
                                SectionBegin(section) + from,
                            static_cast<std::size_t>(to - from));
  };
  DocumentRecord record;
  record.name = view(Section::kNames, begin.name, end.name);
  record.sha256 = DecodeDocument(file_.data() + at).sha256;
  record.text = view(Section::kText, begin.text, end.text);
  record.first_chunk = begin.chunk;
  record.chunk_count = end.chunk - begin.chunk;
  record.first_sentence = begin.sentence;
  record.sentence_count = end.sentence - begin.sentence;
  record.page_count = end.page - begin.page;
  record.heading_count = end.heading - begin.heading;
  return record;
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
  if (chunk < document->first_chunk ||
      chunk - document->first_chunk >= document->chunk_count) {
    return Error{ErrorCode::kCorrupt, "chunk.document", at + 16};
  }
  if (row.first_sentence < document->first_sentence ||
      row.first_sentence - document->first_sentence >=
          document->sentence_count) {
    return Error{ErrorCode::kCorrupt, "chunk.first_sentence", at + 20};
  }
  const std::uint32_t sentences_left =
      document->sentence_count -
      (row.first_sentence - document->first_sentence);
  if (row.sentence_count == 0 || row.sentence_count > sentences_left) {
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
  ChunkRecord record;
  record.id = row.id;
  record.document = row.document;
  record.first_sentence = row.first_sentence;
  record.sentence_count = row.sentence_count;
  record.term_count = row.term_count;
  record.range = {first->range.begin, last->range.end};
  return record;
}

Result<std::uint32_t> SegmentReader::ChunkTermCount(
    ChunkNumber chunk) const noexcept {
  if (chunk >= counts_.chunks) return OutOfRange("chunk", chunk);
  return LoadLittle32(file_.data() +
                      RecordAt(Section::kChunks, chunk, kChunkBytes) + 28);
}

Result<SentenceRecord> SegmentReader::SentenceWithin(
    SentenceNumber sentence, std::size_t text_bytes) const noexcept {
  const std::uint64_t at =
      RecordAt(Section::kSentences, sentence, kSentenceBytes);
  const SentenceRow row = DecodeSentence(file_.data() + at);
  if (row.begin > text_bytes || row.length > text_bytes - row.begin) {
    return Error{ErrorCode::kCorrupt, "sentence.range", at};
  }
  if (row.length > kMaxSentenceBytes || row.words > kMaxSentenceBytes) {
    return Error{ErrorCode::kCorrupt, "sentence.length", at + 4};
  }
  return SentenceRecord{
      {row.begin, row.begin + row.length}, row.words, row.is_heading};
}

Result<SentenceRecord> SegmentReader::Sentence(
    const DocumentRecord& document, SentenceNumber sentence) const noexcept {
  if (sentence >= counts_.sentences || sentence < document.first_sentence ||
      sentence - document.first_sentence >= document.sentence_count) {
    return OutOfRange("sentence", sentence);
  }
  return SentenceWithin(sentence, document.text.size());
}

// Precondition: sentence < counts_.sentences.
Result<DocumentNumber> SegmentReader::DocumentOf(
    SentenceNumber sentence) const noexcept {
  // The first document that begins past the sentence follows the wanted one;
  // documents without sentences begin where the next one does.
  std::uint32_t low = 0;
  std::uint32_t high = counts_.documents;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (BeginOf(middle).sentence <= sentence) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) {
    return Error{ErrorCode::kCorrupt, "document.first_sentence",
                 SectionBegin(Section::kDocuments)};
  }
  return low - 1;
}

Result<SentenceRecord> SegmentReader::Sentence(
    SentenceNumber sentence) const noexcept {
  if (sentence >= counts_.sentences) return OutOfRange("sentence", sentence);
  const auto number = DocumentOf(sentence);
  if (!number) return number.error();
  const auto document = Document(*number);
  if (!document) return document.error();
  return SentenceWithin(sentence, document->text.size());
}

Result<std::span<const TermNumber>> SegmentReader::SentenceTerms(
    SentenceNumber sentence,
    std::span<TermNumber, kMaxSentenceTerms> out) const noexcept {
  if (sentence >= counts_.sentences) return OutOfRange("sentence", sentence);
  const std::uint64_t at =
      RecordAt(Section::kSentences, sentence, kSentenceBytes);
  const std::uint64_t section_bytes = SectionBytes(Section::kSentenceTerms);
  const std::uint64_t begin = DecodeSentence(file_.data() + at).terms_begin;
  const std::uint64_t end =
      sentence + 1 < counts_.sentences
          ? DecodeSentence(file_.data() + at + kSentenceBytes).terms_begin
          : section_bytes;
  if (begin > end || end > section_bytes) {
    return Error{ErrorCode::kCorrupt, "sentence.terms_begin", at + 8};
  }
  VarintReader terms(file_.subspan(
      static_cast<std::size_t>(SectionBegin(Section::kSentenceTerms) + begin),
      static_cast<std::size_t>(end - begin)));
  const auto position = [&terms, this] {
    return static_cast<std::uint64_t>(terms.position() - file_.data());
  };
  std::size_t count = 0;
  while (!terms.AtEnd()) {
    const auto term = terms.Next();
    if (!term) {
      return Error{ErrorCode::kTruncated, "sentence.term", position()};
    }
    if (*term >= counts_.terms || count == out.size()) {
      return Error{ErrorCode::kCorrupt, "sentence.term", position()};
    }
    out[count++] = *term;
  }
  return out.first(count);
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

}  // namespace answerbox::engine
