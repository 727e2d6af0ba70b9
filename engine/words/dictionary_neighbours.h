// The words of the live documents that are nearest to a word which none of them
// has. A word is in the dictionary if a live document has its term, so removed
// documents, and how documents lie in segments, change nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/index/reading/live_segment.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"
#include "engine/words/edit_rows.h"

namespace answerbox::engine {

// The code points of a word that is all letters.
class Letters {
 public:
  // Has none if `word` has another character, or more than kMaxEditedLetters.
  explicit Letters(std::string_view word) noexcept;

  [[nodiscard]] std::span<const char32_t> all() const noexcept {
    return std::span(letters_).first(size_);
  }

 private:
  std::array<char32_t, kMaxEditedLetters> letters_;
  std::size_t size_ = 0;
};

// The most neighbours; of more, those that cost least are kept.
inline constexpr std::size_t kMaxNeighbours = 16;

struct Neighbour {
  std::string_view term;
  // Of the form of the term that is nearest to the word that was looked up:
  // with any ending that the stemmer takes off; with an inflection (none, "s",
  // "ed", "ing"); with "e" or "es". Documents may have none of these forms. The
  // last two are more than `most_edits` if they are too far.
  EditCost cost = 0;
  EditCost inflected_cost = 0;
  EditCost silent_e_cost = 0;
  std::uint64_t frequency = 0;  // Live chunks that hold the term.
};

// The neighbours, by cost and then by term. A neighbour begins with the same
// letter as the word, or with its first two letters swapped. Some of those with
// more edits than another has with an inflection are left out. Linear in the
// terms that begin so. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past
// the arena.
//   word        in lower case; has two Letters or more
//   most_edits  1 or 2
//   normalizer  of profile default
[[nodiscard]] Result<std::span<const Neighbour>> FindNeighbours(
    std::span<const LiveSegment> segments, std::string_view word,
    unsigned most_edits, TermNormalizer& normalizer, Arena& arena);

// How many chunks are read for the forms of a term: the first ones by their
// documents' names that hold it.
inline constexpr std::size_t kFormChunks = 16;

struct DocumentWord {
  std::string_view text;  // In lower case, in the arena. Empty: there is none.
  EditCost cost = 0;
};

// In which form the documents have a term: "hospital" for "hospit". Of the
// words with this term in live documents, the one nearest to `word`; of words
// as near, the shortest, and then the first. Linear in the chunks that hold the
// term, of which only kFormChunks are read. Errors: kTruncated, kCorrupt.
// Throws std::bad_alloc past the arena.
//   word        1 to kMaxEditedLetters letters
//   least       a word of this cost or less is near enough to read no more
//   normalizer  of profile default
[[nodiscard]] Result<DocumentWord> FindDocumentWord(
    std::span<const LiveSegment> segments, std::string_view term,
    std::span<const char32_t> word, EditCost least, TermNormalizer& normalizer,
    Arena& arena);

}  // namespace answerbox::engine
