// What the model knows about English words: how rare a term is, and how often
// it makes a question unanswerable. Counted over questions and paragraphs that
// people wrote; lab/training/README.md names them.
//
// A term is identified by a 32-bit hash of its bytes. Two terms with the same
// hash share an entry: a slightly wrong weight, which is harmless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/ascending_hashes.h"
#include "engine/result.h"

namespace answerbox::engine {

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

}  // namespace answerbox::engine
