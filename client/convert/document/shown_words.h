// The words of two readings of one file, compared: which words of the second
// way are not in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client {

struct PlacedWord {
  std::uint32_t begin = 0;  // In Words::letters.
  std::uint32_t bytes = 0;
  std::uint32_t offset = 0;  // In the text that was read.
  std::uint32_t page = 0;
  bool is_raised = false;  // A number with raised digits at its end: "10³".
  bool is_broken = false;  // A hyphen and a blank follow it: "detec- tion".
};

// Words as a person compares them: letters without case, accents and ligatures,
// or digits. "B12" is two words, so that a note's mark is none of its word's
// letters.
struct Words {
  std::string letters = {};
  std::vector<PlacedWord> words = {};

  [[nodiscard]] std::string_view LettersOf(const PlacedWord& word) const {
    return std::string_view(letters).substr(word.begin, word.bytes);
  }
  void Add(std::string_view text, std::uint32_t page);
};

// A second way writes this sign in place of a letter that it can't tell. No
// text has it.
inline constexpr char kUnknownLetter = '\x01';

// The words of a text without a letter that is not known, as there is nothing
// to compare them with.
[[nodiscard]] std::string KnownWords(std::string_view text);

// Whether each of the `shown` words is missing from `read`. Each word of `read`
// counts once: for its own page first, then for pages beside it, then for any.
// What is left may be parted otherwise, as at line ends.
[[nodiscard]] std::vector<bool> MissingFrom(const Words& read,
                                            const Words& shown);

}  // namespace answerbox::client
