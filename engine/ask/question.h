// What is asked.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/ranking/learned_sentences.h"
#include "engine/answer/ranking/paper_sentences.h"
#include "engine/answer/spans/span_model.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::engine {

inline constexpr std::size_t kMaxQuestionBytes = 4096;
inline constexpr std::size_t kMaxRunnersUp = 20;

struct Question {
  std::string_view text;       // Valid UTF-8, at most kMaxQuestionBytes.
  double theta = 0.0;          // In [0, 1]: below it the question is refused.
  std::size_t runners_up = 3;  // At most kMaxRunnersUp.
  Arithmetic arithmetic = Arithmetic::kFixed;
  // Whether to look up the paragraph around the answer, for people to read.
  bool with_context = true;
  // Whether to look for the part of the best sentence that answers by itself;
  // costs as much as asking a few pages. Profile default alone.
  bool with_short = false;
  PaperWeights paper_weights = {};  // Profile paper alone.
  // Profile default alone: weights instead of the program's own, and who is
  // told what was looked at; null: neither.
  const AnswerModel* model = nullptr;
  const SpanModel* span_model = nullptr;
  RankingObserver* observer = nullptr;
};

}  // namespace answerbox::engine
