// Judges what a reader was shown for a question. Texts are compared in forms
// that typesetting does not change.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/evaluate/question_file.h"

namespace answerbox::client {

// Returns the text in Unicode's form NFKC, without soft hyphens and without
// hyphens at line ends ("clean- body"). White space becomes single blanks, and
// each byte that is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string PlainText(std::string_view text);

// Returns only the letters and digits of the text, in lower case.
[[nodiscard]] std::string TightText(std::string_view text);

// Returns the words of ASCII letters and digits, in lower case.
[[nodiscard]] std::vector<std::string> PlainWords(std::string_view text);

// Returns what is wrong with the expression (Perl's syntax), or nothing if it
// is valid.
[[nodiscard]] std::optional<std::string> KeyFault(const std::string& key);

// Whether the text contains a match of the key, in upper or lower case. A key
// without a backslash is also compared with both reduced to letters and digits.
// A key that takes too long to match does not match. Precondition:
// KeyFault(key) is empty.
[[nodiscard]] bool HasKey(std::string_view text, const std::string& key);

// The judged answer to a question that was asked without a threshold.
struct Judgement {
  std::string shown;  // Empty: nothing was found.
  std::string document;
  std::optional<std::uint64_t> page;
  double confidence = 0.0;
  bool is_page_right = false;
  bool is_right = false;  // The page and the shown text are right.
  double share = 0.0;  // Of the best known answer's words, how many are shown.
  std::size_t words = 0;  // Of the shown text, separated by white space.

  [[nodiscard]] bool IsAnswered(double theta) const {
    return !shown.empty() && confidence >= theta;
  }
};

// `reply` is the result of `ask`. Missing members count as empty.
[[nodiscard]] Judgement Judge(const KnownQuestion& question,
                              const boost::json::object& reply);

}  // namespace answerbox::client
