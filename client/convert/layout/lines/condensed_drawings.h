// Keeps of what `pdftops` prints only what tells where something is drawn:
// fonts, data of pictures, strings and widths of letters are most of it, and
// say nothing of that. What is kept are lines; DrawingReader reads them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::client::layout {

// What was kept of a document.
struct PrintedDrawings {
  std::string_view condensed;
  // pdftops prints a shade of 10 % like a solid colour.
  bool may_be_transparent = false;
};

// The next token of a line, which is taken off it; empty at its end. Brackets
// only part tokens.
[[nodiscard]] std::string_view NextToken(std::string_view& line);

class DrawingCondenser {
 public:
  // `printed` holds what was kept so far, and after it what was printed since
  // the last call. Takes out of it, in place, what is not kept; a line that is
  // not at its end waits for the next call. So the result does not depend on
  // how what is printed comes in pieces. Time is linear in what is new.
  void Condense(std::string& printed);

 private:
  [[nodiscard]] std::string_view KeptOf(std::string_view line);
  [[nodiscard]] std::string_view AfterString(std::string_view line);
  [[nodiscard]] bool HasOperator(std::string_view line);

  std::size_t kept_ = 0;     // Bytes of `printed` that stay.
  std::size_t scanned_ = 0;  // No line ends between `kept_` and here.
  bool is_in_pages_ = false;
  bool is_in_setup_ = false;
  bool is_in_string_ = false;
  bool is_in_data_ = false;
  bool has_data_ahead_ = false;  // After the next operator that draws pictures.
};

}  // namespace answerbox::client::layout
