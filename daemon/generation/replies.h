// What a language model replied: the questions that it wrote, the grade that it
// gives to a passage. The model may write anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

enum class RatingEnd : std::uint8_t {
  kSaid,  // The model came to its end.
  kCut,   // It might have gone on: the reply had the most tokens.
};

// The grade, 0 to 5, by the first digit in the reply: it counts if it is 0 to 5
// and stands alone, that is
//   - neither a digit nor an ASCII letter stands beside it, nor a point or
//     comma before it, nor '.', ',' or ':' with a digit after it ("4.5");
//   - it is of the scale to 5: after '/' or "out of" comes 5 or "five", and
//     after "of" no other number ("4 / 10", "4 out of 10");
//   - it is neither a share ("4 %") nor an end of a range: no digit comes after
//     '-', an en dash, "to" or "or" ("0 to 5").
// Blanks may stand before '/', '%', '-', the dash, and between words. What
// follows is not read: a digit that does not count is not made good by another
// one. A reply without a digit that refuses ("unanswerable", see
// engine/exam/key_verification.h) is grade 0. Any other is ill-formed: nothing.
//
// A reply that was cut is ill-formed, too, if its end might have changed the
// grade: "1" may be the beginning of "10", "4 /" that of "4 / 10", and "no"
// that of "no doubt, 5".
[[nodiscard]] std::optional<std::uint8_t> ReadRating(std::string_view reply,
                                                     RatingEnd end) noexcept;

}  // namespace answerbox::daemon
