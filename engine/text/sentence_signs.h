// Signs that a sentence has somewhere. Segments hold these bits.
#pragma once

#include <cstdint>

namespace answerbox::engine {

enum SentenceSign : std::uint8_t {
  kPercentSign = 1,    // %
  kCurrencySign = 2,   // $ £ € ¥
  kQuotationMark = 4,  // Straight double or any curly or angle one; no
                       // apostrophe, neither ' nor the closing single one.
  kRoundBracket = 8,
};

// Any of them.
using SentenceSigns = std::uint8_t;
inline constexpr unsigned kSentenceSignBits = 4;

}  // namespace answerbox::engine
