// ConSens: whether an answer's wording came from its context (Vankov et al.,
// "ConSens: Assessing context grounding in open-book question answering"). It
// compares how likely the answer's words are with the context and without it:
//
//   P = mean over the scored words w of 1 / p(w | what precedes it)
//   ConSens = (P_E - P_C) / (P_E + P_C),  in [-1, 1]
//
// P_C is with the context, P_E without it. Near 1: the context made the answer
// likely. Around 0 or below: it did not. Not scored are stop words, punctuation
// and words of the question. ConSens says that the context shaped the wording,
// not that the answer is true.
//
// Where the paper takes p from a neural network, this takes it from counts.
// Words are terms of profile default (stems without stop words):
//
//   p_E(w)     = (cf + 1/2) / (T + 25000), with the word's frequency cf in a
//                collection of T terms
//   p_C(w | h) = sum over the context's sentences s of P(s | h) x_s(w)
//                + u tf_C / max(|C|, 1280) + b p_E(w)
//   x_s(w)     = k tf_s(w) / max(|s|, 16) + m [pair]_s / tf_s(v)
//   P(s | h)   the sentence that the answer follows at this word, given the
//              words before it. At first each sentence has 1 / max(S, 64); what
//              sentences do not have stands for text that was not given. After
//              each word it is the posterior by Bayes' rule, times 3/16, plus
//              13/16 of what each had at first.
//
// v is the term before w in the answer's sentence, [pair]_s how often w follows
// v in s. A sentence that has not w but terms related to it by the thesaurus
// has instead of tf_s(w) the greatest  r c tf_s(t) p_E(w) / (p_E(w) + p_E(t))
// of them, with the closeness c. Weights: k = 36/64, m = 16/64, u = 6/64,
// b = 6/64, r = 2/64. docs/lab/grounding.md has the figures by which they were
// chosen.
//
// Bounds: per term only the kMaxTermPlaces sentences in which it is most
// frequent for their length are told apart, and only sentences whose P(s | h)
// exceeds the common one by 2^-10 are remembered for the next word. So the time
// is linear in the words of the answer, and that of the context's words times
// their logarithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/ask/workspace.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/index/reading/live_segment.h"
#include "engine/language_model/word_probability.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/arithmetic.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"

namespace answerbox::engine {

// Counts how often words occur outside the given context. From these counts
// follows how likely an answer's words are without the context.
class BackgroundCounts {
 public:
  BackgroundCounts() = default;
  BackgroundCounts(const BackgroundCounts&) = delete;
  BackgroundCounts& operator=(const BackgroundCounts&) = delete;
  virtual ~BackgroundCounts() = default;

  // Counts terms of profile default. Errors: kTruncated, kCorrupt. Throws
  // std::bad_alloc past the arena.
  //   counts  [terms] filled
  [[nodiscard]] virtual Result<void> Count(
      std::span<const std::string_view> terms,
      std::span<WordInCollection> counts, Arena& arena) const = 0;
};

// The counts of a collection's live documents, as CountLiveOccurrences() gives
// them.
class CollectionCounts final : public BackgroundCounts {
 public:
  //   segments  outlive this object
  explicit CollectionCounts(std::span<const LiveSegment> segments) noexcept
      : segments_(segments) {}

  [[nodiscard]] Result<void> Count(std::span<const std::string_view> terms,
                                   std::span<WordInCollection> counts,
                                   Arena& arena) const override {
    return CountLiveOccurrences(segments_, terms, counts, arena);
  }

 private:
  std::span<const LiveSegment> segments_;
};

// Thresholds of the geometric score: from kGroundedConsens on, an answer is
// grounded; from kWeakConsens on, weakly grounded; below, it is not. They were
// chosen by `answerbox-lab evaluate grounding` on that half of its documents
// that is not reported: docs/lab/grounding.md, "Figures".
inline constexpr Q16 kGroundedConsens = Q16::FromRaw(Q16::kOne / 5);
inline constexpr Q16 kWeakConsens = Q16::FromRaw(-Q16::kOne * 7 / 10);

// ln of the ratio. A word that its context makes no likelier than this has no
// support.
inline constexpr Q16 kUnsupportedLn = Q16();

// A word or number of the answer.
struct ScoredWord {
  ByteRange range;
  bool is_scored = false;
  Q16 score;  // ln p_C - ln p_E; 0 if it is not scored.
};

struct GroundedSentence {
  ByteRange range;  // Of the answer.
  std::uint32_t scored_words = 0;
  Q16 geometric;  // 0 without a scored word.
  // The context's sentence that the words most likely come from: it has the
  // greatest sum, over the scored words, of its share in p_C times the word's
  // score. Nothing if the context supports no word.
  std::optional<ContextPlace> support;
};

struct Consens {
  // If 0, nothing was scored: both scores are 0 and say nothing about whether
  // the answer is grounded.
  std::size_t scored_words = 0;
  // The published score. One rare word can dominate it.
  Q16 paper;
  // Uses the geometric mean of 1 / p instead, which measured better throughout.
  Q16 geometric;
  std::span<const ScoredWord> words;
  std::span<const GroundedSentence> sentences;
  // [passages] The geometric score without what the passage adds to each p_C.
  // The lower it is than `geometric`, the more the passage mattered.
  std::span<const Q16> without;
  // How much of the context was needed: the share of its sentences' terms that
  // is in sentences with a term of the question, or of the answer if the
  // question has none. In [0, 1]; nothing if the context, or both, have no
  // terms.
  std::optional<Q16> context_relevance;
  // How much of the question was addressed: the share of its distinct terms
  // that the answer, or a sentence that supports it, contains. In [0, 1];
  // nothing if the question has no term.
  std::optional<Q16> answer_relevance;
};

// The published formula: (without - with) / (without + with), for the means of
// 1 / p with and without the context. Precondition: both are positive.
template <typename A>
[[nodiscard]] typename A::Score ConsensOfMeans(std::uint64_t with,
                                               std::uint64_t without) noexcept;

// The same for the geometric means: tanh(r / 2), where r is the mean of
// ln p_C - ln p_E. Fixed: within 2^-11.
[[nodiscard]] Q16 ConsensOfMeanLn(Q16 mean_ln) noexcept;

// Scores an answer. A context without a term changes no probability, so the
// scores are 0. The result is valid until the workspace's next question. Takes
// some 80 KB of the arena for 100 words and a context of 1,000. Errors:
// kArenaExhausted; those of `counts`. Allocates nothing from the heap.
//   counts  how frequent words are elsewhere; null: each is as rare as a word
//           that no document has
template <typename A = FixedArithmetic>
[[nodiscard]] Result<Consens> ScoreConsens(const CheckedAnswer& answer,
                                           const BackgroundCounts* counts,
                                           Workspace& workspace) noexcept;

// Returns the spans of the answer without support: runs of scored words with
// scores of at most kUnsupportedLn, and the unscored words between them. No
// span crosses the end of a sentence. Allocates in the arena of `consens`;
// throws std::bad_alloc past it.
[[nodiscard]] std::span<const ByteRange> Unsupported(const Consens& consens,
                                                     Arena& arena);

}  // namespace answerbox::engine
