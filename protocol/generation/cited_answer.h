// A language model's answer, read: its sentences, and the passages that each
// cites. Marks of citations look like [1], [2, 3], [1][4], [2-5], [1; 3], [^1],
// [1 and 2] and [Passage 1].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/text_block.h"

namespace answerbox::protocol {

// What a model is asked to write if the passages do not answer the question.
inline constexpr std::string_view kNoAnswer = "NO ANSWER";

// A number in a mark that is greater counts as this one.
inline constexpr std::uint64_t kGreatestMark = UINT64_MAX;

struct CitedSentence {
  engine::ByteRange range;              // In CitedAnswer::text.
  std::vector<std::uint32_t> passages;  // From 0, ascending, each once.
};

struct CitedAnswer {
  // Without marks and without characters that steer a terminal; blanks at its
  // ends are gone. Empty if there is no answer.
  std::string text;
  std::vector<CitedSentence> sentences;  // Those with a letter or digit.
  // Numbers of passages that there are not, as they were written; of a range
  // its ends.
  std::vector<std::uint64_t> invented;
  bool refuses = false;  // Says that the passages do not answer, or nothing.
};

// Time: the text's length, and at most the number of passages for each mark.
//   generated  valid UTF-8
//   passages   how many the model was given
[[nodiscard]] CitedAnswer ReadCitedAnswer(std::string_view generated,
                                          std::size_t passages);

// The length of the mark that the text begins with; 0: it begins with none.
[[nodiscard]] std::size_t CitationMarkLength(std::string_view text) noexcept;

}  // namespace answerbox::protocol
