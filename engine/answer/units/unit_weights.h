// The weights of the judge of units, and the prices of words.
// lab/training/README.md, "Units", says how they are made; docs/lab/quality.md,
// what they were measured on.
#pragma once

#include <array>
#include <cstdint>

#include "engine/answer/units/unit_features.h"

namespace answerbox::engine {

// The judge's weights, in 1/4096. The log-odds that a unit answers are
// Weighed(row, kJudgeWeights), kJudgeTrees times the score of the judging
// trees, kJudgeSentence times the log-odds of the sentence ranker's best
// sentence, and kJudgeConstant.
extern const std::array<std::int32_t, kUnitFeatures> kJudgeWeights;
extern const std::int32_t kJudgeTrees;
extern const std::int32_t kJudgeSentence;
extern const std::int32_t kJudgeConstant;

// What a hundred words cost where answers of 60 words are wished for, in
// 1/65536 of the probability that they answer.
struct WordPrices {
  std::int32_t each;
  // In addition, words past the wish; of a section that is asked for, words
  // past twice the wish. A list is shown whole, so its words cost less.
  std::int32_t past_wish;
  std::int32_t past_wish_in_list;
};
extern const WordPrices kWordPrices;

}  // namespace answerbox::engine
