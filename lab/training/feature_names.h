// The names of the features, in the order of their numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/answer/evidence/answer_features.h"
#include "engine/answer/evidence/ranking_features.h"
#include "engine/answer/spans/span_features.h"

namespace answerbox::lab {

using FeatureNames = std::vector<std::string_view>;

template <typename Feature>
[[nodiscard]] FeatureNames NamesOf(std::size_t count) {
  FeatureNames names;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(ToString(static_cast<Feature>(i)));
  }
  return names;
}

[[nodiscard]] inline FeatureNames SentenceFeatureNames() {
  return NamesOf<engine::SentenceFeature>(engine::kSentenceFeatures);
}

// Those that a best sentence has beside the sentence's own.
[[nodiscard]] inline FeatureNames AnswerFeatureNames() {
  return NamesOf<engine::AnswerFeature>(engine::kAnswerFeatures -
                                        engine::kSentenceFeatures);
}

[[nodiscard]] inline FeatureNames SpanFeatureNames() {
  return NamesOf<engine::SpanFeature>(engine::kSpanFeatures);
}

// Appends a column for each name.
inline void AddColumns(const FeatureNames& names, std::string& line) {
  for (const std::string_view name : names) {
    line += '\t';
    line += name;
  }
}

}  // namespace answerbox::lab
