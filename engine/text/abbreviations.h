// Finds where a sentence defines an abbreviation: "village health team (VHT)",
// or "VHT (village health team)". Schwartz and Hearst 2003, "A simple algorithm
// for identifying abbreviation definitions in biomedical text".
//
// A short form has 2 to 10 characters in at most two words, begins with a
// letter or digit and has an upper-case letter. Of the long form beside it, |A|
// being the letters and digits of the short form,
//   - the letters and digits of the short form occur in it in their order, the
//     first of them at the beginning of a word;
//   - there are at most min(|A| + 5, 2 |A|) words.
// Stricter than the paper: all letters of a short form with one upper-case
// letter and no digit stand at beginnings of words. "Mary (my aunt)" defines
// nothing, and "Haemophilus influenzae b (Hib)" does. And the "s" of a plural
// ("VHTs") is no part of the short form; the long form may lack it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

inline constexpr std::size_t kMinShortFormCharacters = 2;
inline constexpr std::size_t kMaxShortFormCharacters = 10;
// The most definitions of one sentence; further ones are left out.
inline constexpr std::size_t kMaxSentenceAbbreviations = 16;

struct AbbreviationDefinition {
  // In the sentence; not empty; they do not overlap. A short form is at most
  // 4 * kMaxShortFormCharacters bytes long.
  ByteRange short_form;
  ByteRange long_form;
};

// In the order of the text. Fills `out` from the front and returns the filled
// part. `sentence` is at most kMaxSentenceBytes long and need not be valid
// UTF-8. Allocates nothing. Linear in the sentence: at most 64 opening brackets
// are looked at, and some hundred bytes beside each.
[[nodiscard]] std::span<const AbbreviationDefinition> FindAbbreviations(
    std::string_view sentence,
    std::span<AbbreviationDefinition, kMaxSentenceAbbreviations> out) noexcept;

}  // namespace answerbox::engine
