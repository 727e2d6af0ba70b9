#include "client/convert/recognition/seen_page.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "client/convert/layout/lines/runs.h"
#include "engine/text/ascii.h"

namespace answerbox::client::recognition {
namespace {

// What tesseract reads for round, square and hollow bullets on English pages,
// except signs that may stand there by themselves, such as "-", "a" and digits.
constexpr std::array<std::string_view, 16> kTakenForBullets = {
    "¢", "©", "®", "°", "«", "»",  "*",  "¤",
    "§", "e", "o", "O", "@", "¢.", "e.", "+"};

// As a share of the font's size; a blank between words has a quarter of it.
constexpr double kNarrowestGap = 0.42;

bool BeginsWithBullet(const SeenLine& line) {
  if (line.words.size() < 2) return false;
  return line.words[1].left - line.words[0].right >=
             line.size() * kNarrowestGap &&
         std::ranges::find(kTakenForBullets, line.words[0].text) !=
             kTakenForBullets.end();
}

// Returns the median slope of the lines, weighted by their width: lines in a
// photograph may have any slope, and must not turn the page.
double SlopeOf(const SeenPage& page) {
  constexpr std::size_t kLeastWords = 3;  // Fewer do not tell a slope.
  std::vector<std::pair<double, double>> slopes;
  double total = 0;
  for (const SeenLine& line : page.lines) {
    if (line.words.size() < kLeastWords) continue;
    const double width = line.words.back().right - line.words.front().left;
    if (width <= 0) continue;
    slopes.emplace_back(line.slope, width);
    total += width;
  }
  std::ranges::sort(slopes);
  double passed = 0;
  for (const auto& [slope, width] : slopes) {
    passed += width;
    if (passed * 2 >= total) return slope;
  }
  return 0;
}

}  // namespace

void MendBullets(SeenPage& page) {
  for (SeenLine& line : page.lines) {
    if (BeginsWithBullet(line)) line.words[0].text = "•";
  }
}

int MeanConfidence(std::span<const SeenLine> lines) noexcept {
  std::size_t bytes = 0;
  std::size_t sum = 0;
  for (const SeenLine& line : lines) {
    for (const SeenWord& word : line.words) {
      bytes += word.text.size();
      sum += word.text.size() * static_cast<std::size_t>(word.confidence);
    }
  }
  return bytes == 0 ? 100 : static_cast<int>(sum / bytes);
}

void Straighten(SeenPage& page) {
  const double slope = SlopeOf(page);
  const double centre_x = page.width / 2;
  const double centre_y = page.height / 2;
  // A rotation by a small angle: the sine is the slope, and the cosine is taken
  // as 1, which at 2 degrees is wrong by less than a thousandth.
  for (SeenLine& line : page.lines) {
    const double shift = slope * (line.baseline - centre_y);
    line.baseline -= slope * (line.middle - centre_x);
    line.middle += shift;
    line.slope -= slope;
    for (SeenWord& word : line.words) {
      word.left += shift;
      word.right += shift;
    }
  }
}

namespace {

constexpr double kMaxPixels = 100'000;

// Steeper text is on its side, or is no text. The tangent of 11 degrees.
constexpr double kMaxSlope = 0.2;

// Returns the value of an attribute in single or double quotes; empty if it is
// missing. Text in the picture can't inject attributes, as tesseract escapes
// it.
std::string_view Attribute(std::string_view tag, std::string_view name) {
  const std::size_t at = tag.find(name);
  if (at == std::string_view::npos) return {};
  tag.remove_prefix(at + name.size());
  if (tag.empty() || (tag.front() != '\'' && tag.front() != '"')) return {};
  const char quote = tag.front();
  tag.remove_prefix(1);
  return tag.substr(0, tag.find(quote));
}

// Returns the numbers after the word `name` in a title such as "bbox 1 2 3 4;
// x_wconf 96"; nothing if one is missing.
template <std::size_t kCount>
std::optional<std::array<double, kCount>> Numbers(std::string_view title,
                                                  std::string_view name) {
  const std::size_t at = title.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  title.remove_prefix(at + name.size());
  std::array<double, kCount> numbers{};
  for (double& number : numbers) {
    if (!title.starts_with(' ')) return std::nullopt;
    title.remove_prefix(1);
    const auto [end, error] =
        std::from_chars(title.data(), title.data() + title.size(), number);
    if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
    number = std::clamp(number, -kMaxPixels, kMaxPixels);
    title.remove_prefix(static_cast<std::size_t>(end - title.data()));
  }
  return numbers;
}

double NumberOr(std::string_view title, std::string_view name, double other) {
  const auto number = Numbers<1>(title, name);
  return number ? number->front() : other;
}

using Box = std::array<double, 4>;  // Left, top, right, bottom.

// How a page must be turned so that its text stands upright.
class Turn {
 public:
  // `degrees` counter-clockwise, as in hOCR's "textangle" of lines.
  Turn(int degrees, double width, double height)
      : degrees_(degrees), width_(width), height_(height) {}

