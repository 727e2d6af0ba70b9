// A table in columns of fixed width, two blanks apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "client/terminal/terminal.h"

namespace answerbox::client {

enum class Align : std::uint8_t { kLeft, kRight };

struct Column {
  std::string title;
  Align align = Align::kLeft;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // One cell per column. Control characters are escaped.
  void AddRow(const std::vector<std::string>& cells);

  // Returns the title row and the rows, each ended by a newline. On a terminal
  // too narrow for them, a left-aligned last column is wrapped, at half the
  // width or more, and the widest other left-aligned column is shortened. When
  // that is not enough, each row is printed as lines: its first cell, then each
  // other cell with its title.
  [[nodiscard]] std::string Render(const Terminal& terminal) const;

 private:
  std::vector<std::size_t> NaturalWidths() const;
  std::vector<std::size_t> Widths(const Terminal& terminal) const;
  std::string RenderLines(const Terminal& terminal) const;
  std::string RenderRow(const std::vector<std::size_t>& widths,
                        const std::vector<std::string>& cells) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace answerbox::client
