// Numbers the terms of a gathering from 0. A term has the same number in all
// segments.
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
  //   most  of the distinct terms that get a number; further ones get none
  // Throws std::bad_alloc past the arena, here and below.
  TermNumbering(std::span<const LiveSegment> segments, std::uint32_t most,
                Arena& arena);

  // Returns the number of a segment's term. A new term gets a new number, or
  // nothing if there are `most` already. Errors, here and below: kTruncated,
  // kCorrupt.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Number(
      std::uint32_t segment, TermNumber term);
  // Returns the number of the term with this text, if it has one.
  [[nodiscard]] Result<std::optional<std::uint32_t>> Find(
      std::string_view term) const;
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  std::span<const LiveSegment> segments_;
  std::uint32_t most_;
  std::uint32_t size_ = 0;
  NumberTable by_number_;  // By segment and term number.
  NumberTable by_text_;  // By hash of the text, if there are several segments.
};

}  // namespace answerbox::engine
