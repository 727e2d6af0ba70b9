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
#include "engine/text/character_class.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// How many slips of the hand turn one word into another: inserted, left out
// and wrong letters, and neighbours swapped (Damerau, each place edited at most
// once). The other word comes letter by letter, so that words which begin alike
// share the work of their common beginning.

// 16 for each edit, less 1 for each edit that fingers make most easily: a
// letter next to the right one on a keyboard (QWERTY), two letters swapped, a
// letter doubled or not doubled. So fewer edits always cost less, whichever
// they are, while there are less than 16.
using EditCost = std::uint16_t;
inline constexpr EditCost kEditCost = 16;

[[nodiscard]] constexpr unsigned EditsOf(EditCost cost) noexcept {
  return (cost + kEditCost - 1) / kEditCost;
}
[[nodiscard]] constexpr unsigned SlipsOf(EditCost cost) noexcept {
  return EditsOf(cost) * kEditCost - cost;
}

inline constexpr std::size_t kMaxEditedLetters = 32;

class EditRows {
 public:
  // The longest other word.
  static constexpr std::size_t kMaxOtherLetters = kMaxEditedLetters + 2;

  //   word  1 to kMaxEditedLetters code points; they outlive the object
  explicit EditRows(std::span<const char32_t> word) noexcept;

  // Appends a letter to the other word. Linear in the word. Precondition:
  // size() < kMaxOtherLetters.
  void Push(char32_t letter) noexcept;
  // Keeps the first letters of the other word. Precondition: letters <= size().
  void Truncate(std::size_t letters) noexcept { size_ = letters; }

  // Letters of the other word.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  // The cost of turning the other word into the first letters of the word.
  // Precondition: letters is at most the length of the word.
  [[nodiscard]] EditCost At(std::size_t letters) const noexcept {
    return rows_[size_][letters];
  }
  [[nodiscard]] EditCost Whole() const noexcept { return At(word_.size()); }
  // No word that begins with the other word costs less.
  [[nodiscard]] EditCost Least() const noexcept { return least_[size_]; }

 private:
  using Row = std::array<EditCost, kMaxEditedLetters + 1>;

  std::span<const char32_t> word_;
  std::array<char32_t, kMaxOtherLetters> other_;
  std::array<Row, kMaxOtherLetters + 1> rows_;  // By letters of the other word.
  std::array<EditCost, kMaxOtherLetters + 1> least_;
  std::size_t size_ = 0;
};

// A term with an ending.
inline constexpr std::size_t kMaxNeighbourBytes = 2 * kMaxTermBytes;

// A word that is spelled letter by letter beside the word that it may stand
// for: its bytes, and how far its letters are from the other.
class SpelledWord {
 public:
  explicit SpelledWord(std::span<const char32_t> word) : rows_(word) {}

  [[nodiscard]] std::size_t letters() const { return rows_.size(); }
  [[nodiscard]] std::string_view text() const {
    return {text_.data(),
            letters() == 0 ? std::size_t{0} : ends_[letters() - 1]};
  }
  [[nodiscard]] const EditRows& rows() const { return rows_; }

  void Truncate(std::size_t letters) { rows_.Truncate(letters); }
  // Keeps the letters that end within the first `bytes`.
  void TruncateToBytes(std::size_t bytes) {
    while (text().size() > bytes) Truncate(letters() - 1);
  }

  // Appends the next letter of `word`, of which text() is the beginning. False
  // if there is no room.
  bool PushNextOf(std::string_view word) {
    const std::size_t begin = text().size();
    const Character letter = Decode(word, begin);
    const std::size_t end = begin + letter.bytes;
    if (letters() == EditRows::kMaxOtherLetters || end > text_.size()) {
      return false;
    }
    for (std::size_t i = begin; i < end; ++i) text_[i] = word[i];
    rows_.Push(letter.code_point);
    ends_[letters() - 1] = static_cast<std::uint8_t>(end);
    return true;
  }

 private:
  std::array<char, kMaxNeighbourBytes> text_;
  std::array<std::uint8_t, EditRows::kMaxOtherLetters> ends_;
  EditRows rows_;
};

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
