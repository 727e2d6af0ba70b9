// Which terms of a segment's dictionary stand for which terms of the question,
// and how closely: a term stands for itself fully, for one that begins alike by
// the share of the common beginning ("vaccin" for "vaccinat": 6 / 8), and for
// one that it is related to by the closeness that the model knows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/related_words.h"
#include "engine/retrieval/question_terms.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

// Unsigned Q1.15: 32768 is the term itself, 0 no relation.
using Similarity = std::uint16_t;
inline constexpr Similarity kSame = 1u << 15;

// Common beginning over the longer length, in bytes: 0 below 0.6, when fewer
// than four bytes agree, or when either is a number: another number is not
// alike.
[[nodiscard]] Similarity PrefixSimilarity(std::string_view a,
                                          std::string_view b) noexcept;

enum class MatchKind : std::uint8_t {
  kAlike,     // The term itself, or one that begins alike.
  kOpposite,  // opposites.h
  kRelated,   // related_words.h
};

struct SoftMatch {
  TermNumber number = 0;           // In the segment's dictionary.
  std::uint8_t question_term = 0;  // Index into QuestionTerms::distinct.
  MatchKind kind = MatchKind::kAlike;
  // kSame of the term itself alone; of opposites 0.
  Similarity similarity = 0;
};

// Matches of one segment, sorted by term number. A term may stand for one of
// the question in several ways.
class SoftMatches {
 public:
  // Walks the dictionary's terms that share enough bytes with a question term,
  // and looks for their opposites and related words. Where very many terms
  // begin so, the rest of them is left to Of(). `segment` outlives the result.
  // Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
  [[nodiscard]] static Result<SoftMatches> Find(const LiveSegment& segment,
                                                std::size_t segment_index,
                                                const QuestionTerms& terms,
                                                const TermLookup& lookup,
                                                const RelatedWords& related,
                                                Arena& arena);

  // Everything that the term stands for, until the next call.
  [[nodiscard]] std::span<const SoftMatch> Of(
      TermNumber number) const noexcept {
    return late_ == nullptr ? Listed(number) : LookUp(number);
  }

  // kTruncated or kCorrupt where Of() could not read a term. The caller
  // asks before what it gave is used.
  [[nodiscard]] Result<void> status() const noexcept;

 private:
  // Terms that were not walked: one that begins like a question's term is read
  // when it is asked for. So what a word of a sentence stands for does not
  // depend on what else the dictionary holds.
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
    std::span<SoftMatch> found;  // Room for those of one term.
    std::optional<Error> error;
  };
  class Collector;

  [[nodiscard]] std::span<const SoftMatch> Listed(
      TermNumber number) const noexcept;
  [[nodiscard]] std::span<const SoftMatch> LookUp(
      TermNumber number) const noexcept;

  Late* late_ = nullptr;  // Null: all were walked, as nearly always.
  std::span<const SoftMatch> matches_;
  // One bit per term number modulo 1024: most terms of a text match nothing.
  std::span<std::uint64_t> filter_;
};

}  // namespace answerbox::engine
