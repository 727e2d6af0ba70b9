// Signs that occur in a sentence. Segments store these bits.
#pragma once

#include <cstdint>

namespace answerbox::engine {

enum SentenceSign : std::uint8_t {
  kPercentSign = 1,   // %
  kCurrencySign = 2,  // $ £ € ¥
  kQuotationMark =
      4,  // A straight double, or any curly or angle quotation mark, except
          // those that are also apostrophes: ' and the closing single one.
  kRoundBracket = 8,
};

// A set of SentenceSign bits.
using SentenceSigns = std::uint8_t;
inline constexpr unsigned kSentenceSignBits = 4;

}  // namespace answerbox::engine
