#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "client/convert/layout/columns.h"

namespace answerbox::client::layout {
namespace {

struct Gap {
  Length left;
  Length right;
};

// Finds the line to the right of another. Lines are listed by the stripes of
// the page that they touch.
class Neighbours {
 public:
  explicit Neighbours(const LineRefs& lines) {
    // Only stripes that the line touches are searched for neighbours, so a page
    // takes n log n instead of n squared.
    for (Line* line : lines) {
      const Length first = Stripe(line->top, kStripe);
      const Length last =
          std::min(Stripe(line->bottom, kStripe), first + kMaxStripes);
      for (Length stripe = first; stripe <= last; ++stripe) {
        stripes_[stripe].push_back(line);
      }
    }
    for (auto& [stripe, found] : stripes_) {
      std::ranges::stable_sort(found, {}, &Line::left);
    }
  }

  [[nodiscard]] const Line* RightOf(const Line& line) const {
    const Line* nearest = nullptr;
    const Length first = Stripe(line.top, kStripe);
    const Length last =
        std::min(Stripe(line.bottom, kStripe), first + kMaxStripes);
    for (Length stripe = first; stripe <= last; ++stripe) {
      const auto found = stripes_.find(stripe);
      if (found == stripes_.end()) continue;
      const Line* right = RightIn(found->second, line);
      if (right != nullptr &&
          (nearest == nullptr || right->left < nearest->left)) {
        nearest = right;
      }
    }
    return nearest;
  }

 private:
  static constexpr int kStripe = 16;
  // Higher "lines" are drawings of letters.
  static constexpr Length kMaxStripes = 16;
  static constexpr int kMaxTried = 32;

  static const Line* RightIn(const LineRefs& stripe, const Line& line) {
    auto at = std::ranges::upper_bound(stripe, line.right, {}, &Line::left);
    for (int tried = 0; at != stripe.end() && tried < kMaxTried;
         ++at, ++tried) {
      const Length overlap =
          Overlap(line.top, line.bottom, (*at)->top, (*at)->bottom);
      const Length height = std::min(line.height(), (*at)->height());
      // Lines of two columns are seldom at the same height, but overlap.
      if (*at != &line && overlap > Percent(height, 30)) return *at;
    }
    return nullptr;
  }

  std::map<Length, LineRefs> stripes_;
};

// Returns the place that most of the gaps share, if enough do. Sweeps over the
// edges of all gaps: between two edges the number of open gaps does not change.
// Among places with equally many gaps, the widest is the gutter.
std::optional<Length> CommonPlace(const std::vector<Gap>& gaps) {
  if (gaps.size() < kFewestLines) return std::nullopt;
  std::map<Length, int> changes;
  for (const Gap& gap : gaps) {
    ++changes[gap.left];
    --changes[gap.right];
  }
  std::pair<int, Length> best{0, 0};  // Gaps there, width.
  Length place = 0;
  int open = 0;
  for (auto at = changes.begin(); std::next(at) != changes.end(); ++at) {
    open += at->second;
    const Length end = std::next(at)->first;
    const std::pair<int, Length> found{open, end - at->first};
    if (found > best) {
      best = found;
      place = at->first + (end - at->first) / 2;
    }
  }
  if (best.first < static_cast<int>(kFewestLines)) return std::nullopt;
  return place;
}

}  // namespace

std::optional<Length> FindGutter(const LineRefs& lines) {
  constexpr std::size_t kLongText = 12;  // Shorter ones may be cells.
  const Neighbours neighbours(lines);
  std::vector<Gap> gaps;
  for (const Line* line : lines) {
    if (line->text.size() < kLongText) continue;
    const Line* right = neighbours.RightOf(*line);
    if (right != nullptr && right->text.size() >= kLongText &&
        right->left - line->right >= Percent(line->size, 80)) {
      gaps.push_back({line->right, right->left});
    }
  }
  return CommonPlace(gaps);
}

}  // namespace answerbox::client::layout
