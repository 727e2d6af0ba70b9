// English abbreviations written with a full stop, and what the stop then means.
#pragma once

#include <cstdint>
#include <string_view>

namespace answerbox::engine {

enum class Abbreviation : std::uint8_t {
  kNone,
  kTitle,         // "Dr.": a name follows; never ends a sentence.
  kNeverEnds,     // "e.g.": something follows; never ends a sentence.
  kMayEnd,        // "Inc.", "St.": ends one if an opening word follows.
  kBeforeNumber,  // "No.", "Fig.": an abbreviation only before a number.
  kCalendar,      // "Jan.", "Sat.": with a capital, and before a number.
  kTimeOfDay,     // "p.m.": ends one unless a day, month or zone follows.
};

// `word` is in lower case, without the full stop at its end ("e.g").
[[nodiscard]] Abbreviation AbbreviationOf(std::string_view word) noexcept;

// A day, month or time zone: what may follow a time of day.
[[nodiscard]] bool FollowsTimeOfDay(std::string_view word) noexcept;

// A noun that a single letter follows: "vitamin C", "hepatitis B", "type A".
[[nodiscard]] bool TakesLetter(std::string_view word) noexcept;

}  // namespace answerbox::engine
