// A copy of an answer that outlives the arena and the segments it came from,
// for work that takes long, such as a language model that reads its context.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/ask/answer.h"

namespace answerbox::engine {

class OwnedAnswer {
 public:
  // Copies everything that `answer` refers to into one block of the heap.
  // Throws std::bad_alloc.
  explicit OwnedAnswer(const Answer& answer);

  // Views into the block. Valid as long as this object lives, even if it is
  // moved.
  [[nodiscard]] const Answer& answer() const noexcept { return answer_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> block_;
  Answer answer_;
};

}  // namespace answerbox::engine
