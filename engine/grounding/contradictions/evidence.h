// What the sentences of a context say to one unit of an answer.
#pragma once

#include "engine/grounding/contradictions/aligned_sentences.h"
#include "engine/grounding/contradictions/context_sentences.h"
#include "engine/grounding/contradictions/contradiction.h"

namespace answerbox::engine {

// Two places below this are not the same place.
inline constexpr Likeness kLeastLikeness = 600;

struct Finding {
  Likeness likeness = 0;
  ContradictionKind kind = ContradictionKind::kNumber;
  ByteRange answer;
  ContextPlace context;
};

// The best that any sentence said to one unit of the answer's sentence.
struct Evidence {
  Likeness support = 0;
  Finding conflict;

  [[nodiscard]] bool IsContradicted() const noexcept {
    return conflict.likeness >= kLeastLikeness && conflict.likeness > support;
  }
};

}  // namespace answerbox::engine
