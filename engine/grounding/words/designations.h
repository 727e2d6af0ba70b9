// Short names that tell one of a kind from the others: "B12", "H1N1", Room 12A,
// hepatitis A.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Bytes at the begin of `text` that are letters and digits which name one of a
// kind: "B12", "B-12", "H1N1", "HbA1c", "12A", blood group "O+"; 0 if there are
// none. Neither "2nd" and "1990s" nor words with the number of a footnote
// ("aspirin2") are. Whether "12A" is a quantity is the caller's to know.
// Precondition: no letter or digit stands before `text`.
[[nodiscard]] std::uint32_t DesignationBytes(std::string_view text) noexcept;

inline constexpr std::uint32_t kMaxDesignationBytes = 10;

struct Designation {
  char bytes[kMaxDesignationBytes];
  std::uint32_t size = 0;

  [[nodiscard]] std::string_view view() const noexcept { return {bytes, size}; }
};
// The same for all ways to write one: "b12" of "B-12".
//   written  what DesignationBytes found
[[nodiscard]] Designation PlainDesignation(std::string_view written) noexcept;

// Whether one name may be the other in short: "HIV" and "HIV-1", "A" and "12A",
// "O" and "O+", "J" and "James". Also if the number is that of a footnote.
[[nodiscard]] bool MayBeShort(std::string_view a, std::string_view b) noexcept;

// Whether two texts have the same letters and digits: "3B" and "3-B".
[[nodiscard]] bool AreSameLetters(std::string_view a,
                                  std::string_view b) noexcept;

// Whether letters or numbers tell apart the things that the word names: "room",
// "step".
[[nodiscard]] bool NamesOneOf(std::string_view stem) noexcept;

// Whether the letter text[at], an "A" or "I", is a name and not the article or
// the pronoun: "hepatitis A", "the blood group is A.", "type I". `before` is
// the stem of the word before it, empty if there is none.
[[nodiscard]] bool IsLetterName(std::string_view text, std::uint32_t at,
                                std::string_view before,
                                TermNormalizer& normalizer);

}  // namespace answerbox::engine
