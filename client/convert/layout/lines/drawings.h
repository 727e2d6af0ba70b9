// What is drawn on a page beside its text: rules that strike words, and grounds
// in the text's own colour. pdftohtml knows of neither; `pdftops` of the same
// package writes all that a page draws, in order, one operator a line
// (Adobe's PDF operators as PostScript procedures).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "client/convert/document/reading_notes.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/layout/lines/words.h"

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

// Reads page after page. Any bytes may come; what is no operator is skipped.
class DrawingReader {
 public:
  // `postscript` outlives the object; empty: nothing is drawn.
  explicit DrawingReader(std::string_view postscript);

  // The next page, in the units of runs; empty if it is not as large as its
  // runs tell, as pages that the file turns.
  [[nodiscard]] DrawnPage ReadPage(Length page_width, Length page_height);

 private:
  std::string_view rest_;
};

// Takes off `page` what is struck or can't be seen, and adds to `left_out` how
// many words that are, and why. A rule strikes words if it runs through their
// middle and begins and ends where they do. Text can't be seen in the colour of
// the ground, which is white where nothing is drawn, or below a black or white
// bar. What is on a picture, a shading or an odd shape stays.
void DropInvalid(const DrawnPage& drawn, const WordPage& words, RunPage& page,
                 std::vector<LeftOutWords>& left_out);

}  // namespace answerbox::client::layout
