// Writes the visible text of a parsed page, with its blocks.
#pragma once

#include <gumbo.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/block_writer.h"
#include "client/convert/document/converted_document.h"
#include "client/convert/markup/html_style.h"
#include "client/convert/markup/html_table.h"

namespace answerbox::client {

class HtmlPageWriter {
 public:
  // Left-out words are added to `notes`. All arguments must outlive the writer.
  HtmlPageWriter(BlockWriter& writer, const PageStyle& style,
                 ReadingNotes& notes);

  void Write(const GumboNode* root);

 private:
  struct Row {
    bool data;         // On one line, with " | " between cells.
    bool has_text;     // An earlier cell had text.
    bool begins_cell;  // The next text is its cell's first.
    // The block of the entered cell, and whether it has begun. In a data row it
    // begins with its text, after the separator; in a table of words it is
    // written at the table's end.
    std::optional<engine::TextBlock> cell;
    bool is_cell_open;
  };

  struct OpenElement {
    unsigned blocks = 0;  // How many blocks it began.
    bool is_judged = false;
    std::optional<PageColor> ground = {};  // Behind its words, where known.
  };

  bool Enter(const GumboNode* node);
  bool EnterInline(const GumboNode* node, const ElementStyle& style,
                   const std::optional<PageColor>& ground);
  // Whether an element is left out; if so, notes it.
  //   ground  behind the element, if known
  bool LeavesOut(const GumboNode* node, const ElementStyle& style,
                 const std::optional<PageColor>& ground);
  // Returns its words without left-out ones, which are noted.
  std::string LineWords(const GumboNode* node,
                        const std::optional<PageColor>& ground,
                        bool* leads_into_page = nullptr);
  std::optional<PageColor> GroundWithin(
      const GumboNode* line, const GumboNode* inside,
      const std::optional<PageColor>& ground) const;
  void EnterElement(const GumboNode* node);
  void EnterPart(const GumboNode* node);
  void BeginHeading(const GumboElement& element, std::uint8_t level);
  void EnterBlock(const GumboNode* node);
  [[nodiscard]] bool CanBeginHeading() const;
  [[nodiscard]] std::uint8_t LevelBelowLast() const;
  void EnterList(const GumboNode* node, int first_number);
  void EnterListItem(const GumboElement& element);
  void EnterRow(const GumboNode* row);
  void EnterCell(const GumboElement& cell);
  void BeginCell(Row& row);
  void Leave(const GumboElement& element);
  void EndElement(GumboTag tag);
  void LeaveCell();
  void WriteText(std::string_view text);
  void WriteRaised(const GumboNode* node,
                   const std::optional<PageColor>& ground, bool is_raised);
  void Break();
  void WritePreformatted(std::string_view text);
  bool InDataRow() const { return !rows_.empty() && rows_.back().data; }

  // Opens a block that ends with the element entered last.
  void Begin(engine::TextBlockKind kind) { Begin({.kind = kind}); }
  void Begin(const engine::TextBlock& shape);

  // In a heading, or in a row on one line, every break becomes a space. In a
  // list it becomes at most a line break.
  void Block();
  void Line();
  bool flat() const { return in_heading_ || InDataRow(); }

  static constexpr int kUnordered = -1;

  BlockWriter& writer_;
  const PageStyle& style_;
  WordHolders words_;
  ReadingNotes& notes_;
  // The words of the open cell of a table of words; null if none is open.
  std::string* cell_words_ = nullptr;
  std::string cell_text_;
  std::string tail_;         // The end of the text since the last line began.
  bool is_broken_ = false;   // The last thing was a line break.
  unsigned note_links_ = 0;  // Open links into the page.
  std::uint8_t last_level_ = 0;  // The last heading element's.
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
  std::size_t heading_depth_ = 0;  // How many elements were open around it.
};

}  // namespace answerbox::client
