// What is known of English words before any document is read: how rare a term
// is, and how often it is what makes a question unanswerable. Counted over
// questions and paragraphs that people wrote; training/README.md says which.
//
// A term is known by a hash of its bytes; two terms of one hash in 2^32 are not
// told apart, which costs a weight, not an answer.
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
  // ln of how much more often the term stands in questions that their paragraph
  // does not answer than in those it does, in 1/16.
  std::int8_t doubt = 0;
  // The same of terms that were marked as what makes a question unanswerable.
  std::int8_t blame = 0;
};

// FNV-1a, 32 bits.
[[nodiscard]] std::uint32_t LexiconHash(std::string_view term) noexcept;
// No term has two bytes of which the first is 1.
[[nodiscard]] std::uint32_t StopWordHash(std::uint8_t id) noexcept;

class Lexicon {
 public:
  // Knows nothing: every term is as rare as can be.
  Lexicon() = default;

  static constexpr std::size_t kEntryBytes = 7;

  //   bytes   kEntryBytes a term; they outlive the result
  //   unknown the rarity of terms that are not there
  // Errors: kCorrupt when hashes do not ascend.
  [[nodiscard]] static Result<Lexicon> Open(std::span<const std::byte> bytes,
                                            std::uint8_t unknown) noexcept;

  // Logarithmic in the number of terms.
  [[nodiscard]] LexiconEntry Find(std::string_view term) const noexcept {
    return FindHash(LexiconHash(term));
  }
  // Stop words stand in it by their ids.
  [[nodiscard]] LexiconEntry FindStopWord(std::uint8_t id) const noexcept {
    return FindHash(StopWordHash(id));
  }

 private:
  [[nodiscard]] LexiconEntry FindHash(std::uint32_t hash) const noexcept;

  AscendingHashes hashes_;
  const std::byte* entries_ = nullptr;  // Behind the hashes, three bytes each.
  std::uint8_t unknown_ = 0xFF;
};

}  // namespace answerbox::engine
