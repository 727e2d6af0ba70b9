// Counts of a sentence's words from its beginning to each gap, and the
// question's terms nearest to each gap. So counts inside, before and after a
// candidate are differences of two tallies, whatever the candidate's length.
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

// The tally of a gap between two words. Its index is the number of words before
// the gap. A word is given by its number in the sentence.
struct SpanTally {
  static constexpr std::uint8_t kNoWord = 0xFF;
  using Landmarks = std::array<std::uint8_t, kSpanLandmarks>;
  static constexpr Landmarks kNoLandmarks = {kNoWord, kNoWord, kNoWord,
                                             kNoWord};

  // Sums over all words before the gap.
  std::uint16_t weight = 0;
  std::uint8_t capitals = 0, numbers = 0, years = 0, months = 0, units = 0,
               number_words = 0, stops = 0, plain = 0, verbs = 0,
               auxiliaries = 0, links = 0, ands = 0, clauses = 0, gaps = 0,
               commas = 0, currencies = 0;
  // How many of these words are the question's, and how many are new.
  std::uint8_t shared = 0, shared_stops = 0, new_numbers = 0, new_names = 0;

  // Sum of the weights of the words on each side; a word counts four fifths of
  // the next nearer one.
  std::uint16_t near_before = 0, near_after = 0;
  // Lengths of the sequences of the question's words that end and begin at the
  // gap.
  std::uint8_t run_before = 0, run_after = 0;
  // The nearest of the question's terms, and of each landmark.
  std::uint8_t match_before = kNoWord, match_after = kNoWord;
  Landmarks before = kNoLandmarks, after = kNoLandmarks;
};

// One tally per gap: one more than there are words. Throws std::bad_alloc past
// the arena.
[[nodiscard]] std::span<const SpanTally> TallySpanWords(
    std::span<const SpanWord> words, const QuestionWords& question,
    Arena& arena);

}  // namespace answerbox::engine
