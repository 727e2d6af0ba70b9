#include "lab/evaluate/gathering/strategy.h"

#include <cassert>

namespace answerbox::lab {
namespace {

const char* NameOf(StrategyKind kind) {
  switch (kind) {
    case StrategyKind::kOurs:
      return "ours";
    case StrategyKind::kRelevance:
      return "relevance";
    case StrategyKind::kMmr:
      return "mmr";
    case StrategyKind::kFps:
      return "fps";
    case StrategyKind::kChunks:
      return "chunks";
    case StrategyKind::kLexRank:
      return "lexrank";
  }
  return "";
}

bool IsDiverse(StrategyKind kind) {
  return kind == StrategyKind::kMmr || kind == StrategyKind::kFps;
}

}  // namespace

StrategyLabel LabelOf(const EvaluatedStrategy& strategy) {
  StrategyLabel label{.name = NameOf(strategy.kind)};
  if (IsDiverse(strategy.kind)) {
    label.alpha = strategy.alpha;
    label.window = strategy.window;
  }
  return label;
}

void Apply(const EvaluatedStrategy& strategy, engine::GatheringQuery& query) {
  assert(strategy.kind != StrategyKind::kChunks &&
         strategy.kind != StrategyKind::kLexRank);
  query.retrieval = strategy.retrieval;
  query.weights = strategy.weights;
  query.with_spelling = strategy.with_spelling;
  query.with_abbreviations = strategy.with_abbreviations;
  if (strategy.kind == StrategyKind::kOurs) return;
  query.vectors = strategy.vectors;
  query.alpha = engine::Q16::FromDouble(strategy.alpha);
  query.window = strategy.window;
  query.strategy = strategy.kind == StrategyKind::kRelevance
                       ? engine::SelectionStrategy::kRelevance
                   : strategy.kind == StrategyKind::kMmr
                       ? engine::SelectionStrategy::kMmr
                       : engine::SelectionStrategy::kFps;
}

}  // namespace answerbox::lab
