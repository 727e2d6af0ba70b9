#include "engine/retrieval/question_terms.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "engine/numeric/arena_span.h"
#include "engine/text/paper_terms.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_places.h"

namespace answerbox::engine {
namespace {

// A question is short; more tokens than this are not looked at.
constexpr std::size_t kMaxSequence = 1024;

std::string_view CopyToArena(std::string_view text, Arena& arena) {
  const auto copy = MakeSpan<char>(arena, text.size());
  std::ranges::copy(text, copy.begin());
  return {copy.data(), copy.size()};
}

// Collects what a question consists of.
class Collector {
 public:
  //   marks_words  whether words are kept, too
  Collector(std::size_t question_bytes, bool marks_words, Arena& arena)
      // A term takes a byte of the question at least.
      : distinct_(MakeSpan<QuestionTerm>(
            arena, std::min(kMaxQuestionTerms, question_bytes))),
        sequence_(MakeSpan<std::uint8_t>(
            arena, std::min(kMaxSequence, question_bytes))),
        words_(MakeBuffer<QuestionWord>(
            arena, marks_words ? std::min(kMaxSequence, question_bytes) : 0)),
        arena_(arena) {}

  // The term's index; nothing for one that is too many.
  std::optional<std::uint8_t> AddTerm(std::string_view term) {
    const auto known = distinct_.first(distinct_count_);
    auto found = std::ranges::find(known, term, &QuestionTerm::term);
    if (found == known.end()) {
      if (distinct_count_ == kMaxQuestionTerms) return std::nullopt;
      found =
          distinct_.begin() + static_cast<std::ptrdiff_t>(distinct_count_++);
      *found = {CopyToArena(term, arena_), 0};
    }
    ++found->frequency;
    const auto index =
        static_cast<std::uint8_t>(std::distance(distinct_.begin(), found));
    if (sequence_count_ < sequence_.size()) {
      sequence_[sequence_count_++] = index;
    }
    return index;
  }

  void AddWord(const QuestionWord& word) {
    if (word_count_ < words_.size()) words_[word_count_++] = word;
  }

  [[nodiscard]] QuestionTerms Collected() const {
    return {distinct_.first(distinct_count_), sequence_.first(sequence_count_),
            words_.first(word_count_)};
  }

 private:
  std::span<QuestionTerm> distinct_;
  std::span<std::uint8_t> sequence_;
  std::span<QuestionWord> words_;
  std::size_t distinct_count_ = 0;
  std::size_t sequence_count_ = 0;
  std::size_t word_count_ = 0;
  Arena& arena_;
};

void CollectPaperTerms(std::string_view question, TermNormalizer& normalizer,
                       Collector& collector) {
  PaperTerms terms;
  if (question.size() <= kMaxSentenceBytes && terms.Read(question)) {
    for (auto term = terms.Next(); !term.empty(); term = terms.Next()) {
      collector.AddTerm(term);
    }
    return;
  }
  Tokenizer tokenizer(Profile::kPaper, question);
  while (const auto token = tokenizer.Next()) {
    const std::string_view term = normalizer.Normalize(
        question.substr(token->range.begin,
                        token->range.end - token->range.begin),
        token->kind);
    if (!term.empty()) collector.AddTerm(term);
  }
}

void CollectWords(std::string_view question, TermNormalizer& normalizer,
                  Collector& collector) {
  WordPlaces places(question);
  Tokenizer tokenizer(Profile::kDefault, question);
  while (const auto token = tokenizer.Next()) {
    if (token->kind == TokenKind::kPunctuation) {
      places.AddPunctuation(token->range);
      continue;
    }
    const auto [term, mark] =
        normalizer.Read(question.substr(token->range.begin,
                                        token->range.end - token->range.begin),
                        token->kind);
    if (!mark) continue;
    QuestionWord word{0, places.AddWord(token->range, *mark)};
    if (!term.empty()) {
      const auto index = collector.AddTerm(term);
      if (!index) continue;
      word.term = *index;
    }
    collector.AddWord(word);
  }
}

}  // namespace

QuestionTerms AnalyzeQuestion(std::string_view question,
                              TermNormalizer& normalizer, Arena& arena) {
  const bool marks_words = normalizer.profile() == Profile::kDefault;
  Collector collector(question.size(), marks_words, arena);
  if (marks_words) {
    CollectWords(question, normalizer, collector);
  } else {
    CollectPaperTerms(question, normalizer, collector);
  }
  return collector.Collected();
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
