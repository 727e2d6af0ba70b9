// Names that a reader may take for one another: "Celexa" and "Celebrex".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/thesaurus.h"

namespace answerbox::engine {

// Which one of words that exclude one another: colours, sides, times of the
// day. "The green bin" is not the black one.
struct Distinction {
  std::uint8_t set = 0;     // 0: the word is none of them.
  std::uint8_t member = 0;  // Words of one meaning have the same.

  friend bool operator==(const Distinction&, const Distinction&) = default;
};

//   word  in lower case
[[nodiscard]] Distinction DistinctionOf(std::string_view word) noexcept;

// How many letters two words share at their begins and ends.
[[nodiscard]] std::size_t SharedLetters(std::string_view a,
                                        std::string_view b) noexcept;

// Shorter and longer words look like no other.
inline constexpr std::size_t kLeastAlike = 4;
inline constexpr std::size_t kMostAlike = 32;

// Whether two words are alike, but not one word: at least half of the longer
// one's letters stand in the other in their order. One is not the beginning of
// the other, and long words that are no medicines differ in more than two
// letters and begin otherwise. Takes time in the product of both lengths.
//   a, b  in lower case
[[nodiscard]] bool AreLookAlikes(std::string_view a,
                                 std::string_view b) noexcept;

// The thesaurus has words from this closeness on for the same thing.
inline constexpr std::uint8_t kSameCloseness = 200;

// Whether a word names a medicine: it is in the lists of medicines, ends like
// one, or means the same as one and no phrase and no common word. One that the
// lexicon has as a common word of English does not: "magazine" ends like a
// medicine.
//   word       in lower case
//   term       its stem
//   thesaurus  null: no words mean the same
[[nodiscard]] bool IsMedicine(std::string_view word, std::string_view term,
                              const Lexicon& lexicon,
                              const Thesaurus* thesaurus) noexcept;

// Whether an English word has most letters of a medicine: "inulin" of insulin.
//   word  in lower case
[[nodiscard]] bool IsLikeMedicine(std::string_view word) noexcept;
[[nodiscard]] bool IsLikeMedicine(std::string_view word,
                                  std::string_view medicine) noexcept;

}  // namespace answerbox::engine
