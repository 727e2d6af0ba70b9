// Writes XML as `pdftohtml -xml` does, to test the reading of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace answerbox::client::layout {

// Lengths are pixels. Fonts: see the enumeration.
class PdfXml {
 public:
  enum Font { kBody, kLarge, kSmall, kSymbols, kWhite };

  // Begins a page of 900 x 1200 pixels.
  PdfXml& Page();

  // A run as wide as its text usually is.
  PdfXml& Text(int left, int top, std::string_view text, Font font = kBody);
  PdfXml& Bold(int left, int top, std::string_view text, Font font = kBody);
  // A run of any width.
  PdfXml& Wide(int left, int top, int width, std::string_view text);

  // Lines below one another, kPitch apart. Returns the top of the next.
  int Lines(int left, int top, const std::vector<std::string>& lines);

  [[nodiscard]] std::string text() const;

  static constexpr int kPitch = 20;

 private:
  std::string pages_;
  int page_ = 0;
};

// Prose of `count` lines that fill a column of some 300 pixels and end with a
// full stop. `word` tells paragraphs apart.
[[nodiscard]] std::vector<std::string> Prose(std::string_view word, int count);

}  // namespace answerbox::client::layout
