// A half-open range of bytes of a text.
#pragma once

#include <cstdint>

namespace answerbox::engine {

// Half-open range of bytes.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace answerbox::engine
