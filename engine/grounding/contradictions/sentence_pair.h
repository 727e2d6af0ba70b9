// Compares one sentence of a context with one sentence of an answer, place by
// place: the context supports or contradicts it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/contradictions/context_sentences.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"
#include "engine/grounding/contradictions/unit_reading.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Places of less likeness do not correspond.
inline constexpr Likeness kLeastLikeness = 600;

struct Finding {
  Likeness likeness = 0;
  ContradictionKind kind = ContradictionKind::kNumber;
  ByteRange answer;
  ContextPlace context;
};

// The strongest evidence that any sentence gives about one unit of the answer's
// sentence.
struct Evidence {
  Likeness support = 0;
  Finding conflict;

  void Support(Likeness likeness) noexcept {
    if (likeness > support) support = likeness;
  }
  void Conflict(const Finding& finding) noexcept {
    if (finding.likeness > conflict.likeness) conflict = finding;
  }
  [[nodiscard]] bool IsContradicted() const noexcept {
    return conflict.likeness >= kLeastLikeness && conflict.likeness > support;
  }
};

// Takes some 100 KiB.
struct ComparedSentences {
  SentenceUnits question;
  SentenceUnits answer;   // One sentence of the answer.
  SentenceUnits context;  // The sentence that it is compared with.
  SentenceAlignment alignment;
  UnitWeights weights;  // Of the answer's units.
  // What the answer's units claim, and whether they are denied.
  std::array<Evidence, kMaxSentenceUnits> places;
  std::array<Evidence, kMaxSentenceUnits> polarities;

  // Whether the question has a unit of the same meaning.
  [[nodiscard]] bool IsAsked(const SentenceUnit& unit) const noexcept;
};

// Compares `compared.context`, a sentence of passage number `passage`, with
// `compared.answer`, and adds to the evidence of each unit. Time is linear in
// the product of their sizes. Allocates nothing.
void CompareSentences(ComparedSentences& compared, std::string_view answer,
                      std::string_view passage_text, std::uint32_t passage,
                      const ContextSentences& sentences,
                      TermNormalizer& normalizer);

// Comparing goes through the places. It has two halves: what the places claim,
// and what is denied on one side alone (Polarity).

// The least likeness for a name or quantity that the context has elsewhere, and
// for a denial in other words. It is more than kLeastLikeness.
inline constexpr Likeness kLeastLikenessOfKnown = 750;

// Two aligned sentences with their texts.
struct SentencePair {
  ComparedSentences& compared;
  std::string_view answer_text;
  std::string_view context_text;  // The text of the passage.
  std::uint32_t passage;
  const ContextSentences& sentences;  // Those of the whole context.
  TermNormalizer& normalizer;
  std::span<const SentenceUnit> answer = compared.answer.units();
  std::span<const SentenceUnit> context = compared.context.units();
  AlignedSentences aligned{answer, context, context_text, compared.alignment,
                           compared.weights};

  // Whether no unit of the answer is aligned with the context's unit.
  [[nodiscard]] bool IsFree(std::size_t c) const noexcept {
    return compared.alignment.ToAnswer(c) == kUnaligned;
  }
  [[nodiscard]] Finding FindingOf(ContradictionKind kind, Likeness likeness,
                                  ByteRange ours, ByteRange theirs) const {
    return {likeness, kind, ours, {passage, theirs}};
  }
};

// Finds words of an answer's sentence that only one side denies, or that have
// an opposite in their place. Two such findings may cancel each other, so they
// are gathered first.
class Polarity {
 public:
  //   pair  outlives this object
  explicit Polarity(const SentencePair& pair) : pair_(pair) {}

  // Whether a negation before an aligned unit of the answer may deny it.
  [[nodiscard]] bool MayBeDenied(std::size_t i) const;
  void Support(std::size_t i, Likeness likeness);
  // Finds whether one side alone denies an aligned unit of the answer.
  void CompareAligned(std::size_t i);
  // Finds opposites at two places, or else a denial in other words.
  void CompareWords(const PlacePair& places);
  // Tells that the quantities at `i` and `c` are compatible: the negations of
  // their bounds then deny nothing, as in "not above 8" beside "at 4".
  void KeepBounds(std::size_t i, std::size_t c);
  // Tells that one side alone has the word "only". Denials on the other side
  // then deny nothing where they name an exception: "not before it has stopped"
  // beside "only when it has stopped".
  void VoidByOnly(bool is_ours);
  // Adds the findings to the evidence of each unit: a contradiction, or support
  // if a finding of the other kind cancels it or its denial is void. Findings
  // of small likeness can cancel others, but are no contradictions.
  void Settle() const;

 private:
  struct Flip {
    std::size_t unit = 0;      // Of the answer.
    bool is_opposite = false;  // Otherwise a denial.
    bool is_ours = false;      // The answer has the denial, not the context.
    Finding finding;
  };
  // Denials in one sentence that deny nothing the other sentence says.
  struct VoidDenials {
    bool all = false;
    // The beginning of a bound's negation that the other sentence satisfies.
    std::optional<std::uint32_t> bound;

    [[nodiscard]] bool Have(ByteRange words) const noexcept;
  };
  static constexpr std::size_t kMaxFlips = 32;

  static bool Undo(const Flip& a, const Flip& b);
  // Findings past kMaxFlips are dropped.
  void Add(std::size_t unit, bool is_opposite, bool is_ours, Likeness likeness,
           ByteRange ours, ByteRange theirs);
  void CompareDenials(const PlacePair& places);
  bool CompareOpposites(const PlacePair& places);
  [[nodiscard]] bool BoundOthers(std::size_t i, std::size_t c) const;
  [[nodiscard]] bool StandsInBoth(std::size_t i, std::size_t c) const;
  [[nodiscard]] bool AreOpposedAt(std::size_t i, const WordForms& ours,
                                  std::size_t c, const WordForms& theirs) const;
  [[nodiscard]] bool IsTurned(std::size_t i, std::string_view word,
                              std::size_t c) const;
  [[nodiscard]] bool AsksAQuestion() const;

  const SentencePair& pair_;
  std::array<Flip, kMaxFlips> flips_;
  std::size_t count_ = 0;
  VoidDenials ours_;
  VoidDenials theirs_;
};

// Adds to the evidence of the answer's units what two corresponding places say:
// quantities, names, medicines by their doses, and words that exclude each
// other ("arm" and "thigh").
void CompareQuantities(const SentencePair& pair, const PlacePair& places,
                       Polarity& polarity);
void CompareNames(const SentencePair& pair, const PlacePair& places);
void CompareDosed(const SentencePair& pair, const PlacePair& places);
void CompareAlternatives(const SentencePair& pair, const PlacePair& places);

}  // namespace answerbox::engine
