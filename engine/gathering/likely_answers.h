// Sentences by which a question would be answered.
#pragma once

#include "engine/ask/inquiry.h"
#include "engine/gathering/relevance.h"
#include "engine/gathering/sentence_pool.h"
#include "engine/result.h"

namespace answerbox::engine {

// Raises the relevance of the eight sentences that the ranker of answers finds
// best (learned_sentences.h): what is asked for is often not in a sentence with
// most of the question's words, and the ranker knows which kinds of words
// answer which kinds of questions. Changes nothing in profile paper, whose
// ranker is another. Errors: kTruncated, kCorrupt. Throws std::bad_alloc past
// the arena.
[[nodiscard]] Result<void> RaiseLikelyAnswers(const Inquiry& inquiry,
                                              const SentencePool& pool,
                                              const Relevance& relevance);

}  // namespace answerbox::engine
