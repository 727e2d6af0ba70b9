// Sentences that say the same: of a document that is there twice, of its
// versions, of a phrase that is said on many pages. They are one answer with
// several places.
//
// Two sentences say the same if the cosine of their sets of words is .8 at
// least, words of less than four letters aside, and they have the same numbers,
// words right after numbers and, after the first word, capitalised words: "4
// mg" is neither "5 mg" nor "4 ml", nor "Monday" "Friday", however alike the
// rest is. Punctuation and white space do not matter.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/sentence_digest.h"
#include "engine/numeric/arena.h"

namespace answerbox::engine {

// Of longer sentences the rest is not compared.
inline constexpr std::size_t kMaxComparedWords = 256;

// Hashes of a sentence's words, each once, ascending; the highest ones are
// those that must be the same.
class WordSet {
 public:
  WordSet() = default;
  // Takes a hash a word from the arena, and throws std::bad_alloc past it.
  WordSet(std::string_view sentence, Arena& arena);

  [[nodiscard]] std::span<const std::uint32_t> words() const noexcept {
    return words_;
  }

 private:
  std::span<const std::uint32_t> words_;
};

// False: their words need not be compared, by what was read of them anyway.
[[nodiscard]] inline bool MaySayTheSame(const SentenceDigest& a,
                                        const SentenceDigest& b) noexcept {
  // The cosine of sets is at most the root of the ratio of their sizes. Words
  // are not quite terms, so there is some room.
  const std::uint32_t fewer = std::min(a.terms, b.terms);
  const std::uint32_t more = std::max(a.terms, b.terms);
  return a.positions == b.positions && a.negations == b.negations &&
         a.new_numbers == b.new_numbers && a.new_names == b.new_names &&
         a.units == b.units && a.causes == b.causes && 5 * fewer >= 3 * more;
}

[[nodiscard]] bool SayTheSame(const WordSet& a, const WordSet& b) noexcept;

}  // namespace answerbox::engine
