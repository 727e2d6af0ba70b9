// What strategies choose for a question within budgets.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/ask/workspace.h"
#include "lab/client.h"
#include "lab/evaluate/gathering/evaluated_collection.h"
#include "lab/evaluate/gathering/strategy.h"

namespace answerbox::lab {

struct AskedBudget {
  std::uint64_t tokens = 0;
  // A share of the document's tokens. With it, the engine chooses from all of
  // the document's sentences, not only from those near words of the question.
  std::optional<double> share = {};
};

struct ChosenParts {
  std::vector<DocumentPart> parts;
  std::uint64_t tokens = 0;
};

// What the engine gathers. Errors: kRejected. Precondition: one of the engine's
// strategies.
//   dense  of the collection, if the strategy retrieves by dense vectors
[[nodiscard]] Outcome<ChosenParts> GatherParts(
    const EvaluatedCollection& collection, const EvaluatedStrategy& strategy,
    std::string_view question, const AskedBudget& budget,
    const engine::DenseVectors* dense, engine::Workspace& workspace);

// A strategy of ours to compare the engine's with. Used by several threads.
class BaselineChooser {
 public:
  virtual ~BaselineChooser() = default;

  // [budgets]. Errors: kRejected.
  [[nodiscard]] virtual Outcome<std::vector<ChosenParts>> Choose(
      std::string_view question, std::span<const AskedBudget> budgets,
      engine::Workspace& workspace) const = 0;
};

}  // namespace answerbox::lab
