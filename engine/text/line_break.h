// Whether a line break inside a paragraph is an author's or a wrapper's: plain
// text and PDF text break lines both between list items, title lines and table
// rows, and anywhere in prose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace answerbox::engine {

// What a line looks like, from its first character that is not white space to
// its end. At most kMaxLineCharacters are looked at.
struct LineShape {
  enum class Start : std::uint8_t {
    kOther,
    kSmall,     // A lower-case letter: goes on with what the line before began.
    kCapital,   // Either of these may follow opening quotes or brackets.
    kListItem,  // "- ", "• ", "1. ", "(a) ", "iv) "
  };

  std::uint16_t characters = 0;
  std::uint16_t first_word_characters = 0;
  Start start = Start::kOther;
  bool has_columns = false;  // A tab, a bar, or a gap of three or more blanks.
  bool has_words = false;    // A letter or a digit.
  bool ends_with_stop = false;
  // Ends with a comma, a linking word, or the like; or with a full stop, which
  // the caller has found to be an abbreviation's.
  bool is_unfinished = false;
};

inline constexpr std::uint16_t kMaxLineCharacters = 200;

// The shape of the line of `text` that begins at `position`, a first character
// that is not white space; `end` bounds the paragraph.
[[nodiscard]] LineShape DescribeLine(std::string_view text,
                                     std::size_t position,
                                     std::size_t end) noexcept;

// Whether a break between two lines of a paragraph ends a sentence though no
// punctuation does. `previous` is the line before them, empty if there is none.
[[nodiscard]] bool LineBreakEndsSentence(const LineShape& previous,
                                         const LineShape& current,
                                         const LineShape& next) noexcept;

// The same for blank lines. PDF text has them inside sentences too: they end
// one unless `current` stops in mid-phrase and `next` goes on in lower case.
[[nodiscard]] bool BlankLineEndsSentence(const LineShape& current,
                                         const LineShape& next) noexcept;

}  // namespace answerbox::engine
