// Tables of web pages: which of them hold data, and where their cells are.
#pragma once

#include <gumbo.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "client/convert/document/table_groups.h"
#include "client/convert/markup/html_style.h"
#include "engine/text/text_block.h"

namespace answerbox::client {

// The elements of a page that hold words. Found once: the tables around a cell
// would each look through it again.
class WordHolders {
 public:
  WordHolders() = default;
  // Time and memory are linear in the size of the page.
  explicit WordHolders(const GumboNode* root);

  [[nodiscard]] bool Has(const GumboNode* element) const {
    return holders_.contains(element);
  }

 private:
  std::unordered_set<const GumboNode*> holders_;
};

// A table whose rows and cells are entered in order.
class HtmlTable {
 public:
  // `may_hold_lines`: its rows may be lines of their own. `words` outlives it.
  HtmlTable(const GumboNode* table, const PageStyle& style,
            const WordHolders& words, bool may_hold_lines);

  [[nodiscard]] bool is_data() const { return is_data_; }

  // Whether it holds data, and all its rows are lines of words. WriteRows
  // writes such a table at its end, from the text of its cells.
  [[nodiscard]] bool is_words() const { return is_words_; }
  void AddCell(const std::optional<engine::TextBlock>& shape, std::string text);
  void WriteRows(BlockWriter& writer) &&;

  // Returns the block of the row.
  engine::TextBlock EnterRow(const GumboNode* row);

  // Returns the block of the cell, or nothing when it is past the last column
  // that a block can name. Precondition: EnterRow was called.
  std::optional<engine::TextBlock> EnterCell(const GumboElement& cell);

 private:
  [[nodiscard]] std::uint8_t FlagsOf(const GumboElement& cell) const;

  const WordHolders* holders_;
  bool is_data_;
  bool is_words_ = false;
  bool has_head_look_ = false;
  bool row_heads_columns_ = false;
  std::vector<TableRow> words_;  // Of a table of words.
  std::uint32_t rows_ = 0;
  std::size_t column_ = 0;
  TableGrid grid_;
};

}  // namespace answerbox::client
