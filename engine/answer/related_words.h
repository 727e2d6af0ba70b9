// Words that go with a word of a question in the sentences that answer it:
// "instrument" with "flute", "cost" with "price". Counted over questions and
// their sentences; training/README.md says which. The bytes are
// docs/model-format.md, "Related words".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/result.h"

namespace answerbox::engine {

// A term that goes with another one.
struct RelatedWord {
  std::string_view term;
  // How much more often the two meet than by chance, in 1/256: ln / 4, at most
  // 204.
  std::uint8_t closeness = 0;
};

// Where the model's header says they begin and end.
struct RelatedWordsShape {
  std::size_t asked = 0;  // Terms of questions.
  std::size_t pairs = 0;
  std::size_t text_bytes = 0;
};

class RelatedWords {
 public:
  // None.
  RelatedWords() = default;

  [[nodiscard]] static constexpr std::size_t BytesOf(
      const RelatedWordsShape& shape) noexcept {
    return 6 * shape.asked + 3 * shape.pairs + shape.text_bytes;
  }

  //   bytes  BytesOf(shape); they outlive the result
  // Errors: kCorrupt when hashes do not ascend, the first pairs descend, or a
  // word leads out of the text.
  [[nodiscard]] static Result<RelatedWords> Open(
      std::span<const std::byte> bytes,
      const RelatedWordsShape& shape) noexcept;

  // Pairs of one term of a question, from Begin to End.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // Logarithmic in the number of terms; empty: nothing is known.
  [[nodiscard]] Range Of(std::string_view asked) const noexcept;
  // Precondition: pair is in a range that Of gave.
  [[nodiscard]] RelatedWord At(std::size_t pair) const noexcept;

 private:
  [[nodiscard]] std::uint32_t HashAt(std::size_t asked) const noexcept;
  [[nodiscard]] std::size_t FirstPairOf(std::size_t asked) const noexcept;

  std::span<const std::byte> bytes_;
  RelatedWordsShape shape_;
};

}  // namespace answerbox::engine
