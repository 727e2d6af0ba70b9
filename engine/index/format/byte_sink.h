// The destination of a segment that is written. The engine itself does no input
// or output: the daemon passes a file, tests and evaluation pass memory.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/result.h"

namespace answerbox::engine {

class ByteSink {
 public:
  virtual ~ByteSink() = default;

  // Appends all of `bytes`. Errors: kSinkFailed; the segment is then unusable
  // and the caller discards what was written.
  [[nodiscard]] virtual Result<void> Append(
      std::span<const std::byte> bytes) = 0;
};

// Keeps the bytes in memory, without a limit.
class MemorySink final : public ByteSink {
 public:
  [[nodiscard]] Result<void> Append(std::span<const std::byte> bytes) override {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {};
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

  // Keeps the memory for the next segment.
  void Clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace answerbox::engine
