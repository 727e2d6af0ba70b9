// A short text that is built from words and numbers. Only the sources of
// written_forms.h include this.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/ascii.h"

namespace answerbox::engine {

class FormText {
 public:
  // Text past kMostBytes is left out.
  static constexpr std::size_t kMostBytes = 96;

  FormText& Add(std::string_view text) {
    const std::size_t count = std::min(text.size(), kMostBytes - size_);
    std::copy_n(text.begin(), count, bytes_.begin() + size_);
    size_ += count;
    return *this;
  }
  //   width  the least number of digits; zeros are put before the number
  FormText& Add(std::uint64_t number, std::size_t width = 1) {
    std::array<char, 20> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    const auto count = static_cast<std::size_t>(end - digits.data());
    for (std::size_t n = count; n < width; ++n) Add("0");
    return Add(std::string_view(digits.data(), count));
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMostBytes> bytes_;
  std::size_t size_ = 0;
};

// Returns the ending of an ordinal: "st" for 1.
[[nodiscard]] constexpr std::string_view OrdinalEnding(std::uint64_t number) {
  if (number / 10 % 10 == 1) return "th";
  switch (number % 10) {
    case 1:
      return "st";
    case 2:
      return "nd";
    case 3:
      return "rd";
    default:
      return "th";
  }
}
[[nodiscard]] constexpr bool IsOrdinalSuffix(std::string_view folded) {
  return folded == "st" || folded == "nd" || folded == "rd" || folded == "th";
}

// Returns the number that `text` is. -1 if it has other characters than digits,
// or more than nine.
[[nodiscard]] constexpr std::int64_t PlainNumber(std::string_view text) {
  if (text.empty() || text.size() > 9) return -1;
  std::int64_t number = 0;
  for (const char c : text) {
    if (!IsDigit(c)) return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace answerbox::engine
