// What a page draws besides its text: rules that strike words out or separate
// the cells of a table, and grounds, some in the text's own colour. pdftohtml
// prints neither. `pdftops` of the same package prints all drawing in order,
// one operator a line (PDF's operators as PostScript procedures).
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
  // kMixedColors if colour or shape are unknown, as for a picture.
  Color color = 0;
  std::uint32_t order = 0;  // Shapes of higher order are drawn over it.
};

struct DrawnText {
  Length left = 0;
  Length baseline = 0;
  std::uint32_t order = 0;
};

struct DrawnPage {
  std::vector<DrawnBox> grounds;
  std::vector<DrawnBox> rules;     // Level and thin.
  std::vector<DrawnBox> uprights;  // Vertical and thin.
  std::vector<DrawnText> texts;
  // Some shapes of the document are transparent; pdftops does not print which.
  bool may_be_transparent = false;
};

// Pages, by their numbers, with content that is not read as text.
struct UnreadContent {
  // The page of each picture that is large enough to hold words.
  std::vector<std::uint32_t> pictures;
  // Pages with invisible text, as over a recognised scan.
  std::vector<std::uint32_t> invisible;
};

// Lists the unread content in what DrawingCondenser kept.
[[nodiscard]] UnreadContent ListUnread(std::string_view condensed);

// Reads the output of DrawingCondenser page after page. Any bytes are allowed;
// lines without an operator are skipped.
class DrawingReader {
 public:
  // The condensed bytes must outlive the object.
  explicit DrawingReader(const PrintedDrawings& drawings)
      : drawings_(drawings), rest_(drawings.condensed) {}

  // Returns the page `number`, from 1, in the units of runs. Numbers must
  // ascend from call to call. Returns nothing if the page is missing, differs
  // in size from its runs' page, exceeds a bound, or was not understood.
  [[nodiscard]] std::optional<DrawnPage> ReadPage(std::uint32_t number,
                                                  Length width, Length height);

 private:
  PrintedDrawings drawings_;
  std::string_view rest_;
};

}  // namespace answerbox::client::layout
