// What the ranker chose and what it should have chosen, for error analysis.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/answer/model/answer_model.h"
#include "lab/evaluate/run/evaluation.h"

namespace answerbox::lab {

struct RankingTrace {
  ObservedBest chosen;
  // The highest-ranked sentence that holds a gold answer.
  std::optional<ObservedSentence> right;
};

// Keeps a trace of every question.
class RankingTraces final : public QuestionVisitor {
 public:
  // Precondition: the questions are asked with this model.
  RankingTraces(std::size_t questions, const engine::AnswerModel& model)
      : traces_(questions), model_(model) {}

  void OnAsked(const AskedQuestion& asked) override;

  // By the question's number. Nothing where there was no sentence to choose
  // from, and in profile paper.
  [[nodiscard]] std::span<const std::optional<RankingTrace>> traces() const {
    return traces_;
  }

 private:
  std::vector<std::optional<RankingTrace>> traces_;
  const engine::AnswerModel& model_;
};

}  // namespace answerbox::lab
