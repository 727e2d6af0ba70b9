// The terms of an answer, and their places in its context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/grounding/consens/consens.h"
#include "engine/grounding/contradictions/checked_answer.h"
#include "engine/language_model/word_probability.h"
#include "engine/numeric/arena.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

inline constexpr std::uint32_t kNoTerm = 0xFFFF'FFFF;
// The most sentences of the context that are kept for one term or pair: those
// in which it is most frequent relative to their length.
inline constexpr std::size_t kMaxTermPlaces = 64;
// A shorter sentence counts as this long, in terms.
inline constexpr std::uint32_t kLeastSentenceTerms = 16;

// A word or number of the answer.
struct AnswerWord {
  ByteRange range;
  std::uint32_t term = kNoTerm;  // kNoTerm: a stop word.
  // The number of the pair of this term and the term before it in the sentence,
  // with any stop words between them. kNoTerm: there is no pair.
  std::uint32_t pair = kNoTerm;
  std::uint32_t previous = kNoTerm;  // The term before it.
  std::uint32_t sentence = 0;
};

struct AnswerSentence {
  ByteRange range;
};

struct AnswerTerm {
  std::string_view text;
  bool is_asked = false;  // A word of the question.
  bool is_answered = false;
};

// A term of the thesaurus that is related to a term.
struct RelatedTerm {
  std::uint32_t term = 0;      // Its number; may be that of no AnswerTerm.
  std::uint8_t closeness = 0;  // In 1/256.
};

struct ContextSentence {
  ContextPlace place;
  std::uint32_t terms = 0;
  std::uint32_t needed = 0;  // How many of these the answer has.
  std::uint32_t asked = 0;   // How many of these the question has.
};

// A sentence of the context that contains a term or pair.
struct TermPlace {
  std::uint32_t sentence = 0;
  std::uint32_t frequency = 0;
};

// The numbers and places of terms. Terms of the question and the answer come
// first, then the terms related to the answer's.
class GroundingTerms {
 public:
  // Reads the answer, its question and context. Each text is read once; the
  // context's places are sorted once. Takes 8 bytes per word of the context
  // from the arena, 28 per sentence, some 130 per word of the answer and 70 per
  // related term. Errors: those of `counts`. Throws std::bad_alloc past the
  // arena.
  //   counts  null: nothing is known of the collection
  [[nodiscard]] static Result<GroundingTerms> Read(
      const CheckedAnswer& answer, const BackgroundCounts* counts,
      TermNormalizer& normalizer, Arena& arena);

  [[nodiscard]] std::span<const AnswerWord> words() const { return words_; }
  [[nodiscard]] std::span<const AnswerSentence> answer_sentences() const {
    return answer_sentences_;
  }
  // Returns the terms of the question and the answer, by number.
  [[nodiscard]] std::span<const AnswerTerm> terms() const { return terms_; }
  [[nodiscard]] std::span<const ContextSentence> sentences() const {
    return sentences_;
  }
  // Number of terms of the whole context.
  [[nodiscard]] std::uint64_t context_terms() const { return context_terms_; }

  // Returns the places of a term or pair, by sentence; at most kMaxTermPlaces.
  [[nodiscard]] std::span<const TermPlace> PlacesOf(std::uint32_t key) const {
    return places_.subspan(lists_[key].begin, lists_[key].size);
  }
  // Return its frequency in the whole context, and in sentences that are not
  // kept as places.
  [[nodiscard]] std::uint32_t FrequencyOf(std::uint32_t key) const {
    return lists_[key].frequency;
  }
  [[nodiscard]] std::uint32_t FurtherOf(std::uint32_t key) const {
    return lists_[key].further;
  }
  // Returns the key of a pair.
  [[nodiscard]] std::uint32_t KeyOfPair(std::uint32_t pair) const {
    return key_count_ + pair;
  }
  [[nodiscard]] std::span<const RelatedTerm> RelatedTo(
      std::uint32_t term) const {
    return related_.subspan(related_begins_[term],
                            related_begins_[term + 1] - related_begins_[term]);
  }
  // The counts are known for terms of the answer, and for related terms that
  // have a place.
  [[nodiscard]] const WordInCollection& InCollection(std::uint32_t term) const {
    return counts_[term];
  }

  // Compute the two relevances of Consens (consens.h).
  //   is_support  [sentences] whether it supports a sentence of the answer
  [[nodiscard]] std::optional<Q16> ContextRelevance() const;
  [[nodiscard]] std::optional<Q16> AnswerRelevance(
      std::span<const bool> is_support) const;

 private:
  struct List {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t frequency = 0;
    std::uint32_t further = 0;
  };
  class Reader;

  std::span<AnswerWord> words_;
  std::span<AnswerSentence> answer_sentences_;
  std::span<AnswerTerm> terms_;
  std::span<ContextSentence> sentences_;
  std::uint64_t context_terms_ = 0;
  std::uint32_t key_count_ = 0;  // Number of terms.
  std::span<TermPlace> places_;
  std::span<List> lists_;  // [terms and pairs]
  std::span<RelatedTerm> related_;
  std::span<std::uint32_t> related_begins_;  // [terms_ + 1]
  std::span<WordInCollection> counts_;       // [key_count_]
};

}  // namespace answerbox::engine
