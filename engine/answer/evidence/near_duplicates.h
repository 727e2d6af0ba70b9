// Tells whether two sentences say the same. Such sentences come from copies or
// versions of a document, or from phrases that many pages repeat. They are one
// answer with several places.
//
// Two sentences say the same if the cosine of their sets of words, without
// words of fewer than four letters, is at least 0.8, and if they have the same
// numbers, the same words right after numbers and, after the first word, the
// same capitalised words: "4 mg" is neither "5 mg" nor "4 ml", nor "Monday"
// "Friday", however alike the rest is. Punctuation and white space do not
// matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/sentence_digest.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Further words of a sentence are not compared.
inline constexpr std::size_t kMaxComparedWords = 256;

// Hashes of a sentence's words, each once, ascending. The words that must be
// the same have the highest hashes.
class WordSet {
 public:
  WordSet() = default;
  // Takes a hash per word from the arena. Throws std::bad_alloc past the arena.
  WordSet(std::string_view sentence, Arena& arena);

  [[nodiscard]] std::span<const std::uint32_t> words() const noexcept {
    return words_;
  }

 private:
  std::span<const std::uint32_t> words_;
};

// False: the digests show that the sentences do not say the same, so their
// words need not be compared.
[[nodiscard]] inline bool MaySayTheSame(const SentenceDigest& a,
                                        const SentenceDigest& b) noexcept {
  // The cosine of two sets is at most the root of the ratio of their sizes, so
  // 0.8 needs a ratio of 0.64. Words are not quite terms, so 0.6 is enough.
  const std::uint32_t fewer = std::min(a.terms, b.terms);
  const std::uint32_t more = std::max(a.terms, b.terms);
  return a.positions == b.positions && a.negations == b.negations &&
         a.new_numbers == b.new_numbers && a.new_names == b.new_names &&
         a.units == b.units && a.causes == b.causes && 5 * fewer >= 3 * more;
}

[[nodiscard]] bool SayTheSame(const WordSet& a, const WordSet& b) noexcept;

}  // namespace answerbox::engine
