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

// How old a document says it is: by its name, or by a date of its own at the
// beginning of its text. Which of two versions is valid is then known.
struct DocumentAge {
  std::uint32_t date = 0;     // year * 10000 + month * 100 + day; 0: not said.
  std::uint32_t version = 0;  // Of "v2.1", 2001; 0: not said.
};

// So many bytes of a text are looked at.
inline constexpr std::size_t kDatedBytes = 600;

// The name's date and version, or else the text's own date: one in its first
// line, on a short line of its own, or after a word such as "valid from" or
// "version". A date in a sentence is not the document's.
//   text  the document's first kDatedBytes bytes, or all that it has
[[nodiscard]] DocumentAge AgeOf(std::string_view name,
                                std::string_view text) noexcept;

// False where nothing tells.
[[nodiscard]] bool IsNewer(const DocumentAge& a, const DocumentAge& b) noexcept;

}  // namespace answerbox::engine
