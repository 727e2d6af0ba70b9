// Counts tokens: words, numbers and punctuation marks, as tokenizer.h finds
// them. A language model's own tokens are other ones, about four for three
// words of English.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// Linear in the text.
[[nodiscard]] std::uint64_t CountTokens(std::string_view text) noexcept;

}  // namespace answerbox::engine
