// The short answer: the part of the answer's sentence that answers by itself,
// such as a name, a date, a dose or a phrase. Candidates are sequences of words
// that can stand alone; boosted trees choose the best one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/model/boosted_trees.h"
#include "engine/answer/spans/span_features.h"
#include "engine/answer/spans/span_limits.h"
#include "engine/answer/spans/span_units.h"
#include "engine/answer/spans/span_words.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {

// The trained weights that choose short answers. Layout:
// docs/lab/model-format.md, "Short answers". One model is part of the program;
// evaluation and training can use another.
class SpanModel {
 public:
  // No weights: every candidate scores 0.
  SpanModel() = default;

  // Checks everything. `bytes` outlive the result.
  // Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<SpanModel> Open(
      std::span<const std::byte> bytes) noexcept;

  // Scores every candidate. It is fast, and leaves few candidates for judge().
  [[nodiscard]] const BoostedTrees& sieve() const noexcept { return sieve_; }
  // Its score is added to the sieve's score of the remaining candidates.
  [[nodiscard]] const BoostedTrees& judge() const noexcept { return judge_; }

 private:
  BoostedTrees sieve_;
  BoostedTrees judge_;
};

// The model that is part of the program; read once, at the first call.
[[nodiscard]] const SpanModel& ShippedSpanModel() noexcept;

inline constexpr std::size_t kMaxSpanLength = 12;  // Words.

// Enumerates the sequences of a sentence's words that can be a short answer.
// Walks the candidates of a sentence, ordered by first word, then by length.
// Allocates nothing.
class SpanCandidates {
 public:
  explicit SpanCandidates(std::span<const SpanWord> words) noexcept
      : words_(words) {}

  // The next candidate; an empty span after the last one.
  [[nodiscard]] WordSpan Next() noexcept;

 private:
  [[nodiscard]] bool CanBegin(std::size_t word) const noexcept;
  [[nodiscard]] bool CanEnd(std::size_t end) const noexcept;

  std::span<const SpanWord> words_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool has_term_ = false;
};

struct ShortAnswer {
  ByteRange range;  // Part of the sentence, on character boundaries.
  SpanType type = SpanType::kPhrase;

  [[nodiscard]] std::string_view In(std::string_view sentence) const {
    return Slice(sentence, range);
  }
  bool operator==(const ShortAnswer&) const = default;
};

// Receives every candidate, for training.
class SpanObserver {
 public:
  virtual void OnSpan(const ShortAnswer& span, WordSpan words,
                      const SpanFeatureRow& row) = 0;

 protected:
  ~SpanObserver() = default;
};

// Chooses short answers to one question.
class ShortAnswers {
 public:
  // All arguments outlive this object. `terms` are of profile default and not
  // empty. Throws std::bad_alloc past the arena.
  ShortAnswers(const QuestionTerms& terms, const Lexicon& lexicon,
               TermNormalizer& normalizer, Arena& arena);

  // Returns the best candidate that may answer (SpanLimits); among equal ones
  // the first, then the shortest. Adds titles and initials to a name, and "with
  // ..." to a single word. Nothing if there is no candidate. Throws
  // std::bad_alloc past the arena.
  [[nodiscard]] std::optional<ShortAnswer> Find(const SpanPlace& place,
                                                const SpanModel& model) const;

  // Passes all candidates of the sentence to the observer.
  void Observe(std::string_view sentence, SpanObserver& observer) const;

 private:
  const QuestionTerms& terms_;
  const Lexicon& lexicon_;
  TermNormalizer& normalizer_;
  Arena& arena_;
  QuestionWords question_;
};

}  // namespace answerbox::engine
