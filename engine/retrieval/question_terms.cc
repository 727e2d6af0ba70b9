#include "engine/retrieval/question_terms.h"

#include <algorithm>
#include <iterator>

#include "engine/numeric/arena_span.h"
#include "engine/text/paper_terms.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

// A question is short; more tokens than this are not looked at.
constexpr std::size_t kMaxSequence = 1024;

std::string_view CopyToArena(std::string_view text, Arena& arena) {
  const auto copy = MakeSpan<char>(arena, text.size());
  std::ranges::copy(text, copy.begin());
  return {copy.data(), copy.size()};
}

// Calls visit(term) for each of the question's terms in order.
template <typename Visit>
void ForEachTerm(std::string_view question, TermNormalizer& normalizer,
                 const Visit& visit) {
  if (normalizer.profile() == Profile::kPaper &&
      question.size() <= kMaxSentenceBytes) {
    PaperTerms terms;
    if (terms.Read(question)) {
      for (auto term = terms.Next(); !term.empty(); term = terms.Next()) {
        visit(term);
      }
      return;
    }
  }
  Tokenizer tokenizer(normalizer.profile(), question);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term = normalizer.Normalize(
        question.substr(token->range.begin,
                        token->range.end - token->range.begin),
        token->kind);
    if (!term.empty()) visit(term);
  }
}

}  // namespace

QuestionTerms AnalyzeQuestion(std::string_view question,
                              TermNormalizer& normalizer, Arena& arena) {
  // A term takes a byte of the question at least.
  const auto distinct = MakeSpan<QuestionTerm>(
      arena, std::min(kMaxQuestionTerms, question.size()));
  const auto sequence =
      MakeSpan<std::uint8_t>(arena, std::min(kMaxSequence, question.size()));
  std::size_t distinct_count = 0;
  std::size_t sequence_count = 0;
  ForEachTerm(question, normalizer, [&](std::string_view term) {
    const auto known = distinct.first(distinct_count);
    auto found = std::ranges::find(known, term, &QuestionTerm::term);
    if (found == known.end()) {
      if (distinct_count == kMaxQuestionTerms) return;
      distinct[distinct_count++] = {CopyToArena(term, arena), 0};
      found =
          distinct.begin() + static_cast<std::ptrdiff_t>(distinct_count) - 1;
    }
    ++found->frequency;
    if (sequence_count < kMaxSequence) {
      sequence[sequence_count++] =
          static_cast<std::uint8_t>(std::distance(distinct.begin(), found));
    }
  });
  return {distinct.first(distinct_count), sequence.first(sequence_count)};
}

Result<TermLookup> TermLookup::Find(std::span<const LiveSegment> segments,
                                    const QuestionTerms& terms, Arena& arena) {
  TermLookup lookup;
  lookup.term_count_ = terms.distinct.size();
  lookup.entries_ = MakeSpan<std::optional<TermEntry>>(
      arena, segments.size() * lookup.term_count_);
  lookup.chunk_frequencies_ =
      MakeSpan<std::uint64_t>(arena, lookup.term_count_);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const SegmentReader& reader = *segments[s].reader;
    lookup.chunks_ += reader.counts().chunks;
    lookup.chunk_terms_ += reader.counts().chunk_terms;
    for (std::size_t t = 0; t < lookup.term_count_; ++t) {
      const auto entry = reader.terms().Find(terms.distinct[t].term);
      if (!entry) return entry.error();
      if (!*entry) continue;
      lookup.entries_[s * lookup.term_count_ + t] = *entry;
      lookup.chunk_frequencies_[t] += (*entry)->chunk_frequency;
    }
  }
  return lookup;
}

}  // namespace answerbox::engine
