// Stop words that tell something about their sentence.
#pragma once

#include <cstdint>

#include "engine/text/stop_words.h"

namespace answerbox::engine {

[[nodiscard]] constexpr bool IsNegation(std::uint8_t stop_word) noexcept {
  return stop_word == kStopNo || stop_word == kStopNor ||
         stop_word == kStopNot || stop_word == kStopNegated;
}

// Whether the word refers to something said before.
[[nodiscard]] constexpr bool IsPronoun(std::uint8_t stop_word) noexcept {
  switch (stop_word) {
    case kStopHe:
    case kStopHer:
    case kStopHis:
    case kStopIt:
    case kStopIts:
    case kStopShe:
    case kStopSuch:
    case kStopThat:
    case kStopTheir:
    case kStopThese:
    case kStopThey:
    case kStopThis:
    case kStopThose:
      return true;
    default:
      return false;
  }
}

}  // namespace answerbox::engine