  [[nodiscard]] Box Apply(const Box& box) const {
    const auto [left, top, right, bottom] = box;
    switch (degrees_) {
      case 90:
        return {height_ - bottom, left, height_ - top, right};
      case 180:
        return {width_ - right, height_ - bottom, width_ - left, height_ - top};
      case 270:
        return {top, width_ - right, bottom, width_ - left};
      default:
        return box;
    }
  }

 private:
  int degrees_;
  double width_;
  double height_;
};

int AngleOf(std::string_view title) {
  const double angle = NumberOr(title, "textangle", 0);
  for (const int quarter : {90, 180, 270}) {
    if (angle == quarter) return quarter;
  }
  return 0;
}

// Returns a line without its words. hOCR gives the base line as a slope and an
// offset from the lower left corner of the box (hOCR 1.2, "baseline").
std::optional<SeenLine> LineOf(std::string_view title, const Turn& turn) {
  const auto box = Numbers<4>(title, "bbox");
  if (!box || (*box)[2] <= (*box)[0] || (*box)[3] <= (*box)[1]) {
    return std::nullopt;
  }
  const auto [left, top, right, bottom] = turn.Apply(*box);
  // If it is missing, the box is assumed to be as high as a line.
  const double size = NumberOr(title, "x_size", bottom - top);
  // hOCR gives no base line for turned lines.
  const std::array<double, 2> level = {
      0, AngleOf(title) != 0 && bottom - top > 0.9 * size
             ? -NumberOr(title, "x_descenders", 0)
             : 0};
  const auto [slope, offset] = Numbers<2>(title, "baseline").value_or(level);
  SeenLine line;
  line.slope = std::clamp(slope, -kMaxSlope, kMaxSlope);
  line.middle = (left + right) / 2;
  line.baseline = bottom + offset + line.slope * (line.middle - left);
  line.descent =
      std::clamp(NumberOr(title, "x_descenders", size / 4), 0.0, size / 2);
  line.ascent = size - line.descent;
  if (line.ascent < 1) return std::nullopt;
  return line;
}

std::optional<SeenWord> WordOf(std::string_view title, std::string_view content,
                               const Turn& turn) {
  auto box = Numbers<4>(title, "bbox");
  if (box) box = turn.Apply(*box);
  const std::string plain = layout::PlainText(content);
  const std::string_view text = engine::Trim(plain, " ");
  if (!box || (*box)[2] < (*box)[0] || text.empty()) return std::nullopt;
  const double confidence =
      std::clamp(NumberOr(title, "x_wconf", 0), 0.0, 100.0);
  return SeenWord{(*box)[0], (*box)[2], static_cast<int>(confidence),
                  std::string(text)};
}

// Goes through the elements of hOCR in order.
class HocrTags {
 public:
  explicit HocrTags(std::string_view hocr) : rest_(hocr) {}

