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
#include "engine/selection/unit_vectors.h"

namespace answerbox::engine {

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
