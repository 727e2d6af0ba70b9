// Builds a document's text from blocks: paragraphs set apart by a blank line,
// lines by one newline, words by one space. Separators asked for in a row
// merge into the widest, and none is written before there is text to separate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/converted_document.h"

namespace answerbox::client {

class BlockWriter {
 public:
  // What comes next begins a paragraph, a line, a word.
  void Block() { Separate(Separator::kBlock); }
  void Line() { Separate(Separator::kLine); }
  void Space() { Separate(Separator::kSpace); }

  // What comes next on this line follows `marker`, such as "- ". A marker
  // with no text after it is dropped with EndItem.
  void BeginItem(std::string marker);
  void EndItem() { marker_.clear(); }

  // Text up to EndHeading is a heading of `level`, 1 to 6. One longer than
  // engine::kMaxHeadingBytes stays in the text without a mark.
  void BeginHeading(std::uint8_t level);
  void EndHeading();

  // Appends as it is. Nothing happens when `text` is empty.
  void Verbatim(std::string_view text);

  // Appends with every run of white space as one space, also across calls.
  void Flowing(std::string_view text);

  // Takes the document; its text ends with a newline unless it is empty.
  [[nodiscard]] ConvertedDocument Take() &&;

 private:
  enum class Separator : std::uint8_t { kNone, kSpace, kLine, kBlock };

  void Separate(Separator separator);
  void FlushSeparator();

  ConvertedDocument document_;
  Separator pending_ = Separator::kNone;
  std::string marker_;
  std::uint8_t heading_level_ = 0;  // 0: not inside a heading.
  bool heading_has_text_ = false;
  std::uint32_t heading_begin_ = 0;
};

}  // namespace answerbox::client
