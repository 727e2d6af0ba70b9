// SegmentReader: sentences, their places, terms and words, and the
// abbreviations that documents define.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/index/reading/sentence_entry.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

namespace {

Error OutOfRange(SentenceNumber number) noexcept {
  return {ErrorCode::kInvalidArgument, "sentence", number};
}

Error NoWords() noexcept {
  return {ErrorCode::kInvalidArgument, "segment.profile", 0};
}

// The error for a wrong term number. `read`: the number, if one could be read.
Error WrongTerm(std::optional<std::uint32_t> read,
                std::uint64_t offset) noexcept {
  return {read ? ErrorCode::kCorrupt : ErrorCode::kTruncated, "sentence.term",
          offset};
}

// The error for an entry whose terms exceed its end.
Error TermsTooLong(std::uint64_t offset) noexcept {
  return {ErrorCode::kCorrupt, "sentence.terms_length", offset};
}

// Only the front of a larger range is prefetched: the processor fetches the
// rest itself when it is read in order.
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
  if (!Holds(at, kSentenceBytes)) return Damage("sentence", at, kSentenceBytes);
  const SentenceRow row = DecodeSentence(file_.data() + at);
  if (row.begin > text_bytes || row.length > text_bytes - row.begin) {
    return Error{ErrorCode::kCorrupt, "sentence.range", at};
  }
  // Callers have buffers for kMaxSentenceBytes, and a word takes at least one
  // byte.
  if (row.length > kMaxSentenceBytes || row.words > kMaxSentenceBytes) {
    return Error{ErrorCode::kCorrupt, "sentence.length", at + 3};
  }
  return SentenceRecord{{row.begin, row.begin + row.length},
                        row.words,
                        row.is_heading,
                        row.signs,
                        row.is_lead_in};
}

Result<SentenceRecord> SegmentReader::Sentence(
    const DocumentRecord& document, SentenceNumber sentence) const noexcept {
  if (sentence >= counts_.sentences || sentence < document.first_sentence ||
      sentence - document.first_sentence >= document.sentence_count) {
    return OutOfRange(sentence);
  }
  return SentenceWithin(sentence, document.text_bytes);
}

// Precondition: sentence < counts_.sentences.
Result<DocumentNumber> SegmentReader::DocumentOf(
    SentenceNumber sentence) const noexcept {
  // The wanted document is the one before the first document that begins after
  // the sentence. Documents without sentences begin where the next one does.
  std::uint32_t low = 0;
  std::uint32_t high = counts_.documents;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (!HoldsDocumentRows(middle)) return DamagedRows(middle);
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
  return SentenceWithin(sentence, document->text_bytes);
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
  // For the last sentence, only the begin of its terms: their end is in another
  // record.
  const std::uint64_t begin = DecodeSentence(first).terms_begin;
  const std::uint64_t end = DecodeSentence(last).terms_begin;
  if (begin > end || end > SectionBytes(Section::kSentenceTerms)) return;
  Prefetch(file_.data() + SectionBegin(Section::kSentenceTerms) + begin,
           static_cast<std::size_t>(end - begin) + 1);
}

// Precondition: sentence < counts_.sentences.
// Inlined, since a question reads hundreds of sentences. It says only that
// something is wrong: WrongEntry() then reads again, and finds out what.
[[gnu::always_inline]] inline std::optional<std::span<const std::byte>>
SegmentReader::EntryOf(SentenceNumber sentence) const noexcept {
  const std::uint64_t at = OffsetOfSentence(sentence);
  const std::byte* const row = file_.data() + at;
  const std::uint64_t section_bytes = SectionBytes(Section::kSentenceTerms);
  const bool is_last = sentence + 1 == counts_.sentences;
  if (!Holds(at, is_last ? kSentenceBytes : 2 * kSentenceBytes)) {
    return std::nullopt;
  }
  const std::uint64_t begin = DecodeTermsBegin(row);
  const std::uint64_t end =
      is_last ? section_bytes : DecodeTermsBegin(row + kSentenceBytes);
  if (begin > end || end > section_bytes) return std::nullopt;
  const std::uint64_t entry_at = SectionBegin(Section::kSentenceTerms) + begin;
  if (!Holds(entry_at, end - begin)) return std::nullopt;
  return file_.subspan(static_cast<std::size_t>(entry_at),
                       static_cast<std::size_t>(end - begin));
}

