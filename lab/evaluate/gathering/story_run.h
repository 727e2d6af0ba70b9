// Summarises stories and answers questions about them, by the engine's
// strategies and by baselines, and compares the texts with those of people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/corpus/story_file.h"
#include "lab/evaluate/gathering/selection_run.h"
#include "lab/evaluate/gathering/strategy.h"
#include "lab/evaluate/measures/story_measures.h"

namespace answerbox::lab {

enum class StoryTask : std::uint8_t {
  kSummaries,    // The first question of each story; the engine is asked none.
  kLongAnswers,  // All questions but the first.
};

struct StoryRunOptions {
  StoryTask task = StoryTask::kSummaries;
  // Budgets; one of the two.
  std::optional<std::uint64_t> words;
  std::optional<std::size_t> sentences;
  // No baselines, which come after them.
  std::vector<EvaluatedStrategy> strategies = {};
};

// Each story is a collection of its own. After the strategies come the
// baselines:
//   lead     the first words or sentences of the story
//   lexrank  the most central sentences
//   random   sentences at random that together have as many words as the first
//            strategy chose; the mean of kRandomDraws draws
// All texts are in the order of the story. Errors: kRejected, with the story's
// line.
[[nodiscard]] Outcome<StoryOutcomes> SelectFromStories(
    const std::vector<Story>& stories, const StoryRunOptions& options,
    const SelectionProgress& progress);

inline constexpr std::size_t kRandomDraws = 10;

}  // namespace answerbox::lab
