// What is drawn on a page beside its text: rules that strike words, and grounds
// in the text's own colour. pdftohtml knows of neither; `pdftops` of the same
// package writes all that a page draws, in order, one operator a line
// (Adobe's PDF operators as PostScript procedures).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {

struct DrawnBox {
  Length left = 0;
  Length right = 0;
  Length top = 0;
  Length bottom = 0;
  // kMixedColors: something whose colour or shape is not known, such as a
  // picture.
  Color color = 0;
  std::uint32_t order = 0;  // What has a higher one is drawn over it.
};

struct DrawnText {
  Length left = 0;
  Length baseline = 0;
  std::uint32_t order = 0;
};

struct DrawnPage {
  std::vector<DrawnBox> grounds;
  std::vector<DrawnBox> rules;  // Level and thin.
  std::vector<DrawnText> texts;
};

// Reads page after page of what DrawingCondenser kept. Any bytes may come; what
// is no operator is skipped.
class DrawingReader {
 public:
  // `condensed` outlives the object.
  explicit DrawingReader(std::string_view condensed) : rest_(condensed) {}

  // The page `number`, from 1, in the units of runs. Numbers ascend from call
  // to call. Nothing where the page is missing, not as large as its runs tell,
  // over a bound or not understood.
  [[nodiscard]] std::optional<DrawnPage> ReadPage(std::uint32_t number,
                                                  Length width, Length height);

 private:
  std::string_view rest_;
};

}  // namespace answerbox::client::layout
