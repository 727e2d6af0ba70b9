#include "lab/evaluate/baselines/lex_rank.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace answerbox::lab {
namespace {

constexpr int kMaxIterations = 200;
constexpr double kTolerance = 1e-6;

// A number of a sparse row or column.
struct Entry {
  std::uint32_t index = 0;
  double value = 0.0;
};

// Each sentence's terms, times their idf, as a vector of length 1. By number of
// the term, ascending, so that sums do not depend on the order of words.
std::vector<std::vector<Entry>> UnitVectors(
    std::span<const BaselineSentence> sentences) {
  std::vector<std::map<std::uint32_t, double>> counts(sentences.size());
  std::unordered_map<std::uint32_t, double> holders;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    for (const std::uint32_t term : sentences[s].terms) ++counts[s][term];
    for (const auto& [term, count] : counts[s]) ++holders[term];
  }
  const auto n = static_cast<double>(sentences.size());
  std::vector<std::vector<Entry>> vectors(sentences.size());
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    double square = 0.0;
    for (const auto& [term, count] : counts[s]) {
      const double weight = count * std::log(n / holders[term]);
      if (weight > 0) vectors[s].push_back({term, weight});
      square += weight * weight;
    }
    for (Entry& entry : vectors[s]) entry.value /= std::sqrt(square);
  }
  return vectors;
}

// Each sentence's cosines with all that share a term with it, itself included.
std::vector<std::vector<Entry>> Cosines(
    const std::vector<std::vector<Entry>>& vectors) {
  std::unordered_map<std::uint32_t, std::vector<Entry>> holders;
  for (std::size_t s = 0; s < vectors.size(); ++s) {
    for (const Entry& entry : vectors[s]) {
      holders[entry.index].push_back(
          {static_cast<std::uint32_t>(s), entry.value});
    }
  }
  std::vector<std::vector<Entry>> rows(vectors.size());
  std::vector<double> sums(vectors.size(), 0.0);
  for (std::size_t s = 0; s < vectors.size(); ++s) {
    for (const Entry& own : vectors[s]) {
      for (const Entry& other : holders.find(own.index)->second) {
        sums[other.index] += own.value * other.value;
      }
    }
    for (std::size_t other = 0; other < sums.size(); ++other) {
      if (sums[other] <= 0) continue;
      rows[s].push_back({static_cast<std::uint32_t>(other), sums[other]});
      sums[other] = 0;
    }
  }
  return rows;
}

}  // namespace

std::vector<double> LexRank(std::span<const BaselineSentence> sentences) {
  assert(sentences.size() <= kMaxLexRankSentences);
  const std::size_t n = sentences.size();
  if (n == 0) return {};
  auto rows = Cosines(UnitVectors(sentences));
  for (auto& row : rows) {
    double sum = 0.0;
    for (const Entry& entry : row) sum += entry.value;
    for (Entry& entry : row) entry.value /= sum;
  }
  const double mean = 1.0 / static_cast<double>(n);
  std::vector<double> scores(n, mean);
  std::vector<double> next(n);
  for (int i = 0; i < kMaxIterations; ++i) {
    // A sentence like no other, not even itself, gives its share to all.
    double given_to_all = 0.0;
    std::ranges::fill(next, 0.0);
    for (std::size_t s = 0; s < n; ++s) {
      if (rows[s].empty()) given_to_all += scores[s];
      for (const Entry& entry : rows[s]) {
        next[entry.index] += scores[s] * entry.value;
      }
    }
    double change = 0.0;
    for (std::size_t s = 0; s < n; ++s) {
      next[s] = kLexRankDamping * (next[s] + given_to_all * mean) +
                (1.0 - kLexRankDamping) * mean;
      change = std::max(change, std::abs(next[s] - scores[s]));
    }
    scores.swap(next);
    if (change <= kTolerance * mean) break;
  }
  return scores;
}

}  // namespace answerbox::lab
