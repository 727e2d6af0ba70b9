// Related words: words that often occur in the sentences that answer a question
// with a given word, as "flute" for "instrument" or "price" for "cost". Counted
// over questions and their sentences; lab/training/README.md names them.
// Layout: docs/lab/model-format.md, "Related words"; this file is its only
// reader.
//
// A term of a question is identified by its LexiconHash. Two terms with the
// same hash share their related words: a slightly wrong weight, which is
// harmless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/ascending_hashes.h"
#include "engine/result.h"

namespace answerbox::engine {

// A term that is related to a term of a question.
struct RelatedWord {
  std::string_view term;  // A view into the model; a term as in segments.
  // A quarter of the ln of how much more often the two terms occur together
  // than by chance, in 1/256. So it is below 1.
  std::uint8_t closeness = 0;
};

// Sizes from the model's header. Each fits in 16 bits.
struct RelatedWordsShape {
  std::size_t asked = 0;  // Terms of questions.
  std::size_t pairs = 0;
  std::size_t text_bytes = 0;
};

class RelatedWords {
 public:
  // No related words.
  RelatedWords() = default;

  static constexpr std::size_t kFirstPairBytes = 2;
  static constexpr std::size_t kPairBytes = 3;

  [[nodiscard]] static constexpr std::size_t BytesOf(
      const RelatedWordsShape& shape) noexcept {
    return (AscendingHashes::kHashBytes + kFirstPairBytes) * shape.asked +
           kPairBytes * shape.pairs + shape.text_bytes;
  }

  //   bytes  BytesOf(shape); they outlive the result
  // Errors: kCorrupt if hashes do not ascend, if the first pairs do not begin
  // at 0, descend or exceed the number of pairs, or if a word is outside the
  // text. Linear in the shape.
  [[nodiscard]] static Result<RelatedWords> Open(
      std::span<const std::byte> bytes,
      const RelatedWordsShape& shape) noexcept;

  // Numbers of the pairs of one term. Half-open.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The pairs of a question's term; empty if it has no related words.
  // Logarithmic in the number of terms.
  [[nodiscard]] Range Of(std::string_view asked) const noexcept;
  // Precondition: `pair` is in a range that Of() returned.
  [[nodiscard]] RelatedWord At(std::size_t pair) const noexcept;

 private:
  // For the index one past the last term: the number of pairs.
  [[nodiscard]] std::size_t FirstPairOf(std::size_t asked) const noexcept;

  AscendingHashes hashes_;
  std::span<const std::byte> bytes_;
  RelatedWordsShape shape_;
};

}  // namespace answerbox::engine
