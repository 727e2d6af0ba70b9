#include <algorithm>
#include <span>

#include "client/convert/layout/ruled/ruled_grids.h"

namespace answerbox::client::layout {
namespace {

// A page with more is a map or a pattern. Tables have up to a few hundred
// lines, or a few thousand grounds if each cell has its own.
constexpr std::size_t kMaxLines = 1'000;
constexpr std::size_t kMaxGrounds = 2'000;
constexpr Length kLeastGround = Pixels(6);
constexpr Color kPaper = 0xffffff;

// Returns the grounds that are visible on the paper and may hold text. A ground
// that reaches the edge of the paper decorates the page, and is no cell.
std::vector<DrawnBox> SeenGrounds(const DrawnPage& drawn) {
  std::vector<DrawnBox> seen;
  for (const DrawnBox& ground : drawn.grounds) {
    if (ground.color != kMixedColors && ground.color != kPaper &&
        ground.left > kLeastGround && ground.top > kLeastGround &&
        ground.right - ground.left >= kLeastGround &&
        ground.bottom - ground.top >= kLeastGround) {
      seen.push_back(ground);
    }
  }
  if (seen.size() > kMaxGrounds) seen.clear();
  return seen;
}

// Whether a ground of the same colour continues beyond an edge, which is then
// invisible: programs draw the ground of one cell in pieces.
bool GoesOn(std::span<const DrawnBox> grounds, const DrawnBox& own, Length x,
            Length y) {
  return std::ranges::any_of(grounds, [&](const DrawnBox& ground) {
    return &ground != &own && ground.color == own.color && ground.left <= x &&
           x <= ground.right && ground.top <= y && y <= ground.bottom;
  });
}

void AddEdges(std::span<const DrawnBox> grounds, GridLines& lines) {
  constexpr Length kBeside = Pixels(1) / 4;
  for (const DrawnBox& box : grounds) {
    const Length x = box.left + (box.right - box.left) / 2;
    const Length y = box.top + (box.bottom - box.top) / 2;
    if (!GoesOn(grounds, box, x, box.top - kBeside)) {
      lines.level.push_back({box.top, box.left, box.right, false});
    }
    if (!GoesOn(grounds, box, x, box.bottom + kBeside)) {
      lines.level.push_back({box.bottom, box.left, box.right, false});
    }
    if (!GoesOn(grounds, box, box.left - kBeside, y)) {
      lines.upright.push_back({box.left, box.top, box.bottom, false});
    }
    if (!GoesOn(grounds, box, box.right + kBeside, y)) {
      lines.upright.push_back({box.right, box.top, box.bottom, false});
    }
  }
}

// Joins pieces of one line that meet or overlap.
void JoinPieces(std::vector<GridLine>& lines) {
  std::ranges::sort(lines, {}, &GridLine::place);
  std::vector<GridLine> joined;
  for (std::size_t first = 0; first < lines.size();) {
    std::size_t end = first + 1;
    while (end < lines.size() &&
           lines[end].place - lines[first].place <= kMeetingLines) {
      ++end;
    }
    const std::span level(lines.begin() + static_cast<std::ptrdiff_t>(first),
                          end - first);
    const Length place = (level.front().place + level.back().place) / 2;
    std::ranges::sort(level, {}, &GridLine::begin);
    const std::size_t begin = joined.size();
    for (const GridLine& piece : level) {
      if (joined.size() > begin &&
          piece.begin <= joined.back().end + kMeetingLines) {
        joined.back().end = std::max(joined.back().end, piece.end);
        joined.back().is_rule |= piece.is_rule;
      } else {
        joined.push_back({place, piece.begin, piece.end, piece.is_rule});
      }
    }
    first = end;
  }
  lines = std::move(joined);
}

}  // namespace

GridLines FindGridLines(const DrawnPage& drawn) {
  GridLines lines;
  for (const DrawnBox& rule : drawn.rules) {
    lines.level.push_back(
        {(rule.top + rule.bottom) / 2, rule.left, rule.right});
  }
  for (const DrawnBox& rule : drawn.uprights) {
    lines.upright.push_back(
        {(rule.left + rule.right) / 2, rule.top, rule.bottom});
  }
  AddEdges(SeenGrounds(drawn), lines);
  JoinPieces(lines.level);
  JoinPieces(lines.upright);
  if (std::max(lines.level.size(), lines.upright.size()) > kMaxLines) return {};
  return lines;
}

}  // namespace answerbox::client::layout
