// Compares one sentence of a context with one sentence of an answer, place by
// place: the context supports or contradicts it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/grounding/contradictions/aligned_sentences.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/grounding/contradictions/context_sentences.h"
#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/contradictions/sentence_alignment.h"
#include "engine/grounding/contradictions/sentence_units.h"
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

}  // namespace answerbox::engine
