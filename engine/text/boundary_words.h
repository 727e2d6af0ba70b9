// English words that tell where sentences begin and end. All functions take
// `word` in lower case.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// What the full stop of an English abbreviation means.
enum class Abbreviation : std::uint8_t {
  kNone,
  kTitle,         // "Dr.": a name follows; never ends a sentence.
  kNeverEnds,     // "e.g.": something follows; never ends a sentence.
  kMayEnd,        // "Inc.", "St.": ends a sentence if an opening word follows.
  kBeforeNumber,  // "No.", "Fig.": an abbreviation only before a number.
  kCalendar,      // "Jan. 5": an abbreviation only if capitalised and before a
                  // number.
  kTimeOfDay,     // "p.m.": ends a sentence unless a day, month or time zone
                  // follows.
};

// The kind of `word`, which is without the full stop at its end ("e.g").
[[nodiscard]] Abbreviation AbbreviationOf(std::string_view word) noexcept;

// Whether `word` is a day, month or time zone, which may follow a time of day.
[[nodiscard]] bool FollowsTimeOfDay(std::string_view word) noexcept;

// Whether `word` is a noun that a single letter follows: "vitamin C",
// "hepatitis B", "type A".
[[nodiscard]] bool TakesLetter(std::string_view word) noexcept;

// Words that, when capitalised, begin a new sentence rather than continue a
// name. The word after "the U.S." or "vitamin C." shows whether the full stop
// ended a sentence.
[[nodiscard]] bool IsSentenceOpener(std::string_view word) noexcept;

// Words that cannot end a phrase: articles, prepositions, conjunctions,
// auxiliaries. A sentence goes on after a line that ends with one.
[[nodiscard]] bool IsLinkingWord(std::string_view word) noexcept;

}  // namespace answerbox::engine
