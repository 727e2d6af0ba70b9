// A document with blocks, in a form in which tests can be read:
//
//   # Title, ## Part      headings
//   : You need:           the lead-in of the list that follows
//   - item, -- item       an item; the dashes are its level
//   1. item               a numbered item of the first level
//   |! Drug | Dose        a row of column headings; opens a table
//   | Aspirin | 5 mg      a row
//   anything else         a paragraph
//
// An empty line ends a list or table. Items and paragraphs keep their place in
// a line; hashes, colons and bars at the beginning of a line are left out.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document_text.h"

namespace answerbox::engine {

class BlockedText {
 public:
  explicit BlockedText(std::string_view lines) {
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      Add(line);
    }
    CloseTo(0);
  }

  // Points into this object.
  [[nodiscard]] DocumentText document() const {
    return {text_, {}, headings_, blocks_};
  }
  [[nodiscard]] const std::string& text() const { return text_; }
  // The place of words that occur once.
  [[nodiscard]] std::uint32_t PlaceOf(std::string_view words) const {
    const std::size_t place = text_.find(words);
    EXPECT_NE(place, std::string::npos) << words;
    return static_cast<std::uint32_t>(place);
  }

 private:
  void Add(std::string_view line) {
    if (line.empty()) {
      CloseTo(0);
      text_ += '\n';
    } else if (line.starts_with('#')) {
      AddHeading(line);
    } else if (line.starts_with(": ")) {
      CloseTo(0);
      OpenList();
      AddLeaf(TextBlockKind::kLeadIn, line.substr(2));
      text_ += '\n';
    } else if (line.starts_with('-')) {
      const std::size_t level = line.find_first_not_of('-');
      AddItem(level, "- ", line.substr(level + 1));
    } else if (std::isdigit(static_cast<unsigned char>(line.front())) != 0 &&
               line.substr(1).starts_with(". ")) {
      AddItem(1, line.substr(0, 3), line.substr(3));
      blocks_[open_.back()].flags = kNumbered;
      blocks_[open_.back()].number =
          static_cast<std::uint32_t>(line.front() - '0');
    } else if (line.starts_with('|')) {
      AddRow(line);
    } else {
      CloseTo(0);
      AddLeaf(TextBlockKind::kParagraph, line);
      text_ += "\n\n";
    }
  }

  std::uint32_t here() const {
    return static_cast<std::uint32_t>(text_.size());
  }

  TextBlock& Open(TextBlockKind kind) {
    TextBlock block{.range = {here(), here()}, .kind = kind};
    if (!open_.empty()) {
      block.parent_distance =
          static_cast<std::uint32_t>(blocks_.size() - open_.back());
    }
    open_.push_back(blocks_.size());
    return blocks_.emplace_back(block);
  }

  // Closes the innermost blocks, so that `depth` are open. They end before
  // white space.
  void CloseTo(std::size_t depth) {
    for (; open_.size() > depth; open_.pop_back()) {
      blocks_[open_.back()].range.end =
          static_cast<std::uint32_t>(text_.find_last_not_of(" \n") + 1);
    }
  }

  void AddLeaf(TextBlockKind kind, std::string_view text) {
    Open(kind);
    text_ += text;
    CloseTo(open_.size() - 1);
  }

  void AddHeading(std::string_view line) {
    CloseTo(0);
    const std::size_t level = line.find_first_not_of('#');
    const std::uint32_t begin = here();
    AddLeaf(level == 1 ? TextBlockKind::kTitle : TextBlockKind::kHeading,
            line.substr(level + 1));
    blocks_.back().level = static_cast<std::uint8_t>(level);
    headings_.push_back({{begin, here()}, static_cast<std::uint8_t>(level)});
    text_ += "\n\n";
  }

  void OpenList() {
    TextBlock& list = Open(TextBlockKind::kList);
    list.level = static_cast<std::uint8_t>((open_.size() + 1) / 2);
  }

  // The open blocks are list, item, list, item and so on.
  void AddItem(std::size_t level, std::string_view marker,
               std::string_view text) {
    if (!open_.empty() && blocks_[open_[0]].kind != TextBlockKind::kList) {
      CloseTo(0);
    }
    CloseTo(std::min(open_.size(), 2 * level - 1));
    if (open_.size() < 2 * level - 1) OpenList();
    text_ += std::string(2 * (level - 1), ' ');
    text_ += marker;
    Open(TextBlockKind::kItem).level = static_cast<std::uint8_t>(level);
    text_ += text;
    text_ += '\n';
  }

  void AddRow(std::string_view line) {
    const bool is_header = line.starts_with("|!");
    if (is_header) CloseTo(0);
    if (open_.empty()) {
      Open(TextBlockKind::kTable);
      row_ = 0;
    }
    CloseTo(1);
    Open(TextBlockKind::kRow).row = row_;
    line.remove_prefix(is_header ? 3 : 2);
    for (std::uint16_t column = 0; !line.empty(); ++column) {
      if (column > 0) text_ += " | ";
      const std::string_view cell = line.substr(0, line.find(" | "));
      line.remove_prefix(std::min(line.size(), cell.size() + 3));
      AddLeaf(TextBlockKind::kCell, cell);
      TextBlock& block = blocks_.back();
      block.row = row_;
      block.column = column;
      block.row_span = 1;
      block.column_span = 1;
      block.flags = is_header ? kHeadsColumn : 0;
    }
    CloseTo(1);
    text_ += '\n';
    ++row_;
  }

  std::string text_;
  std::vector<HeadingMark> headings_;
  std::vector<TextBlock> blocks_;
  std::vector<std::size_t> open_;  // Indices of blocks, outermost first.
  std::uint32_t row_ = 0;
};

}  // namespace answerbox::engine
