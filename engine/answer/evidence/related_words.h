// Words that go with a word of a question in the sentences that answer it:
// "instrument" with "flute", "cost" with "price". Counted over questions and
// their sentences; training/README.md says which. The bytes are
// docs/model-format.md, "Related words"; this file is their only reader.
//
// A term of a question is known by its LexiconHash: two of one hash in 2^32
// share their related words, which costs a weight, not an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/ascending_hashes.h"
#include "engine/result.h"

namespace answerbox::engine {

// A term that goes with another one.
struct RelatedWord {
  std::string_view term;  // Into the model; as segments hold it.
  // A quarter of the ln of how much more often the two meet than by chance, in
  // 1/256: below 1, whatever the byte.
  std::uint8_t closeness = 0;
};

// As the model's header says. Each fits in 16 bits.
struct RelatedWordsShape {
  std::size_t asked = 0;  // Terms of questions.
  std::size_t pairs = 0;
  std::size_t text_bytes = 0;
};

class RelatedWords {
 public:
  // None.
  RelatedWords() = default;

  static constexpr std::size_t kFirstPairBytes = 2;
  static constexpr std::size_t kPairBytes = 3;

  [[nodiscard]] static constexpr std::size_t BytesOf(
      const RelatedWordsShape& shape) noexcept {
    return (AscendingHashes::kHashBytes + kFirstPairBytes) * shape.asked +
           kPairBytes * shape.pairs + shape.text_bytes;
  }

  //   bytes  BytesOf(shape); they outlive the result
  // Errors: kCorrupt when hashes do not ascend, the first pairs do not begin at
  // 0 or descend or pass the last pair, or a word leads out of the text. Linear
  // in the shape.
  [[nodiscard]] static Result<RelatedWords> Open(
      std::span<const std::byte> bytes,
      const RelatedWordsShape& shape) noexcept;

  // Numbers of the pairs of one term. Half-open.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The pairs of a question's term; empty: nothing goes with it. Logarithmic in
  // the number of terms.
  [[nodiscard]] Range Of(std::string_view asked) const noexcept;
  // Precondition: pair is in a range that Of gave.
  [[nodiscard]] RelatedWord At(std::size_t pair) const noexcept;

 private:
  // Of one after the last term: the count of pairs.
  [[nodiscard]] std::size_t FirstPairOf(std::size_t asked) const noexcept;

  AscendingHashes hashes_;
  std::span<const std::byte> bytes_;
  RelatedWordsShape shape_;
};

}  // namespace answerbox::engine
