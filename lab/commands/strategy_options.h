// Options for the strategies of selection that an evaluation compares.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "lab/client.h"
#include "lab/evaluate/gathering/strategy.h"

namespace answerbox::lab {

struct StrategyOptions {
  std::vector<std::string> names;  // Empty: all.
  std::vector<double> alphas;
  std::vector<std::size_t> windows;
  engine::UnitVectorKind vectors = engine::UnitVectorKind::kTerms;
  engine::RetrievalSteps retrieval;
  bool no_spelling = false;
  bool no_abbreviations = false;
};

// --strategies, --alpha, --window, --vectors, --retrieval, --no-spelling and
// --no-abbreviations.
//   known  the names that --strategies takes
void AddStrategyOptions(CLI::App& command, StrategyOptions& options,
                        const std::vector<std::string>& known);

// The strategies that the options name, of MMR and FPS each with every alpha
// and window. Ours comes first and relevance alone second, whether named or
// not.
//   known  as above: what is compared if nothing is named
//   alpha, window  used where the options give none
[[nodiscard]] std::vector<EvaluatedStrategy> StrategiesOf(
    const StrategyOptions& options, const std::vector<std::string>& known,
    double alpha, std::size_t window);

}  // namespace answerbox::lab
