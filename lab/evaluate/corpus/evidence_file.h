// Questions about pages with the passages that support the answer, a JSON
// object a line: "question", "document" (the page), "gold" (an array of
// passages, each with "text"), and "answers" (an array of which each element is
// an array that begins with the answer). Other members are ignored. A question
// without passages or answers has none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "lab/client.h"

namespace answerbox::lab {

inline constexpr std::size_t kMaxEvidenceQuestions = 100'000;
inline constexpr std::size_t kMaxEvidencePassages = 1000;  // Of one question.

struct EvidenceQuestion {
  std::size_t line = 0;  // In the file, from 1.
  std::string text;
  std::string document;
  std::vector<std::string> evidence;
  std::vector<std::string> answers;
};

// Reads the whole file into memory. Empty lines are passed over. Errors:
// kRejected, with the line and what is wrong in it; also for a file without a
// question, and past the bounds above.
[[nodiscard]] Outcome<std::vector<EvidenceQuestion>> ReadEvidenceFile(
    const std::filesystem::path& path);

}  // namespace answerbox::lab
