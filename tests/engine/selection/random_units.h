// Units of made-up terms, for properties that hold for any units.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "engine/numeric/arena.h"
#include "engine/selection/selection.h"
#include "engine/selection/unit_similarities.h"

namespace answerbox::engine {

class RandomUnits final : public UnitTexts {
 public:
  // Some units are copies of others. Each holds one in `one_in` terms.
  RandomUnits(std::size_t count, std::uint32_t terms, unsigned seed,
              unsigned one_in = 5)
      : storage_(std::size_t{8} << 20), arena_(storage_) {
    std::mt19937 random(seed);
    std::vector<std::vector<CountedTerm>> units;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 2 && random() % 8 == 0) {
        units.push_back(units[random() % i]);
      } else {
        units.emplace_back();
        for (std::uint32_t t = 0; t < terms; ++t) {
          if (random() % one_in == 0) {
            units.back().push_back(
                {t, static_cast<std::uint32_t>(1 + random() % 3)});
          }
        }
      }
      begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
      terms_.insert(terms_.end(), units.back().begin(), units.back().end());
      relevance_.push_back(Q16::FromRaw(static_cast<int>(random() % 65537)));
      costs_.push_back({1 + random() % 30, 1 + random() % 25});
    }
    begins_.push_back(static_cast<std::uint32_t>(terms_.size()));
    vectors_ = std::make_unique<UnitVectors>(begins_, terms_, terms, arena_);
    similarities_ = std::make_unique<SparseRows>(*vectors_, arena_);
  }

  TextCost CostOf(std::size_t unit) override { return costs_[unit]; }
  bool SayTheSame(std::size_t, std::size_t) override { return true; }

  [[nodiscard]] const UnitVectors& vectors() const { return *vectors_; }
  [[nodiscard]] const SparseRows& similarities() const {
    return *similarities_;
  }
  [[nodiscard]] std::vector<Q16>& relevance() { return relevance_; }
  [[nodiscard]] Arena& arena() { return arena_; }

 private:
  std::vector<std::byte> storage_;
  Arena arena_;
  std::vector<std::uint32_t> begins_;
  std::vector<CountedTerm> terms_;
  std::vector<Q16> relevance_;
  std::vector<TextCost> costs_;
  std::unique_ptr<UnitVectors> vectors_;
  std::unique_ptr<SparseRows> similarities_;
};

}  // namespace answerbox::engine
