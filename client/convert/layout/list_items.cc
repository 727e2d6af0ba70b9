#include <algorithm>
#include <cstdlib>
#include <vector>

#include "client/convert/layout/document_style.h"
#include "client/convert/layout/lines/characters.h"
#include "client/convert/layout/lines/list_marks.h"

namespace answerbox::client::layout {
namespace {

bool IsNear(Length a, Length b, Length tolerance) {
  return std::abs(a - b) < tolerance;
}

// Whether one of the nearest six marked lines at the same indent, before or
// after line `i`, has the mark that precedes or follows its own: "3." is an
// item near "2." or "4.". Six tries skip nested lists in between, and bound the
// time.
bool HasNeighbour(std::span<const Line> lines, std::size_t i, std::size_t from,
                  std::size_t to, bool is_before,
                  const std::vector<std::int32_t>& places) {
  constexpr int kNearest = 6;
  int tried = 0;
  while (from != to && tried < kNearest) {
    const Line& other = lines[is_before ? --from : from++];
    if (other.mark.empty() ||
        !IsNear(other.left, lines[i].left, Percent(other.size, 150))) {
      continue;
    }
    ++tried;
    const auto others = MarkPlaces(other.mark);
    if (is_before ? MayFollow(others, places) : MayFollow(places, others)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool IsListItem(std::span<const Line> lines, std::size_t i,
                std::span<const std::int32_t> last_places) {
  constexpr std::size_t kAround = 25;
  const Line& line = lines[i];
  if (!IsCountingMark(line.mark)) return true;
  const std::vector<std::int32_t> places = MarkPlaces(line.mark);
  const std::size_t begin = i - std::min(i, kAround);
  if (HasNeighbour(lines, i, i, begin, true, places) ||
      HasNeighbour(lines, i, i + 1, std::min(lines.size(), i + kAround + 1),
                   false, places)) {
    return true;
  }
  if (i + 1 < lines.size()) {
    const Line& next = lines[i + 1];
    if (next.mark.empty() && IsNear(next.left, line.text_left, line.size / 2) &&
        line.text_left > line.left + line.size &&
        next.top - line.top < Percent(line.size, 220)) {
      return true;
    }
  }
  // "J. Smith" may begin a line; only a neighbour makes it an item.
  const bool is_initial =
      line.mark.size() == 2 && StartsCapital(line.mark) && line.mark[1] == '.';
  if (is_initial) return false;
  // Either a list continues from the column or page before, or it begins here
  // with a hanging indent.
  return MayFollow(last_places, places) ||
         (std::ranges::find(places, 1) != places.end() &&
          line.text_left > line.left + Percent(line.size, 120));
}

}  // namespace answerbox::client::layout
