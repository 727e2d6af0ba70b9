// A sorted list of lower-case words. A search compares only words with the same
// first letter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace answerbox::engine {

template <std::size_t kCount>
class WordTable {
 public:
  // Precondition, checked when compiled: strictly increasing, all beginning
  // with a letter from a to z.
  consteval explicit WordTable(const std::string_view (&words)[kCount]) {
    std::size_t letter = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      if (i > 0 && words[i] <= words[i - 1]) throw "words are not sorted";
      if (words[i][0] < 'a' || words[i][0] > 'z') throw "not a lower-case word";
      while (letter <= static_cast<std::size_t>(words[i][0] - 'a')) {
        first_[letter++] = static_cast<std::uint16_t>(i);
      }
      words_[i] = words[i];
    }
    while (letter < first_.size()) first_[letter++] = kCount;
  }

  // Index of `word`, or nothing.
  [[nodiscard]] constexpr std::optional<std::size_t> Find(
      std::string_view word) const noexcept {
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return std::nullopt;
    const auto letter = static_cast<std::size_t>(word[0] - 'a');
    for (std::size_t i = first_[letter]; i < first_[letter + 1]; ++i) {
      if (words_[i] == word) return i;
    }
    return std::nullopt;
  }

 private:
  std::array<std::string_view, kCount> words_{};
  std::array<std::uint16_t, 27>
      first_{};  // Index of each letter's first word; then kCount.
};

}  // namespace answerbox::engine
