// Computes how relevant each sentence of a pool is to a question.
#pragma once

#include <cstdint>
#include <span>

#include "engine/ask/inquiry.h"
#include "engine/gathering/gathering.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/selection/unit_similarities.h"

namespace answerbox::engine {

struct Relevance {
  std::span<Q16> scores;  // [sentences] divided by the greatest: [0, 1].
  // [sentences] what most of the score comes from.
  std::span<ChosenFor> causes;
  // Whether a heading or title above a sentence matches what is asked.
  bool headings_tell = false;
};

// Scores by the words of the question in a sentence, in its neighbours, and in
// the headings above it. Words weigh by their idf in the collection. In
// sentences, synonyms and other forms of abbreviations count eight tenths of
// the words that they replace.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Relevance> RelevanceToQuestion(const Inquiry& inquiry,
                                                    const SentencePool& pool);

// For long answers: combines relevance to the question with how central a
// sentence is and how close it is to the ten most relevant ones. If headings
// match what is asked, relevance alone decides. In texts without such headings
// the question's words are everywhere or nowhere, so what the text says most
// counts more. Errors as above.
[[nodiscard]] Result<Relevance> RelevanceForLongAnswer(
    const Inquiry& inquiry, const SentencePool& pool,
    const UnitVectors& vectors, const GatheringWeights& weights);

// For summaries: returns the cosine with the sum of all sentences, reduced for
// short sentences and direct speech. Throws std::bad_alloc past the arena.
[[nodiscard]] Relevance CentralRelevance(const SentencePool& pool,
                                         const UnitVectors& vectors,
                                         const GatheringWeights& weights,
                                         Arena& arena);

// Returns (1 - share_of_b) a + share_of_b b.
[[nodiscard]] Relevance Blended(const Relevance& a, const Relevance& b,
                                Q16 share_of_b);

// Raises the relevance of the eight sentences that the ranker of answers finds
// best (learned_sentences.h). The wanted fact is often not in a sentence with
// most of the question's words, and the ranker knows which kinds of words
// answer which kinds of questions. Changes nothing in profile paper, which has
// another ranker. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the
// arena.
[[nodiscard]] Result<void> RaiseLikelyAnswers(const Inquiry& inquiry,
                                              const SentencePool& pool,
                                              const Relevance& relevance);

}  // namespace answerbox::engine