Error SegmentReader::WrongEntry(SentenceNumber sentence) const noexcept {
  const std::uint64_t at = OffsetOfSentence(sentence);
  const std::size_t rows =
      sentence + 1 == counts_.sentences ? kSentenceBytes : 2 * kSentenceBytes;
  if (!Holds(at, rows)) return Damage("sentence", at, rows);
  const std::byte* const row = file_.data() + at;
  const std::uint64_t begin = DecodeTermsBegin(row);
  const std::uint64_t section_bytes = SectionBytes(Section::kSentenceTerms);
  const std::uint64_t end = rows == kSentenceBytes
                                ? section_bytes
                                : DecodeTermsBegin(row + kSentenceBytes);
  if (begin <= end && end <= section_bytes) {
    return Damage("sentence.terms",
                  SectionBegin(Section::kSentenceTerms) + begin, end - begin);
  }
  return {ErrorCode::kCorrupt, "sentence.terms_begin", at + 7};
}

Result<std::span<const std::byte>> SegmentReader::SentenceTermBytes(
    SentenceNumber sentence) const noexcept {
  if (sentence >= counts_.sentences) return OutOfRange(sentence);
  const auto entry = EntryOf(sentence);
  if (!entry) return WrongEntry(sentence);
  // Profile paper stores no marks, so its entry is the terms alone.
  if (profile_ != Profile::kDefault) return *entry;
  const auto parts = SplitSentenceEntry(*entry);
  if (!parts) return TermsTooLong(OffsetOf(entry->data()));
  return parts->terms;
}

Result<std::span<const TermNumber>> SegmentReader::SentenceTerms(
    SentenceNumber sentence,
    std::span<TermNumber, kMaxSentenceTerms> out) const noexcept {
  const auto bytes = SentenceTermBytes(sentence);
  if (!bytes) return bytes.error();
  VarintReader terms(*bytes);
  std::size_t count = 0;
  while (!terms.AtEnd()) {
    const std::byte* const from = terms.position();
    const auto term = terms.Next();
    // Callers use the number as an index, so one past the terms must not pass.
    if (!term || *term >= counts_.terms || count == out.size()) {
      return WrongTerm(term, OffsetOf(from));
    }
    out[count++] = *term;
  }
  return out.first(count);
}

Result<MarkedTerms> SegmentReader::SentenceMarks(
    SentenceNumber sentence,
    std::span<TermNumber, kMaxSentenceTerms> out) const noexcept {
  if (profile_ != Profile::kDefault) return NoWords();
  const auto terms = SentenceTerms(sentence, out);
  if (!terms) return terms.error();
  // The entry exists and splits, since its terms were read.
  const auto marks = SplitSentenceEntry(*EntryOf(sentence))->marks;
  if (!AreMarksOf(terms->size(), marks)) {
    return Error{ErrorCode::kCorrupt, "sentence.words", OffsetOf(marks.data())};
  }
  return MarkedTerms{*terms, marks};
}

Result<std::span<const SentenceWord>> SegmentReader::SentenceWords(
    SentenceNumber sentence,
    std::span<SentenceWord, kMaxSentenceTerms> out) const noexcept {
  if (profile_ != Profile::kDefault) return NoWords();
  if (sentence >= counts_.sentences) return OutOfRange(sentence);
  const auto entry = EntryOf(sentence);
  if (!entry) return WrongEntry(sentence);
  const auto parts = SplitSentenceEntry(*entry);
  if (!parts) return TermsTooLong(OffsetOf(entry->data()));
  const auto marks = parts->marks;
  const Error wrong_words{ErrorCode::kCorrupt, "sentence.words",
                          OffsetOf(marks.data())};
  if (marks.size() > out.size()) return wrong_words;
  VarintReader terms(parts->terms);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const auto mark = std::to_integer<WordMark>(marks[i]);
    if (!IsWordMark(mark)) return wrong_words;
    // The mark of a stop word is its id.
    out[i] = {mark, mark};
    if (!HasTerm(mark)) continue;
    if (terms.AtEnd()) return wrong_words;
    const std::byte* const from = terms.position();
    std::uint32_t number = 0;
    if (!terms.NextShort(number)) {
      const auto term = terms.Next();
      if (!term) return WrongTerm(term, OffsetOf(from));
      number = *term;
    }
    if (number >= counts_.terms) return WrongTerm(number, OffsetOf(from));
    out[i].number = number;
  }
  if (!terms.AtEnd() && marks.size() < out.size()) return wrong_words;
  return out.first(marks.size());
}

