// The sorted terms of a segment: front-coded blocks behind a table of block
// offsets. Layout: docs/segment-format.md, "Term dictionary".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// Terms of one segment, numbered from 0 in byte order.
using TermNumber = std::uint32_t;

struct TermEntry {
  TermNumber number = 0;
  std::uint32_t chunk_frequency = 0;  // Chunks that hold the term, from 1.
  // Where its postings are; read by SegmentReader::Postings.
  std::uint64_t postings_offset = 0;
  std::uint64_t postings_bytes = 0;
};

// Walks terms in order. Small, copyable, allocates nothing.
class TermCursor {
 public:
  // Moves to the next term; false past the last one.
  // Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<bool> Next() noexcept;

  // Preconditions: the last Next() gave true.
  [[nodiscard]] std::string_view term() const noexcept;  // Until the next Next.
  [[nodiscard]] const TermEntry& entry() const noexcept;
};

class TermDictionary {
 public:
  // The entry of exactly this term, or nothing. Errors: kTruncated, kCorrupt.
  [[nodiscard]] Result<std::optional<TermEntry>> Find(
      std::string_view term) const noexcept;

  // Entry of a term by number. Precondition: number < size().
  [[nodiscard]] Result<TermEntry> At(TermNumber number) const noexcept;

  // A cursor before the first term >= `prefix`: walking it while term() starts
  // with `prefix` visits all terms of that prefix.
  [[nodiscard]] Result<TermCursor> LowerBound(
      std::string_view prefix) const noexcept;

  [[nodiscard]] std::uint32_t size() const noexcept;
};

}  // namespace answerbox::engine
