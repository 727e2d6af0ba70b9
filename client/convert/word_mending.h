// Words split over two lines by a hyphen.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace answerbox::client {

// Knows the words of a document, to tell "detec-/tion" from "self-/contained":
// a hyphen is removed only where the whole word is written elsewhere.
class WordMending {
 public:
  // `text` outlives the object.
  explicit WordMending(std::string_view text);

  // Whether `line`, which ends with a hyphen, and `next` share a word. A soft
  // hyphen always splits one.
  [[nodiscard]] bool IsSplitWord(std::string_view line,
                                 std::string_view next) const;

 private:
  std::unordered_set<std::string_view> words_;
};

// Returns `line` without the hyphen or soft hyphen at its end, if it has one.
[[nodiscard]] std::string_view WithoutHyphen(std::string_view line);

}  // namespace answerbox::client
