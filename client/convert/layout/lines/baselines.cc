#include "client/convert/layout/lines/baselines.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace answerbox::client::layout {
namespace {

Length Middle(Length top, Length bottom) { return top + (bottom - top) / 2; }

}  // namespace

// Runs on one base line may differ in height, as in formulas, so groups are
// found by their middles and then judged by their overlap.
void Baselines::Add(const Run& run) {
  Group* best = nullptr;
  std::pair<bool, Length> best_fit;       // Beside the run, overlap.
  const Length reach = 2 * run.height();  // Raised marks are half as high.
  const Length middle = Middle(run.top, run.bottom);
  std::size_t tried = 0;
  for (auto at = by_middle_.lower_bound(middle - reach);
       at != by_middle_.end() && at->first <= middle + reach &&
       tried < kMaxTried;
       ++at, ++tried) {
    Group& group = groups_[at->second];
    const Length height = std::min(group.bottom - group.top, run.height());
    const Length overlap =
        Overlap(group.top, group.bottom, run.top, run.bottom);
    const Length distance = std::abs(at->first - middle);
    const bool is_level =
        overlap > Percent(height, 55) && distance < Percent(height, 60);
    // A mark may stand half above its line, but then must be beside its text.
    const bool is_small = run.font.size < Percent(group.size, 80);
    const bool is_beside = is_small && IsBeside(group, run);
    const bool is_raised = is_beside && overlap > Percent(height, 30) &&
                           distance < group.bottom - group.top;
    const std::pair fit(is_beside, overlap);
    // A line that the run stands beside wins over one that overlaps it more:
    // two columns often have lines at nearly one height.
    if ((is_level || is_raised) && (best == nullptr || fit > best_fit)) {
      best = &group;
      best_fit = fit;
    }
  }
  if (best == nullptr) {
    // A group keeps the middle of its first run, its largest: marks that join
    // later must not move it.
    by_middle_.emplace(middle, groups_.size());
    groups_.push_back({run.top, run.bottom, run.font.size, {}});
    best = &groups_.back();
  }
  best->runs.push_back(&run);
}

bool Baselines::IsBeside(const Group& group, const Run& mark) {
  const std::size_t tried = std::min(group.runs.size(), kMaxTried);
  return std::any_of(group.runs.end() - static_cast<std::ptrdiff_t>(tried),
                     group.runs.end(), [&mark](const Run* run) {
                       const Length size = run->font.size;
                       const Length after = mark.left - run->right;
                       const Length before = run->left - mark.right;
                       return std::abs(after) < size ||
                              (before > -size && before < Percent(size, 450));
                     });
}

std::vector<RunRefs> Baselines::Take() && {
  std::vector<RunRefs> lines;
  for (Group& group : groups_) lines.push_back(std::move(group.runs));
  return lines;
}

}  // namespace answerbox::client::layout
