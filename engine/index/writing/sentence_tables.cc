#include "engine/index/writing/sentence_tables.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/scratch.h"
#include "engine/index/reading/sentence_entry.h"
#include "engine/index/writing/posting_gatherer.h"
#include "engine/text/tokenizer.h"

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
  // The builder wrote these bytes itself, so they need no check.
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

// Terms and words past kMaxSentenceTerms are left out. Those terms are not
// added to the vocabulary, since every term of a segment must have a chunk.
SentenceSigns SentenceTables::AddWords(std::string_view sentence,
                                       Vocabulary& vocabulary) {
  std::array<std::byte, kMaxSentenceTermBytes> numbers;
  std::array<std::byte, kMaxVarintBytes + kMaxSentenceTerms> marks;
  std::byte* numbers_end = numbers.data();
  std::size_t term_count = 0;
  std::size_t mark_count = 0;
  WordPlaces places(sentence);
  Tokenizer tokens(Profile::kDefault, sentence);
  while (const auto token = tokens.Next()) {
    const ByteRange range = token->range;
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(range);
      continue;
    }
    // The loop goes on to the end: the signs of the whole sentence are wanted.
    if (term_count == kMaxSentenceTerms) continue;
    const auto word = vocabulary.WordOf(Slice(sentence, range), token->kind);
    if (!word) continue;
    if (HasTerm(word->mark)) {
      numbers_end = PutVarint(numbers_end, word->number);
      ++term_count;
    }
    const WordMark mark = places.AddWord(range, word->mark);
    if (mark_count < kMaxSentenceTerms) {
      marks[kMaxVarintBytes + mark_count++] = std::byte{mark};
    }
  }
  terms_.insert(terms_.end(), numbers.data(), numbers_end);
  occurrences_ += term_count;
  std::byte* const count_end =
      PutVarint(marks.data(), static_cast<std::uint32_t>(mark_count));
  word_marks_.insert(word_marks_.end(), marks.data(), count_end);
  const std::byte* const first_mark = marks.data() + kMaxVarintBytes;
  word_marks_.insert(word_marks_.end(), first_mark, first_mark + mark_count);
  return places.signs();
}

void SentenceTables::AddPaperTerms(std::string_view sentence,
                                   Vocabulary& vocabulary) {
  std::array<std::byte, kMaxSentenceTermBytes> bytes;
  std::byte* end = bytes.data();
  std::size_t count = 0;
  // Nearly every English sentence is ASCII. Others take the slower way to the
  // same terms.
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
    // Numbers of the segment take other lengths than those of the vocabulary,
    // so each entry's begin is known only now.
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
  return TableBytes(rows_) + TableBytes(terms_) + TableBytes(word_marks_);
}

}  // namespace answerbox::engine
