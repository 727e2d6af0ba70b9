// How probable it is that a leaf holds the answer: a soft-max over the weighed
// features of all leaves.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/leaves.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// ln(documents), of 2048 at most, over 8; in 1/1024. The more documents there
// are, the likelier one of them has the question's words and no answer.
[[nodiscard]] std::int64_t LogDocuments(std::uint64_t documents) noexcept;

class LeafProbabilities {
 public:
  // One row per leaf. Both outlive the object. Throws std::bad_alloc past the
  // arena.
  //   log_documents  LogDocuments()
  LeafProbabilities(const Leaves& leaves, std::span<const LeafRow> rows,
                    std::int64_t log_documents, Arena& arena,
                    const LeafRelations& relations = {});

  // Whether no leaf can answer. Then nothing else may be called.
  [[nodiscard]] bool empty() const noexcept { return powers_.empty(); }

  // The sum of the probabilities of the leaves `begin` to `end`, half-open; in
  // 1/65536.
  [[nodiscard]] std::int32_t SumOf(std::uint32_t begin,
                                   std::uint32_t end) const noexcept {
    return sums_[end] - sums_[begin];
  }
  // The probability of one leaf, in 1/65536.
  [[nodiscard]] std::int32_t Of(std::uint32_t leaf) const noexcept {
    return SumOf(leaf, leaf + 1);
  }
  // The probability of one leaf over the greatest of all leaves, in 1/65536.
  [[nodiscard]] std::int32_t OverBest(std::uint32_t leaf) const noexcept {
    return powers_[leaf];
  }
  // The most probable leaf.
  [[nodiscard]] std::uint32_t best() const noexcept { return best_; }
  // The most probable of the leaves `begin` to `end`.
  [[nodiscard]] std::uint32_t BestOf(std::uint32_t begin,
                                     std::uint32_t end) const noexcept;
  // Whether one of the leaves `begin` to `end` is among the most probable ones,
  // around which units are made.
  [[nodiscard]] bool HoldPromising(std::uint32_t begin,
                                   std::uint32_t end) const noexcept {
    return promising_[begin] != promising_[end];
  }

 private:
  void FindPowers(std::span<const Leaf> leaves, std::span<const LeafRow> rows,
                  std::int64_t log_documents, const LeafRelations& relations,
                  Arena& arena);
  void DropCopies(std::span<const std::uint32_t> same_as, Arena& arena);
  [[nodiscard]] std::int32_t LeastPromising(Arena& arena) const;

  // exp(score - best score), in 1/65536; 0 for leaves that cannot answer.
  std::span<std::int32_t> powers_;
  // The i-th is the sum of the probabilities before leaf i, in 1/65536.
  std::span<std::int32_t> sums_;
  // The i-th is how many leaves before leaf i are promising.
  std::span<std::uint32_t> promising_;
  std::uint32_t best_ = 0;
};

}  // namespace answerbox::engine
