// What is seen on the picture of a page: lines of words with their boxes. All
// lengths are pixels of the picture, from its upper left corner.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace answerbox::client::recognition {

struct SeenWord {
  double left = 0;
  double right = 0;    // At least `left`.
  int confidence = 0;  // Percent: 0 to 100.
  std::string text;    // Well-formed UTF-8, not empty.
};

struct SeenLine {
  double baseline = 0;          // Its height at `middle`.
  double middle = 0;            // Between the line's ends.
  double slope = 0;             // Of the baseline: down per pixel to the right.
  double ascent = 0;            // Room above the baseline, as of a full font.
  double descent = 0;           // And below it.
  std::vector<SeenWord> words;  // Not empty.

  // The size of the font, above 0. It is computed from the ascent alone,
  // because a line may have no descenders, and tesseract then guesses them
  // wrong by a tenth.
  [[nodiscard]] double size() const noexcept { return ascent * 1.3; }
};

struct SeenPage {
  double width = 0;   // Above 0.
  double height = 0;  // Above 0.
  std::vector<SeenLine> lines;
};

// The mean over the letters of all words, in percent; 100 where there are none.
[[nodiscard]] int MeanConfidence(std::span<const SeenLine> lines) noexcept;

// Turns the page so that its lines are level, by the slope that most of the
// text has. Lines of a photograph keep what differs from it.
void Straighten(SeenPage& page);

}  // namespace answerbox::client::recognition
