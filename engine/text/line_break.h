// Whether a line break inside a paragraph was made by the author or by line
// wrapping. Plain text and text from PDF have both: breaks between list items,
// title lines and table rows, and breaks anywhere in wrapped prose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// What a line looks like, from its first character that is not white space to
// its end. Only the first kMaxLineCharacters are read.
struct LineShape {
  enum class Start : std::uint8_t {
    kOther,
    kSmall,     // A lower-case letter: continues the line before.
    kCapital,   // kSmall and kCapital may follow opening quotes or brackets.
    kListItem,  // "- ", "• ", "1. ", "(a) ", "iv) "
  };

  std::uint16_t characters = 0;
  std::uint16_t first_word_characters = 0;
  Start start = Start::kOther;
  bool has_columns = false;  // A tab, a bar, or a gap of three or more blanks.
  bool has_words = false;    // A letter or a digit.
  bool ends_with_stop = false;
  // The line ends with a comma or a linking word, for example, so the sentence
  // goes on. The caller also sets it when the line ends with an abbreviation's
  // full stop.
  bool is_unfinished = false;
};

inline constexpr std::uint16_t kMaxLineCharacters = 200;

// The shape of the line of `text` whose first character that is not white space
// is at `position`. `end` is the end of the paragraph.
[[nodiscard]] LineShape DescribeLine(std::string_view text,
                                     std::size_t position,
                                     std::size_t end) noexcept;

// Whether the break between the lines `current` and `next` of a paragraph ends
// a sentence without punctuation. `previous` is the line before `current`, or
// empty if there is none.
[[nodiscard]] bool LineBreakEndsSentence(const LineShape& previous,
                                         const LineShape& current,
                                         const LineShape& next) noexcept;

// Whether a blank line between `current` and `next` ends a sentence. Text from
// PDF has blank lines inside sentences: a blank line ends no sentence if
// `current` stops in mid-phrase and `next` begins in lower case.
[[nodiscard]] bool BlankLineEndsSentence(const LineShape& current,
                                         const LineShape& next) noexcept;

}  // namespace answerbox::engine
