// Which questions a language model wrote. The model may write anything.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::daemon {

// A reply gives at most so many questions. Shorter and longer ones are left
// out.
inline constexpr std::size_t kMaxWrittenQuestions = 50;
inline constexpr std::size_t kMinWrittenBytes = 8;
inline constexpr std::size_t kMaxWrittenBytes = 500;

struct WrittenQuestions {
  // Each once, in the reply's order. On one line, with one blank for several,
  // without characters that steer anything; ends in a question mark.
  std::vector<std::string> texts;
  std::size_t left_out = 0;  // Texts that are none, or one more than allowed.
};

// Reads the texts of a JSON array: that after "questions", or the one whose
// inside the reply begins with, as it goes on with a prompt that opened it.
// Where no text in quotes begins there, each line that ends in a question mark
// is taken, without a number or mark of a list before it. What was cut in the
// middle is left out. Linear in the reply's length.
//   reply  valid UTF-8
[[nodiscard]] WrittenQuestions ReadQuestions(std::string_view reply);

}  // namespace answerbox::daemon
