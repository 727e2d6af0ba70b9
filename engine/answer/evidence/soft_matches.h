// Finds which terms of a segment's dictionary match which terms of the
// question, and how closely:
// - the term itself, and a synonym: fully; a synonym of several terms only
// where
//   they stand together, which phrases() is for;
// - a term that begins alike: by the share that is common ("vaccin" and
//   "vaccinat": 6 / 8);
// - a related term: by the closeness that the model or the thesaurus gives.
//   A word that the thesaurus has for a phrase of the question matches each of
//   the phrase's terms.
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/lexicon.h"
#include "engine/answer/evidence/thesaurus.h"
#include "engine/index/terms/term_dictionary.h"
#include "engine/numeric/arena.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {

// Tells most words of a text apart from a question's terms by their first
// bytes. Stemming is what takes time where a text is compared with a question.
class TermBeginnings {
 public:
  explicit TermBeginnings(std::span<const QuestionTerm> terms) noexcept {
    for (const QuestionTerm& term : terms) {
      first_bytes_.set(static_cast<unsigned char>(term.term.front()));
    }
  }

  // Whether a word may have something in common with a term
  // (PrefixSimilarity). A term begins as its word does, in lower case, and
  // words that have something in common begin alike. What is not ASCII may be
  // composed with the letter before it. Precondition: not empty.
  [[nodiscard]] bool MayMatch(std::string_view word) const noexcept {
    const auto byte = [&](std::size_t i) {
      return static_cast<unsigned char>(word[i]);
    };
    if (word.size() > 1 && byte(1) >= 0x80) return true;
    if (IsDigit(word[0])) return first_bytes_[byte(0)];
    return !IsLetter(word[0]) || first_bytes_[byte(0) | 0x20];
  }

 private:
  std::bitset<256> first_bytes_;
};

// A set of numbers, such as term prefixes (PrefixOf()), as a Bloom filter
// with one hash: it has all that were added, and seems to have a few others.
class PrefixFilter {
 public:
  // For `count` numbers. About one in a hundred others seems to be there.
  // Throws std::bad_alloc past the arena.
  PrefixFilter(std::size_t count, Arena& arena)
      : bits_(MakeSpan<std::uint64_t>(arena, std::bit_ceil(count + 1))),
        shift_(64 - std::countr_zero(64 * bits_.size())) {}

  void Add(std::uint64_t number) noexcept {
    const std::size_t place = PlaceOf(number);
    bits_[place / 64] |= std::uint64_t{1} << place % 64;
  }

  [[nodiscard]] bool MayHave(std::uint64_t number) const noexcept {
    const std::size_t place = PlaceOf(number);
    return (bits_[place / 64] >> place % 64 & 1) != 0;
  }

 private:
  // Multiplicative hashing by the golden ratio (Knuth, The Art of Computer
  // Programming, volume 3, section 6.4).
  [[nodiscard]] std::size_t PlaceOf(std::uint64_t number) const noexcept {
    return static_cast<std::size_t>(number * 0x9E3779B97F4A7C15u >> shift_);
  }

  std::span<std::uint64_t> bits_;
  int shift_;
};

// Unsigned Q1.15: 32768 is the term itself, 0 is no match.
using Similarity = std::uint16_t;
inline constexpr Similarity kSame = 1u << 15;

enum class MatchKind : std::uint8_t {
  kAlike,      // The term itself, a synonym, or one that begins alike.
  kCapital,    // A synonym that counts only with a capital.
  kOpposite,   // opposites.h
  kRelated,    // RelatedWords
  kNeighbour,  // thesaurus.h
};

// How a term of a segment's dictionary matches a term of a question.
struct SoftMatch {
  TermNumber number = 0;           // In the segment's dictionary.
  std::uint8_t question_term = 0;  // Index into QuestionTerms::distinct.
  MatchKind kind = MatchKind::kAlike;
  // kSame only for the term itself and its synonyms; 0 for opposites.
  Similarity similarity = 0;
};

// Where related words are looked up. Null: nowhere.
struct RelatedSources {
  const RelatedWords* pairs = nullptr;
  const Thesaurus* thesaurus = nullptr;
};

