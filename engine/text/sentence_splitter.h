// Sentences of a text in profile default, as byte ranges without surrounding
// white space.
// A sentence ends at . ! ? (with closing quotes, brackets and reference marks)
// before white space and something that can begin a sentence. It does not end
// after abbreviations ("Dr.", "e.g.", "approx. 5"), initials, decimal numbers
// and doses ("2.5 mg") or list numbers ("1."). A heading is one sentence. List
// items, table rows and lines that look like titles begin and end with their
// lines. A single line break inside wrapped prose ends no sentence. A blank
// line ends a sentence unless the sentence stops in mid-phrase ("by the") and
// goes on in lower case, as happens in text from PDF.
// A pull parser over the caller's text: allocates nothing, and takes linear
// time even if the text is hostile or not UTF-8. A sentence of more than
// kMaxSentenceBytes is cut at white space or, where there is none, at a
// character boundary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/text/document_text.h"

namespace answerbox::engine {

// Whether a line break inside a paragraph was made by the author or by line
// wrapping. Plain text and text from PDF have both: breaks between list items,
// title lines and table rows, and breaks anywhere in wrapped prose.

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

inline constexpr std::uint32_t kMaxSentenceBytes = 4096;

struct Sentence {
  ByteRange range;
  std::uint32_t words = 0;  // White-space separated.
  bool is_heading = false;
  // It says nothing without what it introduces: the end of a lead-in, a
  // caption, a term, a row of column headings. It is found, and is no answer.
  bool is_lead_in = false;
};

class SentenceSplitter {
 public:
  // Splits text[part.begin, part.end), whose edges are character boundaries.
  // `headings` are those of the whole text. Text and headings must outlive the
  // splitter.
  SentenceSplitter(std::string_view text, ByteRange part,
                   std::span<const HeadingMark> headings) noexcept;

  [[nodiscard]] std::optional<Sentence> Next() noexcept;

 private:
  // A block ends at a heading's edge; a heading is one sentence.
  void BeginBlock() noexcept;
  bool EndsBetween(std::uint32_t begin, std::uint32_t word_end,
                   std::uint32_t next_word) noexcept;
  Sentence Cut(std::uint32_t begin, std::uint32_t word_end,
               std::uint32_t words) noexcept;

  std::string_view text_;
  std::span<const HeadingMark> headings_;
  std::uint32_t position_;
  std::uint32_t end_;
  std::uint32_t block_end_;  // End of the current block; before the first
                             // block, the part's begin.
  std::size_t next_heading_ = 0;
  LineShape previous_line_;  // The line before the current one in the
                             // paragraph; empty at its first line.
  LineShape current_line_;
  bool in_heading_ = false;
};

}  // namespace answerbox::engine
