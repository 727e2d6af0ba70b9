#include "lab/evaluate/baselines/selections.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>
#include <utility>

namespace answerbox::lab {
namespace {

std::vector<std::size_t> TakeInOrder(
    std::span<const BaselineSentence> sentences,
    std::span<const std::size_t> order, BaselineBudget budget) {
  std::vector<std::size_t> taken;
  for (const std::size_t index : order) {
    if (budget.Take(sentences[index])) taken.push_back(index);
  }
  std::ranges::sort(taken);
  return taken;
}

std::vector<std::size_t> AllOf(std::span<const BaselineSentence> sentences) {
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

}  // namespace

std::vector<std::size_t> LeadSentences(
    std::span<const BaselineSentence> sentences, BaselineBudget budget) {
  std::vector<std::size_t> taken;
  while (taken.size() < sentences.size() &&
         budget.Take(sentences[taken.size()])) {
    taken.push_back(taken.size());
  }
  return taken;
}

std::vector<std::size_t> RandomSentences(
    std::span<const BaselineSentence> sentences, BaselineBudget budget,
    std::uint64_t seed) {
  std::vector<std::size_t> order = AllOf(sentences);
  // Not std::shuffle, whose result the standard leaves open.
  std::mt19937_64 random(seed);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1],
              order[static_cast<std::size_t>(random() % left)]);
  }
  return TakeInOrder(sentences, order, budget);
}

std::vector<std::size_t> BestSentences(
    std::span<const BaselineSentence> sentences, std::span<const double> scores,
    BaselineBudget budget) {
  assert(scores.size() == sentences.size());
  std::vector<std::size_t> order = AllOf(sentences);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return scores[a] > scores[b];
  });
  return TakeInOrder(sentences, order, budget);
}

}  // namespace answerbox::lab
