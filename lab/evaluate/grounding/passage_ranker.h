// Ranks passages for a query by BM25 (k1 = 1.2, b = 0.75). Small and apart from
// the engine's, so that sets of an evaluation do not change with the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace answerbox::lab {

class PassageRanker {
 public:
  // Passages are numbered from 0 in the order of adding.
  //   terms  numbers of its terms
  void Add(std::span<const std::uint32_t> terms);

  // The passages with the highest scores among those that `may_choose` accepts,
  // best first; of equal ones the first. Passages that share no term with the
  // query have the score 0, and are chosen if there are no better ones.
  [[nodiscard]] std::vector<std::size_t> Best(
      std::span<const std::uint32_t> query, std::size_t count,
      const std::function<bool(std::size_t)>& may_choose) const;

 private:
  struct Posting {
    std::size_t passage = 0;
    double frequency = 0;
  };

  std::vector<std::vector<Posting>> postings_;  // [term]
  std::vector<double> lengths_;                 // [passage]
  double all_terms_ = 0;
};

}  // namespace answerbox::lab
