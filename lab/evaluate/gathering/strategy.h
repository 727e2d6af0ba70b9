// The strategies that are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/gathering/gathering.h"
#include "lab/evaluate/measures/selection_measures.h"

namespace answerbox::lab {

enum class StrategyKind : std::uint8_t {
  kOurs,       // Nothing set: what the engine does by itself.
  kRelevance,  // The most relevant sentences.
  kMmr,
  kFps,
  // Baselines, which are not the engine's.
  kChunks,   // chunk_chooser.h
  kLexRank,  // lex_rank_chooser.h
};

struct EvaluatedStrategy {
  StrategyKind kind = StrategyKind::kOurs;
  double alpha = 0.6;      // kMmr and kFps; in [0, 1].
  std::size_t window = 0;  // kMmr and kFps; 0: all chosen ones.
  // kRelevance, kMmr and kFps.
  engine::UnitVectorKind vectors = engine::UnitVectorKind::kTerms;
  // How candidates are found and questions are read; not of baselines.
  engine::RetrievalSteps retrieval = {};
  engine::GatheringWeights weights = {};  // kOurs.
  bool with_spelling = true;
  bool with_abbreviations = true;
};

[[nodiscard]] StrategyLabel LabelOf(const EvaluatedStrategy& strategy);

// Sets what the engine needs to know. Precondition: not a
// baseline.
void Apply(const EvaluatedStrategy& strategy, engine::GatheringQuery& query);

}  // namespace answerbox::lab
