#include "lab/evaluate/gathering/chosen_parts.h"

#include <algorithm>

#include "engine/gathering/gathering.h"

namespace answerbox::lab {

Outcome<ChosenParts> GatherParts(const EvaluatedCollection& collection,
                                 const EvaluatedStrategy& strategy,
                                 std::string_view question,
                                 const AskedBudget& budget,
                                 const engine::DenseVectors* dense,
                                 engine::Workspace& workspace) {
  engine::GatheringQuery query;
  query.purpose = engine::GatheringPurpose::kContext;
  query.text = question;
  query.tokens = std::min(budget.tokens, engine::kMaxGatheredTokens);
  if (budget.share) query.share = engine::Q16::FromDouble(*budget.share);
  Apply(strategy, query);
  query.dense = dense;
  const engine::LiveSegment segment = collection.live();
  const auto gathering = engine::Gather({&segment, 1}, query, workspace);
  if (!gathering) return EngineFailure("gathering", gathering.error());
  ChosenParts chosen;
  chosen.tokens = gathering->tokens;
  for (const engine::GatheredUnit& unit : gathering->units) {
    chosen.parts.push_back({collection.DocumentOf(unit.place.document_number),
                            unit.place.offsets});
  }
  return chosen;
}

}  // namespace answerbox::lab
