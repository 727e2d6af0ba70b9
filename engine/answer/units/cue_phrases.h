// Phrases that tell what a question asks for, and what a heading names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// A phrase that begins at the beginning of a word. A space at its end stands
// for the end of a word.
struct CuePhrase {
  std::string_view text;
  std::uint32_t bits = 0;
};

// Phrases, by their first letter.
template <std::size_t N>
class CuePhraseIndex {
 public:
  consteval explicit CuePhraseIndex(const CuePhrase (&phrases)[N]) {
    for (const CuePhrase& phrase : phrases) {
      if (phrase.text.size() < 2) throw "a phrase is too short";
    }
    std::size_t count = 0;
    for (std::size_t letter = 0; letter < kLetters; ++letter) {
      begins_[letter] = static_cast<std::uint8_t>(count);
      for (const CuePhrase& phrase : phrases) {
        if (LetterOf(phrase.text.front()) == letter) phrases_[count++] = phrase;
      }
    }
    begins_[kLetters] = static_cast<std::uint8_t>(count);
    if (count != N) throw "a phrase does not begin with a letter";
  }

  // The bits of the phrases in `plain`: words in lower case, each followed by
  // one space.
  std::uint32_t Find(std::string_view plain) const {
    std::uint32_t found = 0;
    for (std::size_t at = 0; at < plain.size(); at = plain.find(' ', at) + 1) {
      const std::size_t letter = LetterOf(plain[at]);
      if (letter >= kLetters) continue;
      const std::string_view rest = plain.substr(at);
      for (std::size_t i = begins_[letter]; i < begins_[letter + 1]; ++i) {
        const std::string_view text = phrases_[i].text;
        // The second letter tells most phrases apart without a call.
        if (text[1] != rest[1] || !rest.starts_with(text)) continue;
        found |= phrases_[i].bits;
      }
    }
    return found;
  }

  // The bits of the phrases of one word that begin as the stem does, to the end
  // of the shorter. Precondition: the stem is not empty.
  std::uint32_t FindStem(std::string_view stem) const {
    std::uint32_t found = 0;
    const std::size_t letter = LetterOf(stem.front());
    if (letter >= kLetters) return 0;
    for (std::size_t i = begins_[letter]; i < begins_[letter + 1]; ++i) {
      const std::string_view text = phrases_[i].text;
      const std::string_view word = text.substr(0, text.find(' '));
      if (word.size() + 1 < text.size()) continue;  // Several words.
      if (word.starts_with(stem) || stem.starts_with(word)) {
        found |= phrases_[i].bits;
      }
    }
    return found;
  }

 private:
  static constexpr std::size_t kLetters = 26;
  static_assert(N <= 255);

  static constexpr std::size_t LetterOf(char c) {
    return static_cast<std::size_t>(static_cast<unsigned char>(c)) -
           static_cast<std::size_t>('a');
  }

  std::array<CuePhrase, N> phrases_;
  std::array<std::uint8_t, kLetters + 1> begins_{};
};

}  // namespace answerbox::engine
