// The thesaurus: for each of some thousand English terms, terms of about the
// same meaning or of the same matter, as "salt" for "sodium". Made from the
// lexicon in lab/training/lexicon. Some of the terms are phrases, as "blood
// sugar" for "glucose". Layout: docs/lab/thesaurus-format.md, "Unpacked"; this
// file is its only reader.
//
// No field is trusted unchecked: a damaged thesaurus gives other words or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/lexicon.h"
#include "engine/numeric/arena.h"
#include "engine/result.h"
#include "engine/retrieval/question_terms.h"

namespace answerbox::engine {

// A term or phrase that the thesaurus gives for another.
struct Neighbour : RelatedWord {
  // The lexicon gives it only the other way round.
  bool is_backward = false;
  // Its beginning tells that it is another form of the term (PrefixSimilarity).
  bool begins_alike = false;

  [[nodiscard]] bool is_phrase() const noexcept {
    return term.find(' ') != std::string_view::npos;
  }
  // Whether a word of a sentence can be told by it alone to be related.
  [[nodiscard]] bool is_other_word() const noexcept {
    return !begins_alike && !is_phrase();
  }
};

class Thesaurus {
 public:
  static constexpr std::uint16_t kVersion = 3;
  static constexpr std::size_t kHeaderBytes = 24;
  static constexpr std::size_t kEntryBytes = 6;
  static constexpr std::size_t kNeighbourBytes = 3;
  static constexpr std::size_t kMaxTerms = 1u << 17;
  static constexpr std::size_t kMaxNeighbours = 32;  // Of one term.
  // Bits of a neighbour, below the number of its term.
  static constexpr std::uint32_t kLevelBit = 1;
  static constexpr std::uint32_t kBackwardBit = 2;
  static constexpr std::uint32_t kAlikeBit = 4;
  static constexpr int kFlagBits = 3;

  // No words.
  Thesaurus() = default;

  //   bytes  outlive the result
  // Reads the header only. Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<Thesaurus> Open(
      std::span<const std::byte> bytes) noexcept;

  // The checksum of all bytes after the header, as the header gives it.
  [[nodiscard]] std::uint32_t checksum() const noexcept { return checksum_; }

  // Numbers of terms, or of the neighbours of one term. Half-open.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool empty() const noexcept { return begin == end; }
  };
  [[nodiscard]] Range all_terms() const noexcept { return {0, terms_}; }

  struct Found {
    Range neighbours;  // Strongest first; at most kMaxNeighbours.
    Range longer;      // Terms that begin with the term and a blank.
  };
  // What the thesaurus has for a term. Logarithmic in `among`.
  //   among  all_terms(), or Found::longer of the term without its last words
  [[nodiscard]] Found Find(std::string_view term, Range among) const noexcept;
  [[nodiscard]] Range Of(std::string_view term) const noexcept {
    return Find(term, all_terms()).neighbours;
  }
  // Precondition: `neighbour` is one of Found::neighbours.
  [[nodiscard]] Neighbour At(std::size_t neighbour) const noexcept;

 private:
  // The number of the first term in `among` that is not before `text`, else
  // its end.
  [[nodiscard]] std::size_t LowerBound(std::string_view text,
                                       Range among) const noexcept;
  [[nodiscard]] Range NeighboursOf(std::size_t number) const noexcept;
  [[nodiscard]] std::string_view TermAt(std::size_t number) const noexcept;
  // The end of an entry's text, or of its neighbours, as its bytes say.
  [[nodiscard]] std::size_t EndAt(std::size_t number,
                                  std::size_t field) const noexcept;

  std::span<const std::byte> entries_;
  std::span<const std::byte> neighbours_;
  std::string_view text_;
  std::size_t terms_ = 0;
  std::uint32_t checksum_ = 0;
};

// The thesaurus that is part of the program. The first call unpacks it, on the
// heap: before questions, where these may not wait. Throws std::bad_alloc, and
// the next call tries again.
[[nodiscard]] const Thesaurus& ShippedThesaurus();

inline constexpr std::size_t kMaxKeyWords = 4;

// A phrase is a run of at most 4 key words. A key word is a word's term, or a
// stop word itself; articles, pronouns and possessives are none, and "n't" is
// "not". So "can't my son sleep" has the key words "not", "son", "sleep". The
// thesaurus holds a phrase as its key words with a blank between them. Only
// QuestionTerms::words are read. They leave a term out where it comes again, so
// "face to face" is not found.
//
// The key word of a word of the question; empty if it is none.
[[nodiscard]] std::string_view KeyWordOf(const QuestionTerms& terms,
                                         const QuestionWord& word) noexcept;

struct QuestionPhrase {
  Thesaurus::Range neighbours;
  std::uint64_t terms = 0;    // Bit t: it has QuestionTerms::distinct[t].
  std::size_t key_words = 0;  // 1 to kMaxKeyWords.
};

// The question's phrases that the thesaurus knows and that have a term, by
// their first words. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const QuestionPhrase> FindPhrases(
    const QuestionTerms& terms, const Thesaurus& thesaurus, Arena& arena);

// The thesaurus as the program holds it until it is asked for: half as large,
// but not to be looked up in. Layout: docs/lab/thesaurus-format.md.
// No thesaurus is larger, unpacked, after its header.
inline constexpr std::size_t kMaxThesaurusBytes = 2'500'000;

// Returns what Thesaurus::Open takes. Errors: kTruncated, kCorrupt,
// kUnsupportedVersion. Allocates the result, and while it runs at most as much
// again. Throws std::bad_alloc.
[[nodiscard]] Result<std::vector<std::byte>> UnpackThesaurus(
    std::span<const std::byte> packed);

}  // namespace answerbox::engine
