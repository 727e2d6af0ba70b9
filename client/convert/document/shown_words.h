// Compares the words of two readings of one file: which words of the second
// reading are missing from the text.
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
// or digits. "B12" is two words, so that the mark of a note is not a part of
// the word before it.
struct Words {
  std::string letters = {};
  std::vector<PlacedWord> words = {};

  [[nodiscard]] std::string_view LettersOf(const PlacedWord& word) const {
    return {letters.data() + word.begin, word.bytes};
  }
  void Add(std::string_view text, std::uint32_t page);
};

// A second way of reading writes this in place of a letter that it does not
// know. It occurs in no text.
inline constexpr char kUnknownLetter = '\x01';

// Returns the words of a text that have no unknown letter, as the others can't
// be compared.
[[nodiscard]] std::string KnownWords(std::string_view text);

// Returns for each of the `shown` words whether it is missing from `read`. Each
// word of `read` counts once: for its own page first, then for neighbouring
// pages, then for any. The rest is compared without its word boundaries, which
// may differ, as at line ends.
[[nodiscard]] std::vector<bool> MissingFrom(const Words& read,
                                            const Words& shown);

}  // namespace answerbox::client
