// Joins lines of a paragraph: words broken by a hyphen become whole again.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace answerbox::client::layout {

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
