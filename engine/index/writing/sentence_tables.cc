#include "engine/index/writing/sentence_tables.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <string_view>

#include "engine/index/format/scratch.h"
#include "engine/index/format/varint.h"
#include "engine/index/reading/sentence_entry.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/index/writing/posting_gatherer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"
#include "engine/text/word_places.h"

namespace answerbox::engine {
namespace {

using Frequencies = std::span<std::uint32_t>;

// Writes `terms` with their final numbers at `to`, and counts each term.
// Returns the number of bytes written.
std::size_t PutRenumbered(std::span<const std::byte> terms,
                          const TermOrder& order, Frequencies frequencies,
                          std::byte* to) {
  std::byte* end = to;
  VarintReader numbers(terms);
  while (const auto number = numbers.Next()) {
    const std::uint32_t term = order.NumberOf(*number);
    ++frequencies[term];
    end = PutVarint(end, term);
  }
  return static_cast<std::size_t>(end - to);
}

Result<void> WriteTerms(std::span<const std::byte> terms, SegmentWriter& writer,
                        const TermOrder& order, Frequencies frequencies) {
  const auto room =
      writer.Room(std::min(terms.size(), kMaxSentenceTerms) * kMaxVarintBytes);
  if (!room) return room.error();
  writer.Advance(PutRenumbered(terms, order, frequencies, *room));
  return {};
}

// Takes the marks of the next sentence; a varint before them is their number.
std::span<const std::byte> TakeMarks(VarintReader& marks) {
  const std::uint32_t count = *marks.Next();
  const std::span<const std::byte> taken(marks.position(), count);
  marks.Skip(count);
  return taken;
}

Result<void> WriteEntry(std::span<const std::byte> terms,
                        std::span<const std::byte> marks, SegmentWriter& writer,
                        const TermOrder& order, Frequencies frequencies) {
  std::array<std::byte, kMaxSentenceTermBytes> numbers;
  const std::size_t bytes =
      PutRenumbered(terms, order, frequencies, numbers.data());
  return AppendSentenceEntry({std::span(numbers).first(bytes), marks}, writer);
}

// Memory for one sentence.
struct SentenceBuffer {
  std::array<std::byte, kMaxSentenceTermBytes> terms;
  std::array<std::byte, kMaxSentenceTerms> marks;
};

struct SentenceWords {
  SentenceEntry entry;  // In the buffer; terms by the vocabulary's numbers.
  std::size_t term_count = 0;
  SentenceSigns signs = 0;
};

// Terms and words past kMaxSentenceTerms are left out. Those terms are not
// added to the vocabulary, since every term of a segment must have a chunk.
[[nodiscard]] SentenceWords ReadSentenceWords(std::string_view sentence,
                                              Vocabulary& vocabulary,
                                              SentenceBuffer& buffer);

SentenceWords ReadSentenceWords(std::string_view sentence,
                                Vocabulary& vocabulary,
                                SentenceBuffer& buffer) {
  std::byte* terms_end = buffer.terms.data();
  std::size_t terms = 0;
  std::size_t marks = 0;
  WordPlaces places(sentence);
  Tokenizer tokens(Profile::kDefault, sentence);
  while (const auto token = tokens.Next()) {
    const ByteRange range = token->range;
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(range);
      continue;
    }
    if (terms == kMaxSentenceTerms) continue;
    const auto word = vocabulary.WordOf(Slice(sentence, range), token->kind);
    if (!word) continue;
    if (HasTerm(word->mark)) {
      terms_end = PutVarint(terms_end, word->number);
      ++terms;
    }
    const WordMark mark = places.AddWord(range, word->mark);
    if (marks < kMaxSentenceTerms) buffer.marks[marks++] = std::byte{mark};
  }
  return {{{buffer.terms.data(), terms_end}, {buffer.marks.data(), marks}},
          terms,
          places.signs()};
}

}  // namespace

