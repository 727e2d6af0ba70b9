// Whether another document gives another value in the place of an answer's: the
// visiting hours of last year's sheet and of this year's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/ask/answer.h"
#include "engine/ask/inquiry.h"
#include "engine/ask/leaf_texts.h"

namespace answerbox::engine {

struct OtherValue {
  std::uint32_t leaf = 0;  // Of another document.
  ByteRange own;           // Words of the answer's leaf.
  ByteRange other;         // Those in their place.
  bool is_asked = true;    // Else the texts differ in something else.
};

// The first leaf of another document that holds the same words of the question
// and contradicts the answer's leaf (engine/grounding/contradictions) in what
// is asked for, or else in something else: who runs the pharmacy is the same,
// whenever it opens. Compares few leaves. Gives its memory back, and finds
// nothing if there is too little.
//   answer  which `leaf` decided
[[nodiscard]] std::optional<OtherValue> FindOtherValue(
    const Inquiry& inquiry, const FormedAnswer& answer, const LeafTexts& texts,
    std::uint32_t leaf);

}  // namespace answerbox::engine
