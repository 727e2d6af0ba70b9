// What the model knows about English words: how rare a term is, how often it
// makes a question unanswerable, and which words are related to it. Counted
// over questions, sentences and paragraphs that people wrote;
// lab/training/README.md names them.
//
// A term is identified by a 32-bit hash of its bytes. Two terms with the same
// hash share what is known: a slightly wrong weight, which is harmless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/index/format/little_endian.h"
#include "engine/result.h"

namespace answerbox::engine {

// The hashes by which a section of a model is searched: 4 bytes each, strictly
// ascending. They stand together, so that a search reads nothing else.
class AscendingHashes {
 public:
  static constexpr std::size_t kHashBytes = 4;

  // No hashes.
  AscendingHashes() = default;
  //   from  count * kHashBytes bytes; they outlive the result
  AscendingHashes(const std::byte* from, std::size_t count) noexcept
      : from_(from), count_(count) {}

  [[nodiscard]] std::size_t size() const noexcept { return count_; }

  // The place of the first hash that is not greater than the one before it;
  // nothing if all ascend.
  [[nodiscard]] std::optional<std::size_t> FirstOutOfOrder() const noexcept {
    for (std::size_t i = 1; i < count_; ++i) {
      if (At(i - 1) >= At(i)) return i;
    }
    return std::nullopt;
  }

  // The place of `hash`; nothing if it is not there. Logarithmic in size().
  [[nodiscard]] std::optional<std::size_t> Find(
      std::uint32_t hash) const noexcept {
    std::size_t low = 0;
    std::size_t high = count_;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (At(middle) < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == count_ || At(low) != hash) return std::nullopt;
    return low;
  }

 private:
  [[nodiscard]] std::uint32_t At(std::size_t place) const noexcept {
    return LoadLittle32(from_ + kHashBytes * place);
  }

  const std::byte* from_ = nullptr;
  std::size_t count_ = 0;
};

struct LexiconEntry {
  // Inverse document frequency over paragraphs, ln((N + 1) / (n + 1/2)), in
  // 1/16: at most 15.9.
  std::uint8_t rarity = 0;
  // ln of the ratio of the term's frequency in questions that their paragraph
  // does not answer to that in questions that it answers, in 1/16.
  std::int8_t doubt = 0;
  // The same ratio for the terms that were marked as the reason why a question
  // is unanswerable.
  std::int8_t blame = 0;
};

// FNV-1a, 32 bits.
[[nodiscard]] std::uint32_t LexiconHash(std::string_view term) noexcept;
// The hash of two bytes, the first of which is 1: no term has such bytes.
[[nodiscard]] std::uint32_t StopWordHash(std::uint8_t id) noexcept;

class Lexicon {
 public:
  // An empty lexicon: every term has the greatest rarity.
  Lexicon() = default;

  static constexpr std::size_t kEntryBytes = 7;

  //   bytes    kEntryBytes per term; they outlive the result
  //   unknown  the rarity of terms that are not in the lexicon
  // Errors: kCorrupt if hashes do not ascend.
  [[nodiscard]] static Result<Lexicon> Open(std::span<const std::byte> bytes,
                                            std::uint8_t unknown) noexcept;

  // Logarithmic in the number of terms, here and below.
  [[nodiscard]] bool Has(std::string_view term) const noexcept {
    return hashes_.Find(LexiconHash(term)).has_value();
  }
  [[nodiscard]] LexiconEntry Find(std::string_view term) const noexcept {
    return FindHash(LexiconHash(term));
  }
  // A stop word's entry, by its id.
  [[nodiscard]] LexiconEntry FindStopWord(std::uint8_t id) const noexcept {
    return FindHash(StopWordHash(id));
  }

 private:
  [[nodiscard]] LexiconEntry FindHash(std::uint32_t hash) const noexcept;

  AscendingHashes hashes_;
  const std::byte* entries_ = nullptr;  // After the hashes, three bytes each.
  std::uint8_t unknown_ = 0xFF;
};

// Related words: words that often occur in the sentences that answer a question
// with a given word, as "flute" for "instrument" or "price" for "cost". Layout:
// docs/lab/model-format.md, "Related words"; RelatedWords is its only reader.

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
