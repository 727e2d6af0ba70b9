// Finds doses, times, opening hours and phone numbers in a sentence: words that
// belong together and must not be separated in a short answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/spans/span_words.h"
#include "engine/text/character_class.h"

namespace answerbox::engine {

// The first 16 bytes of a word, ASCII letters in lower case.
class LowerCaseWord {
 public:
  explicit LowerCaseWord(std::string_view word) noexcept
      : bytes_(std::min(word.size(), buffer_.size())) {
    std::transform(word.begin(),
                   word.begin() + static_cast<std::ptrdiff_t>(bytes_),
                   buffer_.begin(), [](char c) { return ToLowerAscii(c); });
  }
  [[nodiscard]] std::string_view text() const noexcept {
    return {buffer_.data(), bytes_};
  }

 private:
  std::array<char, 16> buffer_{};
  std::size_t bytes_;
};

// Fills `unit` and `is_joined` of the words that belong together.
void JoinUnits(std::string_view sentence, std::span<SpanWord> words) noexcept;

// What a short answer is. The protocol uses its name, the features its number.
enum class SpanType : std::uint8_t {
  kPhrase,
  kName,
  kNumber,
  kQuantity,  // A number with a unit, or a percentage.
  kDate,      // A year, a month, a day of the week.
  kTime,      // Of the day; opening hours.
  kMoney,
  kPhone,
  kDose,
};

// The protocol's name of a type, e.g. "opening hours" is "time".
[[nodiscard]] std::string_view ToString(SpanType type) noexcept;

// Precondition: at least one word.
[[nodiscard]] SpanType TypeOfSpan(std::string_view sentence,
                                  std::span<const SpanWord> words) noexcept;

}  // namespace answerbox::engine
