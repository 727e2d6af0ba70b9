// Finds the directions in which the rows of a sparse matrix vary most, by a
// randomised range finder with subspace iteration (Halko, Martinsson and Tropp
// 2011, algorithm 4.4). Rows are texts, columns are terms; the directions span
// the space of the largest singular values, which is that of latent semantic
// indexing (Deerwester et al. 1990).
//
// The code uses only additions, products, divisions and square roots of
// doubles, each in a fixed order. IEEE 754 rounds them exactly, so the result
// has the same bits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/numeric/arena.h"
#include "engine/selection/unit_similarities.h"

namespace answerbox::engine {

struct SparseMatrix {
  std::span<const std::uint32_t> begins;  // [rows + 1] in `entries`.
  std::span<const VectorTerm> entries;    // Of each row; terms are columns.

  [[nodiscard]] std::size_t rows() const noexcept { return begins.size() - 1; }
  [[nodiscard]] std::span<const VectorTerm> row(std::size_t i) const noexcept {
    return entries.subspan(begins[i], begins[i + 1] - begins[i]);
  }
};

// A view of vectors over the columns of a matrix, one after another.
class Directions {
 public:
  //   values  [count][columns]
  Directions(std::span<double> values, std::size_t count) noexcept
      : values_(values),
        count_(count),
        columns_(count == 0 ? 0 : values.size() / count) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::span<double> operator[](std::size_t i) const noexcept {
    return values_.subspan(i * columns_, columns_);
  }

 private:
  std::span<double> values_;
  std::size_t count_;
  std::size_t columns_;
};

// Computes the products of the first `result.size()` rows with a direction.
void Multiply(const SparseMatrix& matrix, std::span<const double> direction,
              std::span<double> result) noexcept;

// Computes the sum of the first `weights.size()` rows, each times its weight.
void SumRows(const SparseMatrix& matrix, std::span<const double> weights,
             std::span<double> direction) noexcept;

// Asked before each direction whether to continue. After a no, no further
// direction is begun, and the contents of the directions are unspecified.
class DirectionGate {
 public:
  virtual bool MayBegin() noexcept = 0;

 protected:
  ~DirectionGate() = default;
};

// Multiplies each direction by A^T A, where A is the first `scratch.size()`
// rows.
//   gate  here and below: may be null
void MultiplyTwice(const SparseMatrix& matrix, const Directions& directions,
                   std::span<double> scratch,
                   DirectionGate* gate = nullptr) noexcept;

// Makes the directions orthonormal, in their order. A direction that depends
// linearly on those before it becomes 0. Takes time linear in columns times the
// square of the number of directions.
void Orthonormalize(const Directions& directions,
                    DirectionGate* gate = nullptr) noexcept;

// Makes the directions orthonormal. Then, `iterations` times, multiplies them
// by A^T A and makes them orthonormal again.
void FindRange(const SparseMatrix& matrix, const Directions& directions,
               std::size_t iterations, std::span<double> scratch,
               DirectionGate* gate = nullptr) noexcept;

// Latent semantic indexing (Deerwester et al. 1990): projects term vectors to
// the directions in which the units vary most, so that units that say the same
// in other words come near each other. FindRange() begins with random
// directions of a fixed seed.
inline constexpr std::size_t kLatentDimensions = 24;

struct LatentVectors {
  std::size_t dimensions = 0;       // At most kLatentDimensions.
  std::span<const double> vectors;  // [units][dimensions], of length 1 or 0.
};

// Finds the directions of the first `fitted` units and projects all units to
// them, so that a question, which comes last, does not change them. Takes
// dimensions x (terms + units) doubles of the arena, and time proportional to
// dimensions times all terms of the units. Throws std::bad_alloc past the
// arena.
[[nodiscard]] LatentVectors MakeLatentVectors(const UnitVectors& units,
                                              std::size_t fitted, Arena& arena);

}  // namespace answerbox::engine
