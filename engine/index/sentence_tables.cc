#include "engine/index/sentence_tables.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/index/heap_bytes.h"
#include "engine/index/posting_gatherer.h"
#include "engine/index/varint.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// Writes the final numbers of `terms` at `to`; returns how many bytes.
std::size_t PutRenumbered(std::span<const std::byte> terms,
                          const TermOrder& order, std::byte* to) {
  std::byte* end = to;
  VarintReader numbers(terms);
  while (const auto number = numbers.Next()) {
    end = PutVarint(end, order.NumberOf(*number));
  }
  return static_cast<std::size_t>(end - to);
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
  rows_.push_back(row);
  AddTerms(text.substr(range.begin, row.length), vocabulary);
}

void SentenceTables::AddTerms(std::string_view sentence,
                              Vocabulary& vocabulary) {
  std::array<std::byte, kMaxSentenceTerms * kMaxVarintBytes> bytes;
  std::byte* end = bytes.data();
  std::size_t count = 0;
  if (profile_ == Profile::kPaper && paper_terms_.Read(sentence)) {
    for (; count < kMaxSentenceTerms; ++count) {
      const std::string_view term = paper_terms_.Next();
      if (term.empty()) break;
      end = PutVarint(
          end, vocabulary.NumberOfTerm(StringTable::Key::WithRoom(term)));
    }
  } else {
    Tokenizer tokens(profile_, sentence);
    // Nothing past the last term is numbered: a term needs a chunk.
    while (count < kMaxSentenceTerms) {
      const auto token = tokens.Next();
      if (!token) break;
      const ByteRange range = token->range;
      const auto number = vocabulary.NumberOf(
          sentence.substr(range.begin, range.end - range.begin), token->kind);
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
}

// The rows are changed only here, as the gatherer reads them before.
Result<void> SentenceTables::Write(SegmentWriter& writer,
                                   const TermOrder& order) {
  writer.Begin(Section::kSentenceTerms);
  std::uint32_t next_begin = 0;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    const auto terms = TermsOf(rows_, terms_, i, 1);
    rows_[i].terms_begin = next_begin;
    const auto room = writer.Room(std::min(terms.size(), kMaxSentenceTerms) *
                                  kMaxVarintBytes);
    if (!room) return room.error();
    const std::size_t bytes = PutRenumbered(terms, order, *room);
    writer.Advance(bytes);
    next_begin += static_cast<std::uint32_t>(bytes);
  }
  writer.Begin(Section::kSentences);
  return writer.AppendRows<kSentenceBytes>(rows_);
}

void SentenceTables::Clear() noexcept { ReturnTo({}); }

std::size_t SentenceTables::memory_bytes() const noexcept {
  return HeapBytes(rows_) + HeapBytes(terms_);
}

}  // namespace answerbox::engine
