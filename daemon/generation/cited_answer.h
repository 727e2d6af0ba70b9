// A language model's answer, read: its sentences, and the passages that each
// cites. Marks of citations look like [1], [2, 3] and [1][4].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/byte_range.h"

namespace answerbox::daemon {

struct CitedSentence {
  engine::ByteRange range;              // In CitedAnswer::text.
  std::vector<std::uint32_t> passages;  // From 0, ascending, each once.
};

struct CitedAnswer {
  // Without marks and without characters that steer a terminal; blanks at its
  // ends are gone. Empty if there is no answer.
  std::string text;
  std::vector<CitedSentence> sentences;
  // Numbers of passages that there are not, as they were written.
  std::vector<std::uint64_t> invented;
  bool refuses = false;  // Says that the passages do not answer, or nothing.
};

// Linear in the text's length.
//   generated  valid UTF-8
//   passages   how many the model was given
[[nodiscard]] CitedAnswer ReadCitedAnswer(std::string_view generated,
                                          std::size_t passages);

// The length of the mark that the text begins with; 0: it begins with none.
[[nodiscard]] std::size_t CitationMarkLength(std::string_view text) noexcept;

}  // namespace answerbox::daemon
