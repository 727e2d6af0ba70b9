// Counts over the words of a sentence from its beginning, and the question's
// terms nearest to each place: so that what lies within, before or after a
// candidate is a difference of two tallies, however long the candidate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/spans/span_words.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Terms of the question that distances are taken to.
enum SpanLandmark : std::uint8_t { kFocus, kFirstTerm, kLastTerm, kVerb };
inline constexpr std::size_t kSpanLandmarks = 4;

// Of a place between two words, its index the number of words before it. Words
// are numbers into the sentence's.
struct SpanTally {
  static constexpr std::uint8_t kNoWord = 0xFF;
  using Landmarks = std::array<std::uint8_t, kSpanLandmarks>;
  static constexpr Landmarks kNoLandmarks = {kNoWord, kNoWord, kNoWord,
                                             kNoWord};

  // Of all words before the place.
  std::uint16_t weight = 0;
  std::uint8_t capitals = 0, numbers = 0, years = 0, months = 0, units = 0,
               number_words = 0, stops = 0, plain = 0, verbs = 0,
               auxiliaries = 0, links = 0, ands = 0, clauses = 0, gaps = 0,
               commas = 0, currencies = 0;
  // Of those, the question's; and those that are not.
  std::uint8_t shared = 0, shared_stops = 0, new_numbers = 0, new_names = 0;

  // Weight of the words on each side, four fifths of it a word further.
  std::uint16_t near_before = 0, near_after = 0;
  // Words of the question that follow each other up to the place, and from it.
  std::uint8_t run_before = 0, run_after = 0;
  // The nearest of the question's terms, and of each landmark.
  std::uint8_t match_before = kNoWord, match_after = kNoWord;
  Landmarks before = kNoLandmarks, after = kNoLandmarks;
};

// One more than there are words. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const SpanTally> TallySpanWords(
    std::span<const SpanWord> words, const QuestionWords& question,
    Arena& arena);

}  // namespace answerbox::engine
