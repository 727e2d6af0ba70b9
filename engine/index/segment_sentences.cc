// Sentences: where they stand and which terms they have.
#include <bit>

#include "engine/index/little_endian.h"
#include "engine/index/segment_layout.h"
#include "engine/index/segment_reader.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

Error OutOfRange(SentenceNumber number) noexcept {
  return {ErrorCode::kInvalidArgument, "sentence", number};
}

struct Number {
  std::uint64_t value = 0;
  std::size_t bytes = 0;  // 0: it does not end where a number must.
};

// What VarintReader reads, without a branch for each byte: how many there are
// is hard to foretell, and sentences are most of what a question reads. Reads
// eight bytes, which a file has behind every section: the footer follows.
Number ReadNumber(const std::byte* from) noexcept {
  constexpr std::uint64_t kHighBits = 0x80'8080'8080u;
  std::uint64_t word = LoadLittle64(from);
  const std::uint64_t ends = ~word & kHighBits;
  if (ends == 0) return {};
  word &= ends ^ (ends - 1);  // Up to the first byte that ends a number.
  const std::uint64_t value =
      (word & 0x7Fu) | (word >> 1 & 0x3F80u) | (word >> 2 & 0x1F'C000u) |
      (word >> 3 & 0xFE0'0000u) | (word >> 4 & 0x7'F000'0000u);
  if (value >> 32 != 0) return {};
  return {value, static_cast<std::size_t>(std::countr_zero(ends)) / 8 + 1};
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
  const std::byte* from =
      file_.data() + SectionBegin(Section::kSentenceTerms) + begin;
  const std::byte* const terms_end = from + (end - begin);
  std::size_t count = 0;
  while (from != terms_end) {
    const Number number = ReadNumber(from);
    const bool is_whole =
        number.bytes != 0 &&
        number.bytes <= static_cast<std::size_t>(terms_end - from);
    if (!is_whole || number.value >= counts_.terms || count == out.size()) {
      return Error{is_whole ? ErrorCode::kCorrupt : ErrorCode::kTruncated,
                   "sentence.term",
                   static_cast<std::uint64_t>(from - file_.data())};
    }
    out[count++] = static_cast<TermNumber>(number.value);
    from += number.bytes;
  }
  return out.first(count);
}

}  // namespace answerbox::engine
