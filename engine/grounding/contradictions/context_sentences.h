// The sentences of a context. Finds those that share most words with a sentence
// of an answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/numeric/arena.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// The most sentences of the context that one sentence of the answer is aligned
// with.
inline constexpr std::size_t kComparedSentences = 8;

class ContextSentences {
 public:
  // Reads all sentences. Takes an entry for each sentence and 8 bytes for each
  // word. `units` holds the last sentence then. Throws std::bad_alloc past the
  // arena, here and below.
  ContextSentences(std::span<const std::string_view> passages,
                   TermNormalizer& normalizer, SentenceUnits& units,
                   Arena& arena);

  // Computes the weights of a sentence's units from their rarity in the
  // context.
  void Weigh(std::span<const SentenceUnit> units, UnitWeights& weights) const;

  // Whether a sentence of the context has a unit with this hash.
  [[nodiscard]] bool Has(std::uint32_t hash) const noexcept;

  // Finds the sentences with the most weight in common, best first. Fills `out`
  // from the front and returns how many. Leaves out sentences with no word in
  // common.
  [[nodiscard]] std::size_t MostAlike(
      std::span<const SentenceUnit> units, const UnitWeights& weights,
      std::span<std::uint32_t, kComparedSentences> out);

  [[nodiscard]] std::size_t size() const noexcept { return sentences_.size(); }
  [[nodiscard]] const ContextPlace& Place(
      std::uint32_t sentence) const noexcept {
    return sentences_[sentence];
  }

 private:
  struct Posting {
    std::uint32_t hash = 0;
    std::uint32_t sentence = 0;

    friend auto operator<=>(const Posting&, const Posting&) = default;
  };

  [[nodiscard]] std::span<const Posting> Postings(
      std::uint32_t hash) const noexcept;

  std::span<ContextPlace> sentences_;
  std::span<Posting> postings_;      // Words, names, quantities.
  std::span<std::uint32_t> scores_;  // Of each sentence; 0 between calls.
  std::span<std::uint32_t> touched_;
};

}  // namespace answerbox::engine
