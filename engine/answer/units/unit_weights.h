// The weights of leaves and units. training/README.md, "Units", says how they
// are made; docs/quality.md, what they were measured on.
#pragma once

#include <array>
#include <cstdint>

#include "engine/answer/units/leaf_features.h"
#include "engine/answer/units/unit_ranking.h"

namespace answerbox::engine {

// In 1/4096, by LeafFeature and UnitFeature. A score is the sum of feature
// times weight, over 1024.
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeights;
// Added to kLeafWeights, times UnitFeature::kDocuments: what tells the right
// page of many says little about the right place of one.
extern const std::array<std::int32_t, kLeafFeatures> kLeafWeightsOfMany;
extern const std::array<std::int32_t, kUnitFeatures> kUnitWeights;

// The judge's: the log-odds that a unit answers are the weighted features,
// kJudgeSentence times the log-odds of the sentence ranker's best sentence, and
// kJudgeConstant.
extern const std::array<std::int32_t, kUnitFeatures> kJudgeWeights;
extern const std::int32_t kJudgeSentence;
extern const std::int32_t kJudgeConstant;

// What a hundred words cost where answers of 60 words are wished for, in
// 1/4096. A negative price prefers more words.
struct WordPrices {
  std::int32_t each;
  // In addition, words past the wish; of a section that is asked for, words
  // past twice the wish. A list is shown whole, so its words cost less.
  std::int32_t past_wish;
  std::int32_t past_wish_in_list;
};
extern const WordPrices kWordPrices;

}  // namespace answerbox::engine
