// The distinct terms of several segments, in the order of their bytes: a walk
// through all dictionaries at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

class CollectionTerms {
 public:
  struct Holder {
    std::uint32_t segment = 0;
    TermEntry entry;
  };

  // Stands before the first term. `segments` outlives the walk. The walk takes
  // some 200 bytes of the heap for each segment. Throws std::bad_alloc.
  explicit CollectionTerms(std::span<const LiveSegment> segments);

  // Moves to the next term; false past the last one. Takes time linear in the
  // segments. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Next();

  // Preconditions: the last Next() gave true. Both are valid until Next().
  [[nodiscard]] std::string_view term() const noexcept { return term_; }
  // The segments that hold the term, in their order.
  [[nodiscard]] std::span<const Holder> holders() const noexcept {
    return holders_;
  }

 private:
  struct Head {
    std::uint32_t segment = 0;
    TermCursor cursor;
    bool is_walked = true;  // Its term; or it stands before the first one.
  };

  std::vector<Head> heads_;  // Those that are not at their ends.
  std::string term_;
  std::vector<Holder> holders_;
};

}  // namespace answerbox::engine
