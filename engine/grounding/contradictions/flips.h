// Words of an answer's sentence that are denied on one side alone, and
// opposites. Two of them may undo each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/grounding/contradictions/evidence.h"

namespace answerbox::engine {

struct Flip {
  std::size_t unit = 0;      // Of the answer.
  bool is_opposite = false;  // Else a denial.
  bool is_ours = false;      // The answer has the denial, not the context.
  Finding finding;
};

// Denials of one sentence that deny nothing that the other says.
struct VoidDenials {
  // All, as they name an exception: "not before it has stopped" beside "only
  // when it has stopped".
  bool all = false;
  // Where the negation of a bound begins that the other sentence keeps: "not
  // above 8" beside "at 4".
  std::optional<std::uint32_t> bound;
};

class Flips {
 public:
  // Flips past kMaxFlips are left out.
  void Add(const Flip& flip) noexcept;

  // Adds to the evidence of each unit what its flip says: a contradiction, or
  // support where a flip of the other kind undoes it or its denial is void.
  // Flips whose likeness is small undo others, but are no contradictions.
  //   ours, theirs  of the answer's sentence and of the context's
  //   polarities    of the answer's units
  void Take(const VoidDenials& ours, const VoidDenials& theirs,
            std::span<Evidence> polarities) const noexcept;

 private:
  static constexpr std::size_t kMaxFlips = 32;

  std::array<Flip, kMaxFlips> flips_;
  std::size_t count_ = 0;
};

}  // namespace answerbox::engine
