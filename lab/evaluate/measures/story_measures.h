// How much summaries and long answers share with what people wrote. Knows
// neither the engine nor a file format.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/evaluate/measures/rouge.h"
#include "lab/evaluate/measures/selection_measures.h"

namespace answerbox::lab {

// The text that a system chose for a question.
struct StoryOutcome {
  RougeScores rouge;
  double words = 0.0;
  std::chrono::nanoseconds time{};
};

struct StoryOutcomes {
  std::vector<StrategyLabel> systems;
  std::vector<std::size_t> stories;    // [questions] each one's, from 0.
  std::vector<StoryOutcome> outcomes;  // [questions][systems]

  [[nodiscard]] const StoryOutcome& At(std::size_t question,
                                       std::size_t system) const {
    return outcomes[question * systems.size() + system];
  }
};

// Stories by turns: what is chosen by one half is reported on the other.
enum class StoryHalf : std::uint8_t {
  kAll,
  kFirst,   // The first, third, fifth story.
  kSecond,  // The second, fourth, sixth.
};
inline constexpr std::size_t kStoryHalves = 3;

[[nodiscard]] bool IsIn(StoryHalf half, std::size_t story);

// Means over questions.
struct StoryFigures {
  std::array<RougeScores, kStoryHalves> rouge;  // By StoryHalf.
  std::array<std::size_t, kStoryHalves> questions{};
  double words = 0.0;    // Of all.
  double mean_us = 0.0;  // Of all.
};

// [systems]
[[nodiscard]] std::vector<StoryFigures> MeasureStories(
    const StoryOutcomes& outcomes);

}  // namespace answerbox::lab
