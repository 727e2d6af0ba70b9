// Words of an answer's sentence that are denied on one side alone, and
// opposites. Two of them may undo each other.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/grounding/evidence.h"

namespace answerbox::engine {

struct Flip {
  std::size_t unit = 0;      // Of the answer.
  bool is_opposite = false;  // Else a denial.
  Finding finding;
};

class Flips {
 public:
  // Flips past kMaxFlips are left out.
  void Add(const Flip& flip) noexcept;

  // Adds to the evidence of each unit what its flip says: a contradiction, or
  // support where a flip of the other kind undoes it. Flips whose likeness is
  // small undo others, but are no contradictions.
  //   is_undone   whether all denials are undone: "not before", "only after"
  //   polarities  of the answer's units
  void Take(bool is_undone, std::span<Evidence> polarities) const noexcept;

 private:
  static constexpr std::size_t kMaxFlips = 32;

  std::array<Flip, kMaxFlips> flips_;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
