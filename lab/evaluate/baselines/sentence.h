// A sentence, as baselines see it: its length and its terms. Knows neither the
// engine nor a file format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace answerbox::lab {

struct BaselineSentence {
  std::uint32_t words = 0;
  std::uint32_t tokens = 0;
  // With repetitions. Numbers that are equal for equal terms.
  std::vector<std::uint32_t> terms;
};

// What a selection may hold at most.
struct BaselineBudget {
  std::uint64_t words = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t tokens = std::numeric_limits<std::uint64_t>::max();
  std::size_t sentences = std::numeric_limits<std::size_t>::max();

  // Takes the sentence's share of what is left, if it fits. False: it does not,
  // and nothing was taken.
  [[nodiscard]] bool Take(const BaselineSentence& sentence) {
    if (sentences == 0 || sentence.words > words || sentence.tokens > tokens) {
      return false;
    }
    --sentences;
    words -= sentence.words;
    tokens -= sentence.tokens;
    return true;
  }
};

}  // namespace answerbox::lab
