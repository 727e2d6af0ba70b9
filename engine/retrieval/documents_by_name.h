// Walks the live documents that are asked, of all segments, in the order of
// their names, as in document_order.h.
#pragma once

#include <cstdint>
#include <span>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"

namespace answerbox::engine {

class DocumentsByName {
 public:
  // Starts before the first document. Takes a cursor per segment from the
  // arena. Throws std::bad_alloc past the arena.
  DocumentsByName(std::span<const LiveSegment> segments, Arena& arena);

  // Moves to the next document; false past the last. Linear in the number of
  // segments and in the removed documents passed over.
  // Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Next();

  // Preconditions: the last Next() gave true.
  [[nodiscard]] std::uint32_t segment() const noexcept { return first_; }
  [[nodiscard]] const DocumentRecord& record() const noexcept {
    return cursors_[first_].record;
  }

 private:
  struct Cursor {
    std::uint32_t next = 0;  // Place in the order of names.
    bool is_at_end = false;
    DocumentRecord record;
  };

  [[nodiscard]] Result<void> Advance(std::uint32_t segment);

  std::span<const LiveSegment> segments_;
  std::span<Cursor> cursors_;  // By segment.
  std::uint32_t first_ = 0;
  bool has_begun_ = false;
};

}  // namespace answerbox::engine
