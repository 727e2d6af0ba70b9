// An answer that outlives the arena and the segments it came from: for what
// follows slowly, such as a language model that reads its context.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/ask/answer.h"

namespace answerbox::engine {

class OwnedAnswer {
 public:
  // Copies all that `answer` views, into one block of the heap. Throws
  // std::bad_alloc.
  explicit OwnedAnswer(const Answer& answer);

  // Views into the block; as long as this lives, wherever it is moved.
  [[nodiscard]] const Answer& answer() const noexcept { return answer_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> block_;
  Answer answer_;
};

}  // namespace answerbox::engine
