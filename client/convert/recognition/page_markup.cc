#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "client/convert/layout/lines/mended_runs.h"
#include "client/convert/layout/lines/runs.h"
#include "client/convert/recognition/seen_page.h"

namespace answerbox::client::recognition {
namespace {

// Words further apart than this share of the font's size are cells, or are in
// different columns.
constexpr double kWidestBlank = 0.7;

// Sizes within this factor are one font: on a good scan, type of 10.5 points is
// measured as 9.7 to 11.3. A heading is larger than that.
constexpr double kOneFont = 1.12;

constexpr double kMostPixels = 1'000'000;  // As kMaxLength.

double Scale(const PageOnPaper& page) { return page.width / page.seen.width; }

std::size_t LettersOf(const SeenLine& line) {
  std::size_t bytes = 0;
  for (const SeenWord& word : line.words) bytes += word.text.size();
  return bytes;
}

// Groups the sizes of a document's lines into fonts.
class FontSizes {
 public:
  // Reads all pages, so that a page with only a heading is compared with the
  // body's size.
  explicit FontSizes(std::span<const PageOnPaper> pages) {
    std::map<double, std::size_t> letters_by_size;
    std::size_t letters = 0;
    for (const PageOnPaper& page : pages) {
      for (const SeenLine& line : page.seen.lines) {
        letters_by_size[line.size() * Scale(page)] += LettersOf(line);
        letters += LettersOf(line);
      }
    }
    // The body's size is the median over all letters.
    double body = 0;
    std::size_t passed = 0;
    for (const auto& [size, count] : letters_by_size) {
      passed += count;
      body = size;
      if (passed * 2 >= letters) break;
    }
    // From the body's size upwards and downwards, each font begins where the
    // one before ends.
    fonts_.push_back(body);
    for (auto at = letters_by_size.upper_bound(body * kOneFont);
         at != letters_by_size.end();
         at = letters_by_size.upper_bound(at->first * kOneFont)) {
      fonts_.push_back(at->first);
    }
    const double smallest = body / kOneFont;
    for (auto at = letters_by_size.begin();
         at != letters_by_size.end() && at->first < smallest;
         at = letters_by_size.upper_bound(at->first * kOneFont)) {
      fonts_.push_back(at->first);
    }
    std::sort(fonts_.begin() + 1, fonts_.end());
    body_ = body;
  }

  // Returns the font for one of the pages' sizes.
  [[nodiscard]] double FontOf(double size) const {
    if (size >= body_ / kOneFont && size <= body_ * kOneFont) return body_;
    const auto above = std::upper_bound(fonts_.begin() + 1, fonts_.end(), size);
    return above == fonts_.begin() + 1 ? body_ : *(above - 1);
  }

 private:
  double body_ = 0;
  std::vector<double> fonts_;  // The body's, then the others in order.
};

void AppendEscaped(std::string_view text, std::string& xml) {
  for (const char c : text) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      default:
        xml += c;
    }
  }
}

// Builds an element's tag up to its last attribute.
class Tag {
 public:
  explicit Tag(std::string_view name) : xml_("<") { xml_ += name; }

  // Adds a length in pixels, to hundredths. std::to_chars, as printf would
  // write a comma in some locales.
  Tag& With(std::string_view name, double value) {
    std::array<char, 32> digits{};
    const auto [end, error] =
        std::to_chars(digits.data(), digits.data() + digits.size(),
                      std::clamp(value, -kMostPixels, kMostPixels),
                      std::chars_format::fixed, 2);
    xml_ += ' ';
    xml_ += name;
    xml_ += "=\"";
    xml_.append(digits.data(), end);
    xml_ += '"';
    return *this;
  }
  [[nodiscard]] const std::string& xml() const { return xml_; }

 private:
  std::string xml_;
};

class PageWriter {
 public:
  PageWriter(const PageOnPaper& page, const FontSizes& sizes)
      : page_(page), sizes_(sizes), scale_(Scale(page)) {}

  [[nodiscard]] PageMarkup Write() {
    const std::string begin = Tag("page")
                                  .With("number", page_.number)
                                  .With("height", page_.height)
                                  .With("width", page_.width)
                                  .xml() +
                              ">\n";
    markup_ = {begin, begin};
    for (const SeenLine& line : page_.seen.lines) WriteLine(line);
    markup_.runs += "</page>\n";
    markup_.words += "</page>\n";
    return std::move(markup_);
  }

 private:
  void WriteLine(const SeenLine& line) {
    const std::size_t font = DeclareFont(sizes_.FontOf(line.size() * scale_));
    std::size_t begin = 0;
    // Tesseract joins nearby cells of a row into one line; poppler would have
    // printed them as separate runs.
    for (std::size_t i = 1; i <= line.words.size(); ++i) {
      if (i < line.words.size() &&
          line.words[i].left - line.words[i - 1].right <=
              line.size() * kWidestBlank) {
        continue;
      }
      WriteRun(line, std::span(line.words).subspan(begin, i - begin), font);
      begin = i;
    }
    for (const SeenWord& word : line.words) WriteWord(line, word);
  }

  // Numbers count down from the highest, as those of poppler's fonts count up.
  std::size_t DeclareFont(double size) {
    const auto [font, is_new] =
        fonts_.try_emplace(size, layout::kMaxFonts - 1 - fonts_.size());
    if (is_new) {
      markup_.runs += Tag("fontspec")
                          .With("id", static_cast<double>(font->second))
                          .With("size", size)
                          .xml() +
                      " family=\"\"/>\n";
    }
    return font->second;
  }

  void WriteRun(const SeenLine& line, std::span<const SeenWord> words,
                std::size_t font) {
    // Tesseract writes words in reading order, poppler in visual order.
    const double left =
        std::ranges::min(words, {}, &SeenWord::left).left * scale_;
    const double right =
        std::ranges::max(words, {}, &SeenWord::right).right * scale_;
    markup_.runs += Tag("text")
                        .With("top", Top(line))
                        .With("left", left)
                        .With("width", right - left)
                        .With("height", Height(line))
                        .With("font", static_cast<double>(font))
                        .xml();
    std::string text;
    for (const SeenWord& word : words) {
      if (!text.empty()) text += ' ';
      text += word.text;
    }
    markup_.runs += '>';
    AppendEscaped(layout::InReadingOrder(std::move(text)), markup_.runs);
    markup_.runs += "</text>\n";
  }

  void WriteWord(const SeenLine& line, const SeenWord& word) {
    markup_.words += Tag("word")
                         .With("xMin", word.left * scale_)
                         .With("yMin", Top(line))
                         .With("xMax", word.right * scale_)
                         .With("yMax", Top(line) + Height(line))
                         .xml() +
                     ">";
    AppendEscaped(layout::InReadingOrder(word.text), markup_.words);
    markup_.words += "</word>\n";
  }

  [[nodiscard]] double Top(const SeenLine& line) const {
    return (line.baseline - line.ascent) * scale_;
  }

  [[nodiscard]] double Height(const SeenLine& line) const {
    return (line.ascent + line.descent) * scale_;
  }

  const PageOnPaper& page_;
  const FontSizes& sizes_;
  const double scale_;
  std::map<double, std::size_t> fonts_;
  PageMarkup markup_;
};

}  // namespace

std::vector<PageMarkup> WritePages(std::span<const PageOnPaper> pages) {
  const FontSizes sizes(pages);
  std::vector<PageMarkup> written;
  written.reserve(pages.size());
  for (const PageOnPaper& page : pages) {
    written.push_back(PageWriter(page, sizes).Write());
  }
  return written;
}

}  // namespace answerbox::client::recognition
