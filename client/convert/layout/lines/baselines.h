// Finds the runs that stand on one base line.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {

using RunRefs = std::vector<const Run*>;

// Runs on one base line, whatever the gaps between them.
class Baselines {
 public:
  // Runs must come largest first, so that raised marks find their line.
  void Add(const Run& run);

  // Returns one list of runs for each base line.
  [[nodiscard]] std::vector<RunRefs> Take() &&;

 private:
  // No real page has more lines within the height of one, but a hostile page
  // may.
  static constexpr std::size_t kMaxTried = 64;

  struct Group {
    Length top;
    Length bottom;
    Length size;
    RunRefs runs;
  };

  // Whether the mark is directly beside a run of the group. Lines in other
  // columns may be at the same height, but do not end near the mark's beginning
  // nor begin near its end.
  static bool IsBeside(const Group& group, const Run& mark);

  std::vector<Group> groups_;
  std::multimap<Length, std::size_t> by_middle_;
};

}  // namespace answerbox::client::layout
