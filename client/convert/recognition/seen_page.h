// The text seen on the picture of a page: lines of words with their boxes. All
// lengths are pixels of the picture, from its upper left corner. Reads it from
// tesseract's output, mends it, and writes it in poppler's form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

  // Returns the size of the font, above 0. It is computed from the ascent
  // alone, because a line may have no descenders, which tesseract then
  // estimates wrong by a tenth.
  [[nodiscard]] double size() const noexcept { return ascent * 1.3; }
};

struct SeenPage {
  double width = 0;   // Above 0.
  double height = 0;  // Above 0.
  std::vector<SeenLine> lines;
  // The picture is on its side: its width is this height.
  bool is_on_side = false;
};

// Returns the mean over the letters of all words, in percent; 100 without
// letters.
[[nodiscard]] int MeanConfidence(std::span<const SeenLine> lines) noexcept;

// Turns the page by the slope of most of its text, so that the lines are level.
// Lines of a photograph keep their difference from it.
void Straighten(SeenPage& page);

// Further words of a page are dropped. A full page of small print has 3,000.
inline constexpr std::size_t kMaxPageWords = 50'000;

// Less sure lines are noise: a smudge, a signature, a part of a picture.
inline constexpr int kLeastLineConfidence = 30;

// Reads the first page of `hocr`, turned so that most of its lines are upright.
// It comes from a program that read a hostile file: nothing in it is trusted,
// and what is no word is skipped. Leaves out lines whose mean confidence is
// below kLeastLineConfidence, and rules of tables that were read as "|".
[[nodiscard]] SeenPage ReadHocr(std::string_view hocr);

// Whether a page that was read as upright may be turned: its lines are steep,
// or hardly any letter is sure.
[[nodiscard]] bool LooksTurned(std::string_view hocr);

// Turns a lone sign such as "¢", "©", "e" or "*" into a bullet if it begins a
// line and is further from the next word than words are.
void MendBullets(SeenPage& page);

// A page whose words are known, and its size on paper in poppler's pixels (108
// per inch).
struct PageOnPaper {
  std::uint32_t number = 0;  // From 1.
  double width = 0;
  double height = 0;
  SeenPage seen;
};

struct PageMarkup {
  std::string runs;   // A `<page>` as of `pdftohtml -xml`.
  std::string words;  // And one as of `pdftotext -bbox`.
};

// Writes each of `pages` in the form of poppler's output, so that layout/ reads
// both alike, even within one document. Tesseract measures a size for each
// line, so sizes that differ little become one font.
[[nodiscard]] std::vector<PageMarkup> WritePages(
    std::span<const PageOnPaper> pages);

}  // namespace answerbox::client::recognition
