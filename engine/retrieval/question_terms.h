// A question as the index sees it: its terms, and where each segment has them.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/index/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Distinct terms of a question; later ones are left out.
inline constexpr std::size_t kMaxQuestionTerms = 64;

struct QuestionTerm {
  std::string_view term;
  std::uint32_t frequency = 0;  // In the question, from 1.
};

// A word of the question, as segments remember words of sentences.
struct QuestionWord {
  std::uint8_t term = 0;  // Index into `distinct`, if the word has a term.
  WordMark mark = 0;
};

struct QuestionTerms {
  std::span<const QuestionTerm> distinct;  // By first occurrence.
  std::span<const std::uint8_t> sequence;  // Indices into `distinct`, in order.
  std::span<const QuestionWord> words;     // In order; profile default alone.
};

// The question's terms, in the arena. `question` is valid UTF-8. Throws
// std::bad_alloc when the arena is spent, as everything in this room does.
[[nodiscard]] QuestionTerms AnalyzeQuestion(std::string_view question,
                                            TermNormalizer& normalizer,
                                            Arena& arena);

// Dictionary entries of a question's terms in every segment, and the counts
// over all segments that weights are made of. Counts include removed documents
// until a merge drops them.
class TermLookup {
 public:
  // Errors: kTruncated, kCorrupt.
  [[nodiscard]] static Result<TermLookup> Find(
      std::span<const LiveSegment> segments, const QuestionTerms& terms,
      Arena& arena);

  [[nodiscard]] const std::optional<TermEntry>& entry(
      std::size_t segment, std::size_t term) const noexcept {
    return entries_[segment * term_count_ + term];
  }
  // Chunks that hold the term.
  [[nodiscard]] std::uint64_t chunk_frequency(std::size_t term) const noexcept {
    return chunk_frequencies_[term];
  }
  [[nodiscard]] std::size_t term_count() const noexcept { return term_count_; }
  [[nodiscard]] std::uint64_t chunks() const noexcept { return chunks_; }
  // Terms in all chunks, with repetitions.
  [[nodiscard]] std::uint64_t chunk_terms() const noexcept {
    return chunk_terms_;
  }

 private:
  std::span<std::optional<TermEntry>> entries_;  // [segment][term]
  std::span<std::uint64_t> chunk_frequencies_;   // [term]
  std::size_t term_count_ = 0;
  std::uint64_t chunks_ = 0;
  std::uint64_t chunk_terms_ = 0;
};

}  // namespace answerbox::engine