void SentenceTables::Add(const Sentence& sentence, std::string_view text,
                         Vocabulary& vocabulary) {
  const ByteRange range = sentence.range;
  assert(range.end - range.begin <= kMaxSentenceBytes);
  SentenceRow row;
  row.begin = range.begin;
  row.terms_begin = static_cast<std::uint32_t>(terms_.size());
  row.length = static_cast<std::uint16_t>(range.end - range.begin);
  row.words = static_cast<std::uint16_t>(sentence.words);
  row.is_heading = sentence.is_heading;
  row.is_lead_in = sentence.is_lead_in;
  const std::string_view words = text.substr(range.begin, row.length);
  if (profile_ == Profile::kPaper) {
    AddPaperTerms(words, vocabulary);
  } else {
    row.signs = AddWords(words, vocabulary);
  }
  rows_.push_back(row);
}

SentenceSigns SentenceTables::AddWords(std::string_view sentence,
                                       Vocabulary& vocabulary) {
  SentenceBuffer buffer;
  const SentenceWords words = ReadSentenceWords(sentence, vocabulary, buffer);
  const auto terms = words.entry.terms;
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  occurrences_ += words.term_count;
  const auto marks = words.entry.marks;
  std::array<std::byte, kMaxVarintBytes> count;
  std::byte* const count_end =
      PutVarint(count.data(), static_cast<std::uint32_t>(marks.size()));
  word_marks_.insert(word_marks_.end(), count.data(), count_end);
  word_marks_.insert(word_marks_.end(), marks.begin(), marks.end());
  return words.signs;
}

void SentenceTables::AddPaperTerms(std::string_view sentence,
                                   Vocabulary& vocabulary) {
  std::array<std::byte, kMaxSentenceTermBytes> bytes;
  std::byte* end = bytes.data();
  std::size_t count = 0;
  if (paper_terms_.Read(sentence)) {
    for (; count < kMaxSentenceTerms; ++count) {
      const std::string_view term = paper_terms_.Next();
      if (term.empty()) break;
      end = PutVarint(
          end, vocabulary.NumberOfTerm(StringTable::Key::WithRoom(term)));
    }
  } else {
    Tokenizer tokens(profile_, sentence);
    // Later terms are not added to the vocabulary: every term must have a
    // chunk.
    while (count < kMaxSentenceTerms) {
      const auto token = tokens.Next();
      if (!token) break;
      const ByteRange range = token->range;
      const auto number =
          vocabulary.NumberOf(Slice(sentence, range), token->kind);
      if (!number) continue;
      ++count;
      end = PutVarint(end, *number);
    }
  }
  terms_.insert(terms_.end(), bytes.data(), end);
  occurrences_ += count;
}

void SentenceTables::ReturnTo(const Mark& mark) {
  rows_.resize(mark.rows);
  terms_.resize(mark.term_bytes);
  occurrences_ = mark.occurrences;
  word_marks_.resize(mark.word_mark_bytes);
}

// Rows are changed here and not before, because the gatherer reads them.
Result<void> SentenceTables::Write(SegmentWriter& writer,
                                   const TermOrder& order,
                                   Frequencies frequencies) {
  std::ranges::fill(frequencies, 0u);
  writer.Begin(Section::kSentenceTerms);
  VarintReader marks(word_marks_);
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    const auto terms = TermsOf(rows_, terms_, i, 1);
    rows_[i].terms_begin = static_cast<std::uint32_t>(writer.section_bytes());
    auto written =
        profile_ == Profile::kPaper
            ? WriteTerms(terms, writer, order, frequencies)
            : WriteEntry(terms, TakeMarks(marks), writer, order, frequencies);
    if (!written) return written;
  }
  writer.Begin(Section::kSentences);
  return writer.AppendRows<kSentenceBytes>(rows_);
}

void SentenceTables::Clear() noexcept { ReturnTo({}); }

std::size_t SentenceTables::memory_bytes() const noexcept {
  return HeapBytes(rows_) + HeapBytes(terms_) + HeapBytes(word_marks_);
}

}  // namespace answerbox::engine