Result<bool> SegmentReader::MayAbbreviate(
    std::uint32_t key_hash) const noexcept {
  const std::uint32_t count = abbreviation_count();
  if (count == 0) return false;
  // The filter has eight bits for each record and one is set, so it is wrongly
  // true for at most an eighth of the keys. It spares a search for nearly every
  // word of a question.
  const std::uint64_t bit = AbbreviationBit(key_hash, count);
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, count, kAbbreviationBytes) + bit / 8;
  if (!Holds(at, 1)) return Damage("abbreviation_filter", at, 1);
  return (std::to_integer<unsigned>(file_[static_cast<std::size_t>(at)]) >>
              (bit % 8) &
          1u) != 0;
}

Result<std::uint64_t> SegmentReader::AbbreviationHashes(
    std::uint32_t number) const noexcept {
  if (number >= abbreviation_count()) {
    return OutOfRange("abbreviation", number);
  }
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, number, kAbbreviationBytes);
  if (!Holds(at, kAbbreviationBytes)) {
    return Damage("abbreviation", at, kAbbreviationBytes);
  }
  return DecodeAbbreviationHashes(file_.data() + at);
}

Result<AbbreviationRecord> SegmentReader::Abbreviation(
    std::uint32_t number) const noexcept {
  if (const auto hashes = AbbreviationHashes(number); !hashes) {
    return hashes.error();
  }
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, number, kAbbreviationBytes);
  const AbbreviationRecord record = DecodeAbbreviation(file_.data() + at);
  if (record.document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "abbreviation.document", at + 8};
  }
  const auto bounds = BoundsOf(record.document);
  if (!bounds) return bounds.error();
  // Callers read the forms from the text without another check.
  const auto is_within = [&](ByteRange range) {
    return range.begin < range.end && range.end <= bounds->text_bytes();
  };
  if (!is_within(record.short_form)) {
    return Error{ErrorCode::kCorrupt, "abbreviation.short_form", at + 12};
  }
  if (!is_within(record.long_form)) {
    return Error{ErrorCode::kCorrupt, "abbreviation.long_form", at + 15};
  }
  if (record.key != AbbreviationKey::kShortForm &&
      record.key != AbbreviationKey::kLongForm) {
    return Error{ErrorCode::kCorrupt, "abbreviation.key", at + 19};
  }
  return record;
}

Result<void> AppendSentenceEntry(const SentenceEntry& entry,
                                 SegmentWriter& writer) {
  std::array<std::byte, kMaxVarintBytes> length;
  const std::span<const std::byte> head(
      length.data(),
      PutVarint(length.data(), static_cast<std::uint32_t>(entry.terms.size())));
  // Terms first, after their length: whoever wants the terms alone does not
  // read on.
  for (const auto part : {head, entry.terms, entry.marks}) {
    if (auto written = writer.Append(part); !written) return written;
  }
  return {};
}

bool AreMarksOf(std::size_t term_count,
                std::span<const std::byte> marks) noexcept {
  if (marks.size() > kMaxSentenceTerms) return false;
  std::size_t with_term = 0;
  for (const std::byte byte : marks) {
    const auto mark = std::to_integer<WordMark>(byte);
    if (!IsWordMark(mark)) return false;
    // Readers give the k-th mark with a term to the k-th term, so there must be
    // as many.
    with_term += HasTerm(mark) ? 1 : 0;
  }
  return with_term == term_count ||
         (marks.size() == kMaxSentenceTerms && with_term < term_count);
}

}  // namespace answerbox::engine