  bool Next() {
    const std::size_t open = rest_.find("class='ocr");
    if (open == std::string_view::npos) return false;
    rest_.remove_prefix(open);
    const std::size_t close = rest_.find('>');
    if (close == std::string_view::npos) return false;
    tag_ = rest_.substr(0, close);
    rest_.remove_prefix(close + 1);
    return true;
  }

  [[nodiscard]] bool IsOf(std::string_view name) const {
    return Attribute(tag_, "class=") == name;
  }
  [[nodiscard]] std::string_view title() const {
    return Attribute(tag_, "title=");
  }
  [[nodiscard]] std::string_view content() const {
    return rest_.substr(0, rest_.find("</span>"));
  }

 private:
  std::string_view rest_;
  std::string_view tag_;
};

// Returns the angle of most lines, if they agree.
int PageAngle(std::string_view hocr) {
  std::array<std::size_t, 4> lines{};
  HocrTags tags(hocr);
  while (tags.Next()) {
    const std::string_view title = tags.title();
    if (title.find("x_size") == std::string_view::npos) continue;
    ++lines[static_cast<std::size_t>(AngleOf(title) / 90)];
  }
  const auto most = std::ranges::max_element(lines);
  return 2 * *most > std::accumulate(lines.begin(), lines.end(), 0u)
             ? static_cast<int>(most - lines.begin()) * 90
             : 0;
}

// Drops the last line unless its words are likely text.
void CheckLastLine(SeenPage& page) {
  if (page.lines.empty()) return;
  const std::span last(&page.lines.back(), 1);
  if (last.front().words.empty() ||
      MeanConfidence(last) < kLeastLineConfidence) {
    page.lines.pop_back();
  }
}

}  // namespace

SeenPage ReadHocr(std::string_view hocr) {
  SeenPage page{1, 1, {}};
  const int angle = PageAngle(hocr);
  Turn turn(0, 1, 1);
  bool has_page = false;
  std::size_t words = 0;
  HocrTags tags(hocr);
  while (words < kMaxPageWords && tags.Next()) {
    const std::string_view title = tags.title();
    if (tags.IsOf("ocr_page")) {
      if (std::exchange(has_page, true)) break;
      if (const auto box = Numbers<4>(title, "bbox")) {
        page.width = std::max((*box)[2], 1.0);
        page.height = std::max((*box)[3], 1.0);
      }
      turn = Turn(angle, page.width, page.height);
      page.is_on_side = angle == 90 || angle == 270;
      if (page.is_on_side) std::swap(page.width, page.height);
    } else if (tags.IsOf("ocrx_word")) {
      auto word = WordOf(title, tags.content(), turn);
      // Ruled lines of tables are read as "|".
      if (!word || word->text == "|" || page.lines.empty()) continue;
      page.lines.back().words.push_back(*std::move(word));
      ++words;
      // Lines, captions and headers all have a size; blocks and paragraphs do
      // not.
    } else if (title.find("x_size") != std::string_view::npos) {
      CheckLastLine(page);
      if (auto line = LineOf(title, turn)) {
        page.lines.push_back(*std::move(line));
      }
    }
  }
  CheckLastLine(page);
  return page;
}

bool LooksTurned(std::string_view hocr) {
  // A good scan has over 80 %.
  constexpr int kSure = 75;
  constexpr double kSteep = 1;
  std::size_t lines = 0;
  std::size_t steep = 0;
  HocrTags tags(hocr);
  while (tags.Next()) {
    const auto baseline = Numbers<2>(tags.title(), "baseline");
    if (!baseline) continue;
    ++lines;
    steep += std::abs((*baseline)[0]) > kSteep ? 1 : 0;
  }
  return 2 * steep > lines || MeanConfidence(ReadHocr(hocr).lines) < kSure;
}

}  // namespace answerbox::client::recognition
