// `answerbox-lab evaluate grounding`: how well ConSens tells answers that came
// from their context from others, in this process.
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/commands/command.h"
#include "client/terminal/progress_bar.h"
#include "lab/client.h"
#include "lab/commands/commands.h"
#include "lab/evaluate/corpus/corpus.h"
#include "lab/evaluate/corpus/evidence_file.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "lab/evaluate/corpus/story_file.h"
#include "lab/evaluate/grounding/corpora.h"
#include "lab/evaluate/grounding/grounding_figures.h"
#include "lab/evaluate/grounding/grounding_run.h"
#include "lab/evaluate/report/grounding_report.h"

namespace answerbox::lab {
namespace {

struct GroundingArguments {
  CommonOptions common;
  std::string stories;
  std::string squad;
  std::string chosen_on;  // Titles of articles.
  std::string evidence;
};

using NamedCorpora = std::vector<std::pair<std::string, GroundingCorpus>>;

Outcome<NamedCorpora> ReadCorpora(const GroundingArguments& arguments) {
  NamedCorpora corpora;
  if (!arguments.stories.empty()) {
    const auto stories = ReadStoryFile(arguments.stories);
    if (!stories) return stories.error();
    corpora.emplace_back("stories", GroundingOfStories(*stories));
  }
  if (!arguments.squad.empty()) {
    auto articles = ReadSquadFile(arguments.squad);
    if (!articles) return articles.error();
    const auto titles = ReadTitles(arguments.chosen_on);
    if (!titles) return titles.error();
    // Finds titles that no article has.
    auto known = *articles;
    const auto selected =
        SelectArticles(arguments.chosen_on, Selection::kKeep, known);
    if (!selected) return selected.error();
    corpora.emplace_back("squad", GroundingOfSquad(*articles, *titles));
  }
  if (!arguments.evidence.empty()) {
    const auto questions = ReadEvidenceFile(arguments.evidence);
    if (!questions) return questions.error();
    corpora.emplace_back(
        "evidence",
        GroundingOfEvidence(*questions, EvidenceAnswer::kStatement));
  }
  if (corpora.empty()) {
    return Rejected(
        "there is nothing to evaluate; name --stories, --squad or "
        "--evidence");
  }
  return corpora;
}

Outcome<ExitCode> EvaluateGrounding(const GroundingArguments& arguments) {
  const auto corpora = ReadCorpora(arguments);
  if (!corpora) return corpora.error();
  ProgressBar bar(arguments.common.Errors());
  std::vector<ScoredCorpus> scored;
  for (const auto& [name, corpus] : *corpora) {
    auto outcomes =
        ScoreGrounding(corpus, [&bar](std::size_t done, std::size_t all) {
          bar.Update({.done_items = done, .total_items = all});
        });
    bar.Clear();
    if (!outcomes) return outcomes.error();
    scored.push_back({name, corpus.is_reported, std::move(*outcomes)});
  }
  const GroundingThresholds thresholds = ChooseThresholds(scored);
  const auto figures = MeasureGrounding(scored, thresholds);
  const GroundingReport report{scored, thresholds, figures};
  std::cout << (arguments.common.json ? GroundingReportAsJson(report)
                                      : GroundingReportAsTable(
                                            report, arguments.common.Output()));
  return ExitCode::kDone;
}

}  // namespace

void AddEvaluateGroundingCommand(CLI::App& evaluate, int& exit_code) {
  CLI::App* command = evaluate.add_subcommand(
      "grounding", "Tell answers that came from their context from others");
  const auto arguments = std::make_shared<GroundingArguments>();
  command
      ->add_option("--stories", arguments->stories,
                   "Stories with questions and answers in SQuALITY's format, a "
                   "JSON object a line")
      ->type_name("FILE");
  CLI::Option* squad =
      command
          ->add_option("--squad", arguments->squad,
                       "Questions with answers in SQuAD's format")
          ->type_name("FILE");
  squad->needs(command
                   ->add_option("--chosen-on", arguments->chosen_on,
                                "Choose thresholds on the articles with these "
                                "titles, one a line; report on the others")
                   ->type_name("FILE")
                   ->needs(squad));
  command
      ->add_option("--evidence", arguments->evidence,
                   "Questions with answers and the passages that support "
                   "them, a JSON object a line")
      ->type_name("FILE");
  CompleteOfflineCommand(
      *command, arguments,
      "Examples:\n"
      "  answerbox-lab evaluate grounding --stories squality-v1.3-dev.jsonl\n"
      "  answerbox-lab evaluate grounding --squad squad-v2.0-dev.json "
      "--chosen-on "
      "tuning-articles.txt --json",
      EvaluateGrounding, exit_code);
}

}  // namespace answerbox::lab
