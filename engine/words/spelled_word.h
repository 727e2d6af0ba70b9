// A word that is spelled letter by letter beside the word that it may stand
// for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/text/character_class.h"
#include "engine/text/term_normalizer.h"
#include "engine/words/edit_rows.h"

namespace answerbox::engine {

// A term with an ending.
inline constexpr std::size_t kMaxNeighbourBytes = 2 * kMaxTermBytes;

// The bytes of one word, and how far its letters are from another.
class SpelledWord {
 public:
  explicit SpelledWord(std::span<const char32_t> word) : rows_(word) {}

  [[nodiscard]] std::size_t letters() const { return rows_.size(); }
  [[nodiscard]] std::string_view text() const {
    return {text_.data(),
            letters() == 0 ? std::size_t{0} : ends_[letters() - 1]};
  }
  [[nodiscard]] const EditRows& rows() const { return rows_; }

  void Truncate(std::size_t letters) { rows_.Truncate(letters); }
  // Keeps the letters that end within the first `bytes`.
  void TruncateToBytes(std::size_t bytes) {
    while (text().size() > bytes) Truncate(letters() - 1);
  }

  // Appends the next letter of `word`, of which text() is the beginning. False
  // if there is no room.
  bool PushNextOf(std::string_view word) {
    const std::size_t begin = text().size();
    const Character letter = Decode(word, begin);
    const std::size_t end = begin + letter.bytes;
    if (letters() == EditRows::kMaxOtherLetters || end > text_.size()) {
      return false;
    }
    for (std::size_t i = begin; i < end; ++i) text_[i] = word[i];
    rows_.Push(letter.code_point);
    ends_[letters() - 1] = static_cast<std::uint8_t>(end);
    return true;
  }

 private:
  std::array<char, kMaxNeighbourBytes> text_;
  std::array<std::uint8_t, EditRows::kMaxOtherLetters> ends_;
  EditRows rows_;
};

}  // namespace answerbox::engine
