// What comes first of chunks with equal scores: the one whose document has the
// lesser name, byte by byte, and within a document the one that begins first.
// The order depends on the documents alone: not on the segments that hold them,
// nor on when they were added.
//
// Names are read only where scores are equal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/result.h"

namespace answerbox::engine {

// A chunk of one of several segments.
struct ChunkPlace {
  std::uint32_t segment = 0;
  ChunkNumber chunk = 0;
};

class DocumentOrder {
 public:
  // The segments outlive it.
  explicit DocumentOrder(std::span<const LiveSegment> segments) noexcept
      : segments_(segments) {}

  // A strict total order. Documents of one name, which no collection has, come
  // in the order of their segments and numbers.
  [[nodiscard]] bool IsBefore(const ChunkPlace& a,
                              const ChunkPlace& b) noexcept;

  // kTruncated or kCorrupt if a name could not be read. Code that compared asks
  // for it before the result is used.
  [[nodiscard]] Result<void> status() const noexcept {
    if (error_) return *error_;
    return {};
  }

 private:
  [[nodiscard]] DocumentNumber DocumentOf(const ChunkPlace& place) noexcept;
  [[nodiscard]] std::string_view NameOf(std::uint32_t segment,
                                        DocumentNumber document) noexcept;

  std::span<const LiveSegment> segments_;
  std::optional<Error> error_;
};

}  // namespace answerbox::engine
