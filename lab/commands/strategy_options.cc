#include "lab/commands/strategy_options.h"

#include <algorithm>
#include <utility>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "lab/client.h"

namespace answerbox::lab {

void AddStrategyOptions(CLI::App& command, StrategyOptions& options,
                        const std::vector<std::string>& known) {
  std::string names;
  for (const std::string& name : known) {
    names += (names.empty() ? "" : ",") + name;
  }
  command
      .add_option("--strategies", options.names,
                  "Compare only these, beside ours and relevance alone "
                  "(default " +
                      names + ")")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->check(CLI::IsMember(known));
  command
      .add_option("--alpha", options.alphas,
                  "Share of relevance in mmr and fps, against diversity; "
                  "several are compared")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->check(Fraction());
  command
      .add_option("--window", options.windows,
                  "Compare with so many of the last chosen sentences in mmr "
                  "and fps (0: with all); several are compared")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->check(CLI::Range(0, 8192).description(""));
  AddChoice<engine::UnitVectorKind>(
      command, "--vectors", options.vectors,
      {{"terms", engine::UnitVectorKind::kTerms},
       {"latent", engine::UnitVectorKind::kLatent}},
      "Vectors of relevance, mmr and fps: terms or latent (LSI)");
  command
      .add_option_function<std::string>(
          "--retrieval",
          [&options](const std::string& steps) {
            options.retrieval = *engine::ParseRetrievalSteps(steps);
          },
          "How candidates are found, as in `answerbox context` (default bm25)")
      ->type_name("STEPS")
      ->check(RetrievalStepsCheck());
  command.add_flag("--no-spelling", options.no_spelling,
                   "Take every word of a question as it is spelt");
  command.add_flag("--no-abbreviations", options.no_abbreviations,
                   "Do not look up the other forms of abbreviations");
}

std::vector<EvaluatedStrategy> StrategiesOf(
    const StrategyOptions& options, const std::vector<std::string>& known,
    double alpha, std::size_t window) {
  const std::vector<std::string>& names =
      options.names.empty() ? known : options.names;
  const auto is_named = [&](const char* name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::vector<double> alphas = options.alphas;
  if (alphas.empty()) alphas.push_back(alpha);
  std::vector<std::size_t> windows = options.windows;
  if (windows.empty()) windows.push_back(window);
  std::vector<EvaluatedStrategy> strategies = {
      {.kind = StrategyKind::kOurs},
      {.kind = StrategyKind::kRelevance, .vectors = options.vectors}};
  for (const auto& [name, kind] : {std::pair("mmr", StrategyKind::kMmr),
                                   std::pair("fps", StrategyKind::kFps)}) {
    if (!is_named(name)) continue;
    for (const double its_alpha : alphas) {
      for (const std::size_t its_window : windows) {
        strategies.push_back({.kind = kind,
                              .alpha = its_alpha,
                              .window = its_window,
                              .vectors = options.vectors});
      }
    }
  }
  if (is_named("chunks")) strategies.push_back({.kind = StrategyKind::kChunks});
  if (is_named("lexrank"))
    strategies.push_back({.kind = StrategyKind::kLexRank});
  for (EvaluatedStrategy& strategy : strategies) {
    strategy.retrieval = options.retrieval;
    strategy.with_spelling = !options.no_spelling;
    strategy.with_abbreviations = !options.no_abbreviations;
  }
  return strategies;
}

}  // namespace answerbox::lab
