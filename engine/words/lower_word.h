// A short word of a text, in lower case.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "engine/text/ascii.h"

namespace answerbox::engine {

// The first kMostBytes letters of a word.
class LowerWord {
 public:
  static constexpr std::size_t kMostBytes = 12;

  explicit LowerWord(std::string_view text) noexcept {
    while (size_ < text.size() && size_ < kMostBytes && IsLetter(text[size_])) {
      bytes_[size_] = ToLowerAscii(text[size_]);
      ++size_;
    }
  }
  [[nodiscard]] std::string_view text() const noexcept {
    return {bytes_.data(), size_};
  }

  // The word that ends before `end`, without the white space between.
  [[nodiscard]] static LowerWord Before(std::string_view text,
                                        std::size_t end) noexcept {
    while (end > 0 && Is(text[end - 1], kSpaceByte)) --end;
    std::size_t begin = end;
    while (begin > 0 && IsLetter(text[begin - 1])) --begin;
    return LowerWord(text.substr(begin, end - begin));
  }

 private:
  std::array<char, kMostBytes> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace answerbox::engine
