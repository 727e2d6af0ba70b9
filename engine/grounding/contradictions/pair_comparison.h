// The two halves of comparing a sentence of an answer with one of the context:
// what their places claim (claims.cc), and what is denied on one side alone
// (polarity.cc). sentence_pair.cc goes through the places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/contradictions/sentence_pair.h"
#include "engine/grounding/contradictions/unit_reading.h"

namespace answerbox::engine {

// A name or quantity that the context has elsewhere needs more than
// kLeastLikeness, and so does a denial of something that is said in other
// words.
inline constexpr Likeness kLeastLikenessOfKnown = 750;

// Two aligned sentences with their texts.
struct SentencePair {
  ComparedSentences& compared;
  std::string_view answer_text;
  std::string_view context_text;  // Of the passage.
  std::uint32_t passage;
  const ContextSentences& sentences;  // Of the whole context.
  TermNormalizer& normalizer;
  std::span<const SentenceUnit> answer = compared.answer.units();
  std::span<const SentenceUnit> context = compared.context.units();
  AlignedSentences aligned{answer, context, context_text, compared.alignment,
                           compared.weights};

  // Whether the context's unit stands for none of the answer's.
  [[nodiscard]] bool IsFree(std::size_t c) const noexcept {
    return compared.alignment.ToAnswer(c) == kUnaligned;
  }
  [[nodiscard]] Finding FindingOf(ContradictionKind kind, Likeness likeness,
                                  ByteRange ours, ByteRange theirs) const {
    return {likeness, kind, ours, {passage, theirs}};
  }
};

// Whether the words of an answer's sentence are denied, or have an opposite in
// their place, on one side alone. Two such words may undo each other, so they
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
  // The quantities at `i` and `c` are compatible, so the negations of their
  // bounds deny nothing: "not above 8" beside "at 4".
  void KeepBounds(std::size_t i, std::size_t c);
  // One side alone has the word "only", so the denials of the other deny
  // nothing where it names an exception: "not before it has stopped" beside
  // "only when it has stopped".
  void VoidByOnly(bool is_ours);
  // Adds to the evidence of each unit what was found: a contradiction, or
  // support where a finding of the other kind undoes it or its denial is void.
  // Findings whose likeness is small undo others, but are no contradictions.
  void Settle() const;

 private:
  struct Flip {
    std::size_t unit = 0;      // Of the answer.
    bool is_opposite = false;  // Else a denial.
    bool is_ours = false;      // The answer has the denial, not the context.
    Finding finding;
  };
  // Denials of one sentence that deny nothing that the other says.
  struct VoidDenials {
    bool all = false;
    // Where the negation of a bound begins that the other sentence keeps.
    std::optional<std::uint32_t> bound;

    [[nodiscard]] bool Have(ByteRange words) const noexcept;
  };
  static constexpr std::size_t kMaxFlips = 32;

  static bool Undo(const Flip& a, const Flip& b);
  // Flips past kMaxFlips are left out.
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

// Adds to the evidence of the answer's units what two places say that stand for
// each other: quantities, names, medicines by their doses, and words that
// exclude each other ("arm" and "thigh").
void CompareQuantities(const SentencePair& pair, const PlacePair& places,
                       Polarity& polarity);
void CompareNames(const SentencePair& pair, const PlacePair& places);
void CompareDosed(const SentencePair& pair, const PlacePair& places);
void CompareAlternatives(const SentencePair& pair, const PlacePair& places);

}  // namespace answerbox::engine
