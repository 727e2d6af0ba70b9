// LexRank: how central a sentence is among others. Erkan and Radev, "LexRank:
// Graph-based Lexical Centrality as Salience in Text Summarization", JAIR 2004,
// in its continuous form: a random walk whose steps are as likely as the
// idf-modified cosines (equation 1) of the sentences, with idf = ln(n / n_t)
// over the n sentences themselves.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lab/evaluate/baselines/sentence.h"

namespace answerbox::lab {

// The share of a sentence's score that comes from sentences like it; the rest
// is the same for all. 1 - d of the paper, which takes d from .1 to .2.
inline constexpr double kLexRankDamping = 0.85;

// Each pair of sentences that share a term takes 16 bytes, so at most 1 GiB.
inline constexpr std::size_t kMaxLexRankSentences = 8192;

// Each sentence's score; all sum to 1. Iterates until no score changes by more
// than a millionth of the mean, at most 200 times.
// Precondition: at most kMaxLexRankSentences.
[[nodiscard]] std::vector<double> LexRank(
    std::span<const BaselineSentence> sentences);

}  // namespace answerbox::lab
