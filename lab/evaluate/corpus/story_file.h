// Stories with questions and the answers that people wrote, in the format of
// SQuALITY (Wang et al., "SQuALITY: Building a Long-Document Summarization
// Dataset the Hard Way", 2022): a JSON object a line with "document" and
// "questions", each with "question_text" and "responses", each with
// "response_text". The first question of each story asks what happens in it, so
// its answers are summaries of the story.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

inline constexpr std::size_t kMaxStories = 10'000;
inline constexpr std::size_t kMaxStoryQuestions = 1000;  // Of one story.
inline constexpr std::size_t kMaxStoryAnswers = 100;     // To one question.

struct StoryQuestion {
  std::string text;
  std::vector<std::string> answers;  // At least one.
};

struct Story {
  std::size_t line = 0;  // In the file, from 1.
  std::string text;
  std::vector<StoryQuestion> questions;  // At least one.
};

// Reads the whole file into memory. Empty lines are passed over. Errors:
// kRejected, with the line and what is wrong in it; also for a file without a
// story, and past the bounds above.
[[nodiscard]] Outcome<std::vector<Story>> ReadStoryFile(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
