// What is drawn on a page beside its text: rules that strike words or part
// cells of a table, and grounds, some in the text's own colour. pdftohtml knows
// of neither; `pdftops` of the same package writes all that a page draws, in
// order, one operator a line (Adobe's PDF operators as PostScript procedures).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/convert/layout/lines/condensed_drawings.h"
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
  std::vector<DrawnBox> rules;     // Level and thin.
  std::vector<DrawnBox> uprights;  // Thin, from top to bottom.
  std::vector<DrawnText> texts;
  // Some shapes of the document are drawn see-through, and what is printed does
  // not tell which.
  bool may_be_transparent = false;
};

// Pages, by their numbers, with content that is not read as text.
struct UnreadContent {
  // The page of each picture that is large enough to hold words.
  std::vector<std::uint32_t> pictures;
  // Pages that set text to be invisible, as it is over a recognised scan.
  std::vector<std::uint32_t> invisible;
};

// Lists it of what DrawingCondenser kept.
[[nodiscard]] UnreadContent ListUnread(std::string_view condensed);

// Reads page after page of what DrawingCondenser kept. Any bytes may come; what
// is no operator is skipped.
class DrawingReader {
 public:
  // What is condensed outlives the object.
  explicit DrawingReader(const PrintedDrawings& drawings)
      : drawings_(drawings), rest_(drawings.condensed) {}

  // The page `number`, from 1, in the units of runs. Numbers ascend from call
  // to call. Nothing where the page is missing, not as large as its runs tell,
  // over a bound or not understood.
  [[nodiscard]] std::optional<DrawnPage> ReadPage(std::uint32_t number,
                                                  Length width, Length height);

 private:
  PrintedDrawings drawings_;
  std::string_view rest_;
};

}  // namespace answerbox::client::layout
