// A sorted list of lower-case words. A search compares only words with the same
// first letter and about the same second one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace answerbox::engine {

template <std::size_t kCount>
class WordTable {
 public:
  // Precondition, checked when compiled: strictly increasing, all beginning
  // with a letter from a to z.
  consteval explicit WordTable(const std::string_view (&words)[kCount]) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      if (i > 0 && words[i] <= words[i - 1]) throw "words are not sorted";
      if (words[i][0] < 'a' || words[i][0] > 'z') throw "not a lower-case word";
      while (begin <= BeginningOf(words[i])) {
        first_[begin++] = static_cast<std::uint16_t>(i);
      }
      words_[i] = words[i];
    }
    while (begin < first_.size()) first_[begin++] = kCount;
  }

  // Index of `word`, or nothing.
  [[nodiscard]] constexpr std::optional<std::size_t> Find(
      std::string_view word) const noexcept {
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return std::nullopt;
    const std::size_t beginning = BeginningOf(word);
    for (std::size_t i = first_[beginning]; i < first_[beginning + 1]; ++i) {
      if (words_[i] == word) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::span<const std::string_view, kCount> words()
      const noexcept {
    return words_;
  }

 private:
  // Groups of what may be second, in the order of words: nothing or a byte
  // before "a", four letters each, a byte after "z". A small table has but one,
  // as an index of the groups would take more room than its words.
  static constexpr std::size_t kSeconds = kCount < 64 ? 1 : 9;

  // The number of the first letter and the second's group. Precondition: the
  // first is a letter.
  static constexpr std::size_t BeginningOf(std::string_view word) {
    const auto first = static_cast<std::size_t>(word[0] - 'a');
    std::size_t second = 0;
    if (kSeconds > 1 && word.size() > 1) {
      const auto byte = static_cast<unsigned char>(word[1]);
      second = byte < 'a' ? 0 : byte > 'z' ? 8 : 1u + (byte - 'a') / 4;
    }
    return first * kSeconds + second;
  }

  std::array<std::string_view, kCount> words_{};
  // Index of each beginning's first word; then kCount.
  std::array<std::uint16_t, 26 * kSeconds + 1> first_{};
};

}  // namespace answerbox::engine
