// Builds a document's text from blocks: a blank line separates paragraphs, one
// newline lines, one space words. Separators asked for in a row merge into the
// widest, and none is written before there is text to separate. Besides the
// text it records the tree of blocks and where pages begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/convert/document/block_tree.h"
#include "client/convert/document/converted_document.h"

namespace answerbox::client {

class BlockWriter {
 public:
  // What comes next begins a paragraph, a line or a word.
  void Block();
  void Line() { Separate(Separator::kLine); }
  void Space() { Separate(Separator::kSpace); }

  // Ends a paragraph that Begin did not open, even where no blank line follows.
  void EndParagraph() { tree_.EndParagraph(text_end()); }

  // Text up to End belongs to a block of `kind`, or of the kind, number, flags,
  // row, column and spans of `shape`; its other fields are set here. Blocks
  // nest. A block that may not stand there, or nests deeper than
  // engine::kMaxTextBlockDepth, becomes a part of the block around it. Text
  // outside of all blocks becomes paragraphs, which end at Block(). Neither
  // call writes a separator.
  void Begin(engine::TextBlockKind kind) { Begin({.kind = kind}); }
  void Begin(const engine::TextBlock& shape) { tree_.Open(shape, text_end()); }
  void End() { tree_.Close(text_end()); }

  // What comes next is an item on a line of its own that follows `marker`, such
  // as "- " or, with its `number`, "3. ". A marker with no text after it is
  // dropped with EndItem.
  void BeginItem(std::string marker, std::optional<std::uint32_t> number = {});
  void EndItem();

  // Text up to EndHeading is a heading of `level`, 1 to 6. One longer than
  // engine::kMaxHeadingBytes stays in the text as a paragraph without a mark.
  void BeginHeading(std::uint8_t level);
  void EndHeading();

  // The same for the document's title, whose level is 1.
  void BeginTitle();
  void EndTitle() { EndHeading(); }

  // The next text begins the page `number`, as a reader counts from 1. Numbers
  // ascend; a page without text gets no mark.
  void BeginPage(std::uint32_t number) { page_ = number; }

  // The next text is printed there; its offset is set here. A box without text
  // is dropped with the next one.
  void SetBoxes(std::vector<PrintedBox> boxes) { boxes_ = std::move(boxes); }

  // Appends `text` unchanged. Does nothing when `text` is empty.
  void Verbatim(std::string_view text);

  // Appends `text` with every run of white space as one space, also across
  // calls.
  void Flowing(std::string_view text);

  // Separates a cell from the one before it in its row: " | ".
  void CellSeparator();

  // Takes the document; its text ends with a newline unless it is empty. Its
  // only heading of level 1, if it is the first, becomes its title.
  [[nodiscard]] ConvertedDocument Take() &&;

 private:
  enum class Separator : std::uint8_t { kNone, kSpace, kLine, kBlock };

  void Separate(Separator separator);
  void BeginMark(engine::TextBlockKind kind, std::uint8_t level);
  void FlushSeparator();
  [[nodiscard]] std::size_t text_end() const { return document_.text.size(); }

  ConvertedDocument document_;
  BlockTree tree_;
  Separator pending_ = Separator::kNone;
  std::string marker_;
  std::optional<std::uint32_t> page_;
  std::vector<PrintedBox> boxes_;
  std::uint8_t heading_level_ = 0;  // 0: not inside a heading.
  bool heading_has_text_ = false;
  std::uint32_t heading_begin_ = 0;
};

}  // namespace answerbox::client
