// The order of chunks with equal scores: by their documents' names, byte by
// byte, and within a document by their place. The order depends only on the
// documents, not on the segments that hold them or on when they were added.
//
// Names are read only for chunks with equal scores.
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
  // The segments outlive the order.
  explicit DocumentOrder(std::span<const LiveSegment> segments) noexcept
      : segments_(segments) {}

  // A strict total order. Documents with the same name (a collection has none)
  // are ordered by segment and number.
  [[nodiscard]] bool IsBefore(const ChunkPlace& a,
                              const ChunkPlace& b) noexcept;

  // kTruncated or kCorrupt if a name could not be read. Callers check it before
  // they use a result of comparing.
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
