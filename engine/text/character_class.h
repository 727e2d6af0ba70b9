// Classes of characters: ASCII as in ascii.h, everything else by Unicode's
// general category. White space and word characters are those of Python 3's
// `\s` and `\w`, which the published method splits by. WordReader finds the
// words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/ascii.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

struct Character {
  char32_t code_point;
  std::uint32_t bytes;  // 1 to 4, never past the end of the text.
};

// Stands for a byte that is not part of valid UTF-8.
inline constexpr char32_t kReplacementCharacter = 0xfffd;

// The character whose first byte is at `position`. A malformed byte is one
// kReplacementCharacter. Precondition: position < text.size().
[[nodiscard]] Character Decode(std::string_view text,
                               std::size_t position) noexcept;

[[nodiscard]] bool IsSpace(char32_t c) noexcept;
// A letter or number of any kind; the underscore is not one here.
[[nodiscard]] bool IsAlphanumeric(char32_t c) noexcept;
[[nodiscard]] bool IsDecimalDigit(char32_t c) noexcept;
// A mark or invisible character that belongs to the letter before it: an
// accent, a soft hyphen, a joiner.
[[nodiscard]] bool ExtendsWord(char32_t c) noexcept;
// An upper-case or title-case letter, or a letter of a script without case.
[[nodiscard]] bool IsCapital(char32_t c) noexcept;
// An upper-case or title-case letter.
[[nodiscard]] bool IsUpper(char32_t c) noexcept;
// A lower-case letter.
[[nodiscard]] bool IsSmall(char32_t c) noexcept;

// First position at or after `position` and before `end` that is not
// (SkipSpace) or is (SkipWord) white space, else `end`. `end` is a character
// boundary.
[[nodiscard]] std::size_t SkipWord(std::string_view text, std::size_t position,
                                   std::size_t end) noexcept;
// The part of SkipSpace for gaps of more than one blank.
[[nodiscard]] std::size_t SkipMoreSpace(std::string_view text,
                                        std::size_t position,
                                        std::size_t end) noexcept;
[[nodiscard]] inline std::size_t SkipSpace(std::string_view text,
                                           std::size_t position,
                                           std::size_t end) noexcept {
  if (position < end && ClassOf(text[position]) == kSpaceByte) ++position;
  if (position < end && !Is(text[position], kSpaceByte | kNonAsciiByte)) {
    return position;
  }
  return SkipMoreSpace(text, position, end);
}

// Characters that show nothing where no script or emoji needs them: Unicode's
// property Default_Ignorable_Code_Point (UAX #44), as in
// DerivedCoreProperties.txt of version 14: joiners, variation selectors,
// fillers, tags, and the code points that are reserved for more of them.
[[nodiscard]] bool IsDefaultIgnorable(char32_t c) noexcept;

// Joiners and non-joiners, which Persian, Hindi and joined emoji need.
[[nodiscard]] constexpr bool IsJoiner(char32_t c) noexcept {
  return c == 0x200c || c == 0x200d;
}

// Variation selectors of ideographs, symbols and emoji. Those of Mongolian are
// none of these.
[[nodiscard]] constexpr bool IsVariationSelector(char32_t c) noexcept {
  return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

// The words of a text, separated by white space as in Python's `\s`. They are
// those that SkipSpace() and SkipWord() find one by one; WordReader takes a
// third of the time because it reads 64 bytes at once.
class WordReader {
 public:
  // Starts before the first word. `text` outlives the reader, is at most
  // kMaxDocumentBytes long and need not be valid UTF-8.
  explicit WordReader(std::string_view text) noexcept : text_(text) {}

  // The next word. After the last word: an empty range at the end of the text.
  [[nodiscard]] ByteRange Next() noexcept {
    while (left_ == 0) {
      if (next_block_ > text_.size()) {
        const auto end = static_cast<std::uint32_t>(text_.size());
        return {end, end};
      }
      ReadBlock();
    }
    const std::uint32_t begin = TakeEdge();
    while (left_ == 0) ReadBlock();
    return {begin, TakeEdge()};
  }

 private:
  static constexpr std::size_t kBlockBytes = 64;

  void ReadBlock() noexcept;
  [[nodiscard]] std::uint64_t MarkOtherSpace(std::size_t begin,
                                             std::uint64_t others) noexcept;

  [[nodiscard]] std::uint32_t TakeEdge() noexcept {
    const auto bit = static_cast<std::size_t>(std::countr_zero(left_));
    left_ &= left_ - 1;
    return static_cast<std::uint32_t>(next_block_ - kBlockBytes + bit);
  }

  std::string_view text_;
  // If the text fills its last block, one more block follows, which holds only
  // the edge of the last word.
  std::size_t next_block_ = 0;
  // One bit for each byte of the block. A bit is set where a word begins and at
  // the byte after its end, so set bits come in pairs. Taking an edge clears
  // its bit.
  std::uint64_t left_ = 0;
  std::uint64_t was_word_ = 0;  // 1: the block ends within a word.
  // How many bytes of the block's last character are in the next block.
  unsigned bytes_over_ = 0;
  bool is_space_over_ = false;
};

}  // namespace answerbox::engine
