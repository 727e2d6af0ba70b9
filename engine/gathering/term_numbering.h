// Numbers the terms of a gathering from 0, the same term of several segments
// alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/number_table.h"
#include "engine/result.h"

namespace answerbox::engine {

class TermNumbering {
 public:
  //   most  of the distinct terms; further ones get no number
  // Throws std::bad_alloc past the arena, here and below.
  TermNumbering(std::span<const LiveSegment> segments, std::uint32_t most,
                Arena& arena);

  // The number of a segment's term, a new one if it is met for the first time;
  // nothing for further terms. Errors, here and below: kTruncated, kCorrupt.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Number(
      std::uint32_t segment, TermNumber term);
  // The number of a term that has this text, if it was met.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Find(
      std::string_view term) const;
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::span<const LiveSegment> segments_;
  std::uint32_t most_;
  std::uint32_t size_ = 0;
  NumberTable by_number_;  // Of a segment's term.
  NumberTable by_text_;    // Of its hash, if there are several segments.
};

}  // namespace answerbox::engine
