// Writes the visible text of a parsed page with its blocks.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/convert/document/block_writer.h"
#include "client/convert/markup/html_table.h"

namespace answerbox::client {

class HtmlPageWriter {
 public:
  explicit HtmlPageWriter(BlockWriter& writer) : writer_(writer) {}

  void Write(const GumboNode* root);

 private:
  struct Row {
    bool data;         // On one line, with " | " between cells.
    bool has_text;     // An earlier cell had text.
    bool begins_cell;  // The next text is its cell's first.
    // The block of the cell that was entered, and whether it has begun. In a
    // data row it begins with its text, after the separator.
    std::optional<engine::TextBlock> cell;
    bool is_cell_open;
  };

  struct OpenElement {
    unsigned blocks = 0;  // How many it began.
    bool is_judged = false;
  };

  bool Enter(const GumboNode* node);
  void EnterElement(const GumboNode* node);
  void EnterPart(const GumboNode* node);
  void BeginHeading(const GumboElement& element, std::uint8_t level);
  void EnterBlock(const GumboElement& element);
  void EnterList(const GumboNode* node, int first_number);
  void EnterListItem(const GumboElement& element);
  void EnterRow(const GumboNode* row);
  void EnterCell(const GumboElement& cell);
  void BeginCell(Row& row);
  void Leave(const GumboElement& element);
  void LeaveCell();
  void WriteText(std::string_view text);
  void WritePreformatted(std::string_view text);
  bool InDataRow() const { return !rows_.empty() && rows_.back().data; }

  // Opens a block that ends with the element that was entered last.
  void Begin(engine::TextBlockKind kind) { Begin({.kind = kind}); }
  void Begin(const engine::TextBlock& shape);

  // In a heading, or in a row on one line, every break becomes a space. In a
  // list it becomes at most a line break.
  void Block();
  void Line() { flat() ? writer_.Space() : writer_.Line(); }
  bool flat() const { return in_heading_ || InDataRow(); }

  static constexpr int kUnordered = -1;

  BlockWriter& writer_;
  std::vector<int> lists_;  // Of the open lists: next number, or kUnordered.
  std::vector<HtmlTable> tables_;  // The open tables and their open rows.
  std::vector<Row> rows_;
  std::vector<OpenElement> open_;
  unsigned preformatted_ = 0;
  unsigned sections_ = 0;   // Open elements with headers of their own.
  unsigned judged_ = 0;     // Open elements that were judged as a part.
  unsigned footnotes_ = 0;  // Open lists of footnotes.
  bool has_headings_ = false;
  bool in_heading_ = false;
  std::size_t heading_depth_ = 0;  // How many elements were open with it.
};

}  // namespace answerbox::client
