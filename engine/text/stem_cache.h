// Remembers stems. A text repeats its words, and looking a word up takes a
// tenth of the time of stemming it.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

// 16 KiB. A word's bytes choose its only place; a later word of that place
// takes it. What is found does not depend on which words came before, as each
// word has one stem.
class StemCache {
 public:
  // Longer words are not remembered, nor are words with a longer stem.
  static constexpr std::size_t kMaxBytes = 15;

  // The stem that was remembered for the word, valid until the next Remember;
  // empty: none.
  [[nodiscard]] std::string_view Find(std::string_view word) const noexcept {
    if (word.empty() || word.size() > kMaxBytes) return {};
    const Word key = WordOf(word);
    const Entry& entry = entries_[PlaceOf(key)];
    if (entry.word.first != key.first || entry.word.last != key.last) return {};
    return {entry.stem.data(), entry.stem_size};
  }

  void Remember(std::string_view word, std::string_view stem) noexcept {
    if (word.empty() || word.size() > kMaxBytes || stem.size() > kMaxBytes) {
      return;
    }
    const Word key = WordOf(word);
    Entry& entry = entries_[PlaceOf(key)];
    entry.word = key;
    entry.stem_size = static_cast<std::uint8_t>(stem.size());
    std::memcpy(entry.stem.data(), stem.data(), stem.size());
  }

 private:
  static constexpr unsigned kPlaceBits = 9;

  // The first eight bytes; the others, with the size in the highest byte. Only
  // an empty place has the size 0.
  struct Word {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  struct Entry {
    Word word;
    std::array<char, kMaxBytes> stem{};
    std::uint8_t stem_size = 0;
  };
  static_assert(sizeof(Entry) == 32);

  static Word WordOf(std::string_view word) noexcept {
    assert(!word.empty() && word.size() <= kMaxBytes);
    const std::uint64_t size = std::uint64_t{word.size()} << 56;
    if (word.size() <= 8) {
      return {LoadUpToEightBytes(word.data(), word.size()), size};
    }
    return {LoadEightBytes(word.data()),
            LoadUpToEightBytes(word.data() + 8, word.size() - 8) | size};
  }

  // By multiplication (Knuth, The Art of Computer Programming, volume 3,
  // section 6.4): the golden ratio spreads the high bits.
  static std::size_t PlaceOf(const Word& word) noexcept {
    constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15u;
    const std::uint64_t mixed =
        (word.first ^ (word.last * kGoldenRatio)) * kGoldenRatio;
    return static_cast<std::size_t>(mixed >> (64 - kPlaceBits));
  }

  std::array<Entry, std::size_t{1} << kPlaceBits> entries_{};
};

}  // namespace answerbox::engine