// A word that stands for terms of a question: an opposite, a related word, or
// what the thesaurus has for its terms and phrases. They are the same for all
// segments.
struct WantedWord {
  std::uint64_t prefix = 0;  // PrefixOf(text)
  std::string_view text;     // Not empty.
  // The terms that it stands for. Bit t: QuestionTerms::distinct[t].
  std::uint64_t question_terms = 0;
  MatchKind kind = MatchKind::kRelated;
  Similarity similarity = 0;
};

// Views into the sources. Throws std::bad_alloc past the arena.
[[nodiscard]] std::span<const WantedWord> FindWantedWords(
    const QuestionTerms& terms, const RelatedSources& sources, Arena& arena);

// Length of the common beginning divided by the longer length, in bytes. 0 if
// that is below 0.6, if fewer than four bytes agree, or if either is a number:
// different numbers are never alike.
[[nodiscard]] Similarity PrefixSimilarity(std::string_view a,
                                          std::string_view b) noexcept;

// A synonym of several terms, by their numbers in the segment's dictionary.
struct PhraseMatch {
  std::span<const TermNumber> numbers;
  const QuestionSynonym* synonym = nullptr;
};

// The matches of one segment. A term may match a term of
// the question in several ways.
class SoftMatches {
 public:
  // Walks a small dictionary once. In a larger one it walks the terms that
  // share enough first bytes with a question term, and looks up the wanted
  // words. If very many terms share these bytes, Of() compares the rest of them
  // when asked. `segment` outlives the result. Errors: kTruncated, kCorrupt.
  // Throws std::bad_alloc past the arena.
  [[nodiscard]] static Result<SoftMatches> Find(
      const LiveSegment& segment, std::size_t segment_index,
      const QuestionTerms& terms, const TermLookup& lookup,
      std::span<const WantedWord> wanted, Arena& arena);

  // All matches of the term. Valid until the next call.
  [[nodiscard]] std::span<const SoftMatch> Of(
      TermNumber number) const noexcept {
    return late_ == nullptr ? Listed(number) : LookUp(number);
  }

  // The synonyms of several terms whose terms the segment has. Their terms are
  // no matches by themselves.
  [[nodiscard]] std::span<const PhraseMatch> phrases() const noexcept {
    return phrases_;
  }

  // kTruncated or kCorrupt if Of() could not read a term. The caller checks it
  // before it uses the results of Of().
  [[nodiscard]] Result<void> status() const noexcept;

 private:
  // A range of terms that Find() did not walk. Of() reads such a term when it
  // is asked for. So a word's matches do not depend on the other terms of the
  // dictionary.
  struct LateRange {
    TermNumber begin = 0;  // In the dictionary; half-open.
    TermNumber end = 0;
    std::uint8_t question_term = 0;
  };
  struct Late {
    const TermDictionary* dictionary = nullptr;
    std::span<const QuestionTerm> terms;
    std::array<LateRange, kMaxQuestionTerms> ranges;
    std::size_t range_count = 0;
    std::span<SoftMatch> found;  // Room for the matches of one term.
    std::optional<Error> error;
  };
  class Collector;

  // Matches of numbers that are equal modulo this stand together: most terms of
  // a text match nothing, and their place tells so at once.
  static constexpr std::size_t kPlaces = 256;

  [[nodiscard]] std::span<const SoftMatch> Listed(
      TermNumber number) const noexcept {
    std::uint32_t begin = begins_[number % kPlaces];
    const std::uint32_t end = begins_[number % kPlaces + 1];
    while (begin < end && matches_[begin].number != number) ++begin;
    std::uint32_t past = begin;
    while (past < end && matches_[past].number == number) ++past;
    return matches_.subspan(begin, past - begin);
  }
  [[nodiscard]] std::span<const SoftMatch> LookUp(
      TermNumber number) const noexcept;

  Late* late_ =
      nullptr;  // Null: all terms were walked, as in nearly all questions.
  std::span<const SoftMatch> matches_;
  std::span<const PhraseMatch> phrases_;
  std::span<const std::uint32_t> begins_;  // [place], in matches_; one more.
};

}  // namespace answerbox::engine
