#include "lab/evaluate/measures/story_measures.h"

#include <algorithm>

namespace answerbox::lab {
namespace {

RougeScores MeanRouge(const StoryOutcomes& outcomes, std::size_t system,
                      StoryHalf half, std::size_t& questions) {
  RougeScores mean;
  questions = 0;
  for (std::size_t q = 0; q < outcomes.stories.size(); ++q) {
    if (!IsIn(half, outcomes.stories[q])) continue;
    const RougeScores& scores = outcomes.At(q, system).rouge;
    mean.one += scores.one;
    mean.two += scores.two;
    mean.l += scores.l;
    ++questions;
  }
  const auto count = static_cast<double>(std::max<std::size_t>(questions, 1));
  return {mean.one / count, mean.two / count, mean.l / count};
}

}  // namespace

bool IsIn(StoryHalf half, std::size_t story) {
  return half == StoryHalf::kAll ||
         (half == StoryHalf::kFirst) == (story % 2 == 0);
}

std::vector<StoryFigures> MeasureStories(const StoryOutcomes& outcomes) {
  std::vector<StoryFigures> figures(outcomes.systems.size());
  const auto all =
      static_cast<double>(std::max<std::size_t>(outcomes.stories.size(), 1));
  for (std::size_t s = 0; s < figures.size(); ++s) {
    for (std::size_t half = 0; half < kStoryHalves; ++half) {
      figures[s].rouge[half] =
          MeanRouge(outcomes, s, static_cast<StoryHalf>(half),
                    figures[s].questions[half]);
    }
    for (std::size_t q = 0; q < outcomes.stories.size(); ++q) {
      const StoryOutcome& outcome = outcomes.At(q, s);
      figures[s].words += outcome.words / all;
      figures[s].mean_us +=
          std::chrono::duration<double, std::micro>(outcome.time).count() / all;
    }
  }
  return figures;
}

}  // namespace answerbox::lab
