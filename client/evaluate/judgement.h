// What a reader was shown for a question, and whether that is right. Texts are
// compared in forms that typesetting does not change.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/evaluate/question_file.h"

namespace answerbox::client {

// In Unicode's form NFKC, without soft hyphens and without hyphens at line ends
// ("clean- body"); white space is single blanks. A byte that is not UTF-8
// becomes U+FFFD.
[[nodiscard]] std::string PlainText(std::string_view text);

// Its letters and digits alone, in lower case.
[[nodiscard]] std::string TightText(std::string_view text);

// Its words of ASCII letters and digits, in lower case.
[[nodiscard]] std::vector<std::string> PlainWords(std::string_view text);

// What is wrong with the expression, in Perl's syntax; nothing if it is right.
[[nodiscard]] std::optional<std::string> KeyFault(const std::string& key);

// Whether the key is somewhere in the text, in upper or lower case; or, without
// the characters that are neither letters nor digits, in the text without them,
// unless the key has a backslash.
// A key that takes too long to match does not match. Precondition: no fault.
[[nodiscard]] bool HasKey(std::string_view text, const std::string& key);

// The answer of a question that was always answered, whatever its confidence.
struct Judgement {
  std::string shown;  // Empty: nothing was found.
  std::string document;
  std::optional<std::uint64_t> page;
  double confidence = 0.0;
  bool is_page_right = false;
  bool is_right = false;  // The page is right, and what is shown.
  double share = 0.0;     // Of the words of the best known answer, shown.
  std::size_t words = 0;  // Shown, between white space.

  [[nodiscard]] bool IsAnswered(double theta) const {
    return !shown.empty() && confidence >= theta;
  }
};

// `reply` is the result of `ask`. Missing members count as empty.
[[nodiscard]] Judgement Judge(const KnownQuestion& question,
                              const boost::json::object& reply);

}  // namespace answerbox::client
