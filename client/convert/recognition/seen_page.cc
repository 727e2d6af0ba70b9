#include "client/convert/recognition/seen_page.h"

#include <algorithm>
#include <array>
#include <utility>

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

}  // namespace answerbox::client::recognition
