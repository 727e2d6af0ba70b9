// Walks one term's postings, a block of up to 128 at a time. Layout:
// docs/segment-format.md, "Postings".
#pragma once

#include <cstdint>

#include "engine/result.h"

namespace answerbox::engine {

struct Posting {
  std::uint32_t chunk = 0;      // Ascending strictly.
  std::uint32_t frequency = 0;  // Of the term in the chunk, from 1.

  friend bool operator==(const Posting&, const Posting&) = default;
};

class PostingCursor {
 public:
  // Moves to the next posting; false past the last one.
  // Errors: kTruncated, kCorrupt (a chunk out of order or past the segment's).
  [[nodiscard]] Result<bool> Next() noexcept;

  // Moves forward to the first posting whose chunk is at least `chunk`, skipping
  // whole blocks; false when there is none. Never moves back.
  [[nodiscard]] Result<bool> SeekTo(std::uint32_t chunk) noexcept;

  // Precondition: the last move gave true.
  [[nodiscard]] const Posting& posting() const noexcept;
};

}  // namespace answerbox::engine
