// Sentences: where they stand and which terms they have.
#include <algorithm>

#include "engine/index/segment_layout.h"
#include "engine/index/segment_reader.h"
#include "engine/index/varint.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

Error OutOfRange(SentenceNumber number) noexcept {
  return {ErrorCode::kInvalidArgument, "sentence", number};
}

// Of larger places the front alone: what follows it in order comes by itself.
constexpr std::size_t kMostFetched = 512;

void Prefetch(const std::byte* from, std::size_t bytes) noexcept {
  constexpr std::size_t kLineBytes = 64;
  const std::size_t fetched = std::min(bytes, kMostFetched);
  for (std::size_t i = 0; i < fetched; i += kLineBytes) {
    __builtin_prefetch(from + i);
  }
  __builtin_prefetch(from + fetched - 1);
}

}  // namespace

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
    return OutOfRange(sentence);
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
  if (sentence >= counts_.sentences) return OutOfRange(sentence);
  const auto number = DocumentOf(sentence);
  if (!number) return number.error();
  const auto document = Document(*number);
  if (!document) return document.error();
  return SentenceWithin(sentence, document->text.size());
}

void SegmentReader::PrefetchChunk(ChunkNumber chunk) const noexcept {
  Prefetch(file_.data() + RecordAt(Section::kChunks, chunk, kChunkBytes),
           kChunkBytes);
}

void SegmentReader::PrefetchSentences(
    const SentenceRange& sentences) const noexcept {
  Prefetch(file_.data() +
               RecordAt(Section::kSentences, sentences.first, kSentenceBytes),
           sentences.count * kSentenceBytes);
}

void SegmentReader::PrefetchTerms(
    const SentenceRange& sentences) const noexcept {
  const std::byte* const first =
      file_.data() +
      RecordAt(Section::kSentences, sentences.first, kSentenceBytes);
  const std::byte* const last = first + (sentences.count - 1) * kSentenceBytes;
  // Of the last one, where its terms begin: where they end is another record's.
  const std::uint64_t begin = DecodeSentence(first).terms_begin;
  const std::uint64_t end = DecodeSentence(last).terms_begin;
  if (begin > end || end > SectionBytes(Section::kSentenceTerms)) return;
  Prefetch(file_.data() + SectionBegin(Section::kSentenceTerms) + begin,
           static_cast<std::size_t>(end - begin) + 1);
}

Result<std::span<const TermNumber>> SegmentReader::SentenceTerms(
    SentenceNumber sentence,
    std::span<TermNumber, kMaxSentenceTerms> out) const noexcept {
  if (sentence >= counts_.sentences) return OutOfRange(sentence);
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
  std::size_t count = 0;
  while (!terms.AtEnd()) {
    const std::byte* const from = terms.position();
    const auto term = terms.Next();
    if (!term || *term >= counts_.terms || count == out.size()) {
      return Error{term ? ErrorCode::kCorrupt : ErrorCode::kTruncated,
                   "sentence.term",
                   static_cast<std::uint64_t>(from - file_.data())};
    }
    out[count++] = *term;
  }
  return out.first(count);
}

}  // namespace answerbox::engine
