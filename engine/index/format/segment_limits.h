// The greatest values that the fields of a segment can hold;
// docs/segment-format.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/result.h"

namespace answerbox::engine {

// Postings store the distance between chunks in 31 bits.
inline constexpr std::uint64_t kMaxSegmentChunks = std::uint64_t{1} << 31;

inline constexpr std::size_t kMaxDocumentNameBytes = 1024;

// Sizes of a segment, or of one that adding documents would make. 64 bits, so
// that sums cannot overflow.
struct SegmentSizes {
  std::uint64_t documents = 0;
  std::uint64_t name_bytes = 0;
  std::uint64_t pages = 0;
  std::uint64_t headings = 0;
  std::uint64_t chunks = 0;
  std::uint64_t sentences = 0;
  std::uint64_t sentence_term_bytes = 0;
  std::uint64_t text_blocks = 0;
  std::uint64_t abbreviations = 0;
};

// Errors: kLimitExceeded with the first size that is too large.
[[nodiscard]] Result<void> CheckLimits(const SegmentSizes& sizes) noexcept;

}  // namespace answerbox::engine
