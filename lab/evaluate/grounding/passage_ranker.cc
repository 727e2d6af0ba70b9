#include "lab/evaluate/grounding/passage_ranker.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace answerbox::lab {
namespace {

constexpr double kK1 = 1.2;
constexpr double kB = 0.75;

}  // namespace

void PassageRanker::Add(std::span<const std::uint32_t> terms) {
  const std::size_t passage = lengths_.size();
  lengths_.push_back(static_cast<double>(terms.size()));
  all_terms_ += lengths_.back();
  for (const std::uint32_t term : terms) {
    if (postings_.size() <= term) postings_.resize(std::size_t{term} + 1);
    std::vector<Posting>& list = postings_[term];
    if (list.empty() || list.back().passage != passage) {
      list.push_back({passage, 0});
    }
    ++list.back().frequency;
  }
}

std::vector<std::size_t> PassageRanker::Best(
    std::span<const std::uint32_t> query, std::size_t count,
    const std::function<bool(std::size_t)>& may_choose) const {
  const auto passages = static_cast<double>(lengths_.size());
  const double mean_length = std::max(all_terms_ / passages, 1.0);
  std::vector<double> scores(lengths_.size());
  for (const std::uint32_t term : query) {
    if (term >= postings_.size()) continue;
    const auto holding = static_cast<double>(postings_[term].size());
    const double idf = std::log(1 + (passages - holding + .5) / (holding + .5));
    for (const auto& [passage, frequency] : postings_[term]) {
      const double norm = 1 - kB + kB * lengths_[passage] / mean_length;
      scores[passage] += idf * frequency * (kK1 + 1) / (frequency + kK1 * norm);
    }
  }
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (may_choose(i)) chosen.push_back(i);
  }
  const std::size_t kept = std::min(count, chosen.size());
  std::ranges::partial_sort(
      chosen, chosen.begin() + static_cast<std::ptrdiff_t>(kept),
      [&](std::size_t a, std::size_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
      });
  chosen.resize(kept);
  return chosen;
}

}  // namespace answerbox::lab
