// How much each sentence of a pool has to do with a question.
#pragma once

#include <cstdint>
#include <span>

#include "engine/ask/inquiry.h"
#include "engine/gathering/gathering.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/numeric/fixed_point.h"
#include "engine/result.h"
#include "engine/selection/unit_vectors.h"

namespace answerbox::engine {

struct Relevance {
  std::span<Q16> scores;        // [sentences] divided by the greatest: [0, 1].
  std::span<ChosenFor> causes;  // [sentences] what most of a score comes from.
  // Whether a heading or title above one of them tells what is asked.
  bool headings_tell = false;
};

// By the words of the question in a sentence, in the sentences beside it, and
// in the headings above it. Words weigh by their idf in the collection. In
// sentences, synonyms and other forms of abbreviations count eight tenths of
// the words that they stand for.
// Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<Relevance> RelevanceToQuestion(const Inquiry& inquiry,
                                                    const SentencePool& pool);

// For long answers: relevance to the question, together with how central a
// sentence is and how close it is to the ten most relevant ones. Where headings
// tell what is asked, relevance decides. In text without them the question's
// words are everywhere or nowhere, and what the text says most counts more.
// Errors as above.
[[nodiscard]] Result<Relevance> RelevanceForLongAnswer(
    const Inquiry& inquiry, const SentencePool& pool,
    const UnitVectors& vectors, const GatheringWeights& weights);

// For summaries: the cosine with the sum of all sentences, less for sentences
// of few words and for direct speech. Throws std::bad_alloc past the arena.
[[nodiscard]] Relevance CentralRelevance(const SentencePool& pool,
                                         const UnitVectors& vectors,
                                         const GatheringWeights& weights,
                                         Arena& arena);

// (1 - share_of_b) a + share_of_b b.
[[nodiscard]] Relevance Blended(const Relevance& a, const Relevance& b,
                                Q16 share_of_b);

// Raises the relevance of the sentences by which the question would be
// answered: the eight that the ranker of answers finds best
// (learned_sentences.h): what is asked for is often not in a sentence with most
// of the question's words, and the ranker knows which kinds of words answer
// which kinds of questions. Changes nothing in profile paper, whose ranker is
// another. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past the arena.
[[nodiscard]] Result<void> RaiseLikelyAnswers(const Inquiry& inquiry,
                                              const SentencePool& pool,
                                              const Relevance& relevance);

}  // namespace answerbox::engine
