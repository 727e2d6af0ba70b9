// Computes the cosines of one unit with all units, in two ways: from sparse
// term vectors, with lists of the units that hold each term; and from dense
// vectors. Selection asks for one row per chosen unit, so no matrix of all
// pairs is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/numeric/fixed_point.h"

namespace answerbox::engine {

// Term vectors of units of text: sentences, or texts of a caller. Each vector
// has length 1, so the cosine of two units is their dot product.

// A term's share of a unit's vector, in 1/65535: 0 to 1.
using Component = std::uint16_t;
inline constexpr Component kWholeComponent = 65535;

struct VectorTerm {
  std::uint32_t term = 0;   // Below UnitVectors::term_count().
  Component component = 0;  // Of the vector of length 1.
};

// A term of a unit, before weights are known.
struct CountedTerm {
  std::uint32_t term = 0;
  std::uint32_t count = 0;  // In the unit, at least 1.
};

class UnitVectors {
 public:
  // Weighs each term by its count times ln((n + 1) / (n_t + 1/2)), where n_t of
  // the n units hold it, but at least 1/256, and divides by the vector's
  // length. A unit without terms has the zero vector. Linear in the terms.
  // Throws std::bad_alloc past the arena.
  //   begins  [units + 1] where each unit's terms begin in `terms`, ascending
  //   terms   each term of a unit once; all below `term_count`
  UnitVectors(std::span<const std::uint32_t> begins,
              std::span<const CountedTerm> terms, std::uint32_t term_count,
              Arena& arena);

  [[nodiscard]] std::size_t size() const noexcept { return begins_.size() - 1; }
  [[nodiscard]] std::uint32_t term_count() const noexcept {
    return term_count_;
  }
  [[nodiscard]] std::span<const VectorTerm> of(
      std::size_t unit) const noexcept {
    return terms_.subspan(begins_[unit], begins_[unit + 1] - begins_[unit]);
  }
  [[nodiscard]] std::span<const VectorTerm> all() const noexcept {
    return terms_;
  }
  // [units + 1] where each unit's terms begin in all().
  [[nodiscard]] std::span<const std::uint32_t> begins() const noexcept {
    return begins_;
  }

 private:
  std::span<const std::uint32_t> begins_;
  std::span<VectorTerm> terms_;
  std::uint32_t term_count_ = 0;
};

// Returns, for each unit, the cosine with the weighted sum of all vectors, in
// [0, 1]. With equal weights the sum is the query vector of a summary without a
// question (Wang et al., section 3).
//   weights  [units] of the sum, each at least 0
// Linear in the terms. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<Q16> CosinesWithSum(const UnitVectors& vectors,
                                            std::span<const Q16> weights,
                                            Arena& arena);

class UnitSimilarities {
 public:
  // Writes the cosine of `unit` with each unit, in [-1, 1], also with itself.
  //   cosines  [units]
  virtual void Row(std::size_t unit, std::span<Q16> cosines) const = 0;

 protected:
  ~UnitSimilarities() = default;
};

// A row takes time linear in the lists of the unit's terms, besides the units.
class SparseRows final : public UnitSimilarities {
 public:
  // `vectors` outlive this object. Throws std::bad_alloc past the arena.
  SparseRows(const UnitVectors& vectors, Arena& arena);

  void Row(std::size_t unit, std::span<Q16> cosines) const override;

 private:
  struct Holder {
    std::uint32_t unit = 0;
    Component component = 0;
  };

  const UnitVectors& vectors_;
  std::span<std::uint32_t> begins_;  // [terms + 1], in `holders_`.
  std::span<Holder> holders_;
  std::span<std::uint64_t> sums_;  // [units], of the row that is made.
};

// A row takes time linear in units times dimensions.
class DenseRows final : public UnitSimilarities {
 public:
  //   vectors  [units][dimensions], each of length 1 or 0; outlive this object
  DenseRows(std::span<const double> vectors, std::size_t dimensions) noexcept
      : vectors_(vectors), dimensions_(dimensions) {}

  void Row(std::size_t unit, std::span<Q16> cosines) const override;

 private:
  std::span<const double> vectors_;
  std::size_t dimensions_;
};

// Returns the dot product of two vectors of length 1, rounded to 1/65536, in
// [-1, 1]. Adds in the order of the components.
[[nodiscard]] Q16 DenseCosine(std::span<const double> a,
                              std::span<const double> b) noexcept;

// Returns |i - j| of two vectors of length 1 with this cosine: sqrt(2 - 2
// cos(i, j)), rounded down to 1/65536.
[[nodiscard]] Q16 UnitDistance(Q16 cosine) noexcept;

}  // namespace answerbox::engine
