// Puts pieces of text together: raised numbers with the words before them, and
// the lines of a paragraph, where words broken by a hyphen become whole again.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace answerbox::client::layout {

// Returns `raised`, a small raised run directly after the text `before`, as it
// is written in a line:
//   - A reference mark, after a word or a sentence's end, becomes "[1]", and
//     "1,2" becomes "[1][2]": written as plain digits it would become a part of
//     the word, and the sentence would not end there.
//   - An exponent, after a number or a unit of length, becomes superscript
//     digits: written as plain digits 10 to the power of 3 would read 103.
// Other text stays as it is.
[[nodiscard]] std::string RaisedText(std::string_view before,
                                     std::string_view raised);

// Knows the words of the document, to tell "detec-/tion" from "self-/test".
class WordJoiner {
 public:
  void Learn(std::string_view text);

  // Appends a line to a text with a blank, or without, as the text's end and
  // the words of the document tell.
  void Append(std::string& text, std::string_view line) const;

 private:
  [[nodiscard]] bool KeepsHyphen(std::string_view before,
                                 std::string_view after) const;

  std::unordered_set<std::string> words_;       // Without hyphens.
  std::unordered_set<std::string> hyphenated_;  // "self-test".
};

}  // namespace answerbox::client::layout
