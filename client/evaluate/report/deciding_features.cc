#include "client/evaluate/report/deciding_features.h"

#include <algorithm>

namespace answerbox::client {

std::vector<DecidingFeature> FindDecidingFeatures(
    const engine::BoostedTrees& trees, std::span<const std::int16_t> here,
    std::span<const std::int16_t> there, std::size_t count) {
  const engine::LogOdds whole = trees.Score(here);
  std::vector<std::int16_t> row(here.begin(), here.end());
  std::vector<DecidingFeature> deciding;
  for (std::size_t f = 0; f < row.size(); ++f) {
    if (here[f] == there[f]) continue;
    row[f] = there[f];
    const engine::LogOdds lost = whole - trees.Score(row);
    row[f] = here[f];
    if (lost <= 0) continue;
    deciding.push_back({f, here[f], there[f],
                        static_cast<double>(lost) / engine::kOneLogOdds});
  }
  std::ranges::stable_sort(deciding, std::greater{},
                           &DecidingFeature::log_odds);
  deciding.resize(std::min(deciding.size(), count));
  return deciding;
}

}  // namespace answerbox::client
