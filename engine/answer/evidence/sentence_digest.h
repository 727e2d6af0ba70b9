// A digest of a candidate sentence: what it has in common with the question and
// what else it holds. Computed from the stored words in one pass, without
// reading the text.
#pragma once

#include <cstdint>
#include <span>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/evidence/soft_matches.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

struct SentenceDigest {
  TermMask same = 0;           // Terms of the question that the sentence holds.
  TermMask opposed = 0;        // Terms whose opposite it holds.
  TermMask opening = 0;        // Terms of `same` before any other term.
  PositionMask positions = 0;  // Words of the question that it holds.
  PositionMask pairs = 0;      // Bit p: it holds words p - 1 and p together.
  PositionMask term_pairs =
      0;  // The same for terms, whatever stands between them.
  // Bit p: it holds terms p - 1 and p + 1 of the question, two to four words
  // apart. If it lacks term p, another term may stand in its place.
  PositionMask bridged = 0;
  std::uint16_t words = 0;
  std::uint16_t terms = 0;
  // Number of words of the shortest part that holds all of `same`; 0 if `same`
  // is empty.
  std::uint16_t window = 0;
  std::uint8_t longest_run = 0;   // The most words of the question in a row.
  std::uint8_t common_terms = 0;  // Longest common subsequence of terms.
  // Numbers of words that the question does not have; at most 255 each.
  std::uint8_t new_names = 0;
  std::uint8_t new_numbers = 0;
  std::uint8_t new_years = 0;
  std::uint8_t new_terms = 0;
  std::uint8_t months = 0;
  std::uint8_t causes = 0;
  std::uint8_t units = 0;
  std::uint8_t negations = 0;
  // The least distance in words from a new name, and from a new number, to a
  // term of the question. kFarAway: it is greater, or there is none.
  std::uint8_t name_distance = kFarAway;
  std::uint8_t number_distance = kFarAway;
  bool begins_with_pronoun = false;

  static constexpr std::uint8_t kFarAway = 31;
};

// A word of the question at a place of the sentence.
struct FoundWord {
  std::uint16_t place = 0;
  std::uint8_t term = 0;
};

// How close a sentence's words are to each term of the question.
struct SimilarityRows {
  std::span<Similarity> alike;        // By the closest word.
  std::span<Similarity> related;      // By the closest related word.
  std::span<Similarity> all_related;  // The same with the thesaurus.
};

// Reads the digests of one segment's sentences.
class DigestReader {
 public:
  //   found  working memory
  DigestReader(const QuestionWords& question, const SoftMatches& matches,
               std::span<FoundWord, kMaxSentenceTerms> found) noexcept
      : question_(question), matches_(matches), found_(found) {}

  // Raises `rows`, which are zeros before their first sentence.
  [[nodiscard]] SentenceDigest Read(std::span<const SentenceWord> words,
                                    const SimilarityRows& rows) const noexcept;

 private:
  // Reads without a look at phrases are a little faster, and nearly all.
  template <bool kHasPhrases>
  [[nodiscard]] SentenceDigest ReadWords(
      std::span<const SentenceWord> words,
      const SimilarityRows& rows) const noexcept;

  const QuestionWords& question_;
  const SoftMatches& matches_;
  std::span<FoundWord, kMaxSentenceTerms> found_;
};

}  // namespace answerbox::engine
