// `answerbox-lab evaluate select`: chooses sentences within a budget, in this
// process, and measures how much of the known answers they hold.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/terminal/progress_bar.h"
#include "lab/client.h"
#include "lab/commands/commands.h"
#include "lab/commands/strategy_options.h"
#include "lab/evaluate/corpus/corpus.h"
#include "lab/evaluate/corpus/section_questions.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "lab/evaluate/gathering/page_collection.h"
#include "lab/evaluate/gathering/selection_run.h"
#include "lab/evaluate/measures/selection_measures.h"
#include "lab/evaluate/report/selection_report.h"

namespace answerbox::lab {
namespace {

// What served best where one document is asked (docs/gathering.md).
constexpr double kAlpha = 0.6;
constexpr std::size_t kWindow = 5;
const std::vector<std::string> kStrategies = {"mmr", "fps", "chunks",
                                              "lexrank"};

struct SelectArguments {
  CommonOptions common;
  std::string file;
  std::string questions;
  std::string pages;
  std::string articles_file;
  std::string not_articles_file;
  std::vector<double> shares;
  std::vector<std::uint64_t> tokens;
  StrategyOptions strategies;
  StrategyKind against = StrategyKind::kRelevance;
  bool is_twice = false;
  std::size_t every = 1;
  std::size_t threads = 1;
};

bool AsksPages(const SelectArguments& arguments) {
  return !arguments.questions.empty();
}

SelectionRunOptions ToRunOptions(const SelectArguments& arguments) {
  SelectionRunOptions options;
  options.strategies =
      StrategiesOf(arguments.strategies, kStrategies, kAlpha, kWindow);
  options.baseline = arguments.against;
  if (std::ranges::find(options.strategies, options.baseline,
                        &EvaluatedStrategy::kind) == options.strategies.end()) {
    options.strategies.push_back({.kind = options.baseline});
  }
  options.shares = arguments.shares;
  options.tokens = arguments.tokens;
  if (options.tokens.empty() && options.shares.empty()) {
    if (AsksPages(arguments)) {
      options.tokens = {500, 1000, 2000, 5000};
    } else {
      options.shares = {.05, .1, .2};
    }
  }
  options.copies = arguments.is_twice ? 2 : 1;
  options.every = arguments.every;
  options.threads = arguments.threads;
  return options;
}

Outcome<SelectionOutcomes> RunOnArticles(const SelectArguments& arguments,
                                         const SelectionRunOptions& options,
                                         const SelectionProgress& progress) {
  auto articles = ReadSquadFile(arguments.file);
  if (!articles) return articles.error();
  const auto kept =
      SelectArticles(arguments.articles_file, Selection::kKeep, *articles);
  if (!kept) return kept.error();
  const auto dropped =
      SelectArticles(arguments.not_articles_file, Selection::kDrop, *articles);
  if (!dropped) return dropped.error();
  return SelectFromArticles(*articles, options, progress);
}

Outcome<SelectionOutcomes> RunOnPages(const SelectArguments& arguments,
                                      const SelectionRunOptions& options,
                                      const SelectionProgress& progress) {
  const auto questions = ReadSectionQuestions(arguments.questions);
  if (!questions) return questions.error();
  EvaluatedCollection collection(options.copies);
  const auto pages =
      ReadPages(arguments.pages, *questions, arguments.questions, collection);
  if (!pages) return pages.error();
  auto outcomes =
      SelectFromCollection(collection, pages->targets, options, progress);
  if (outcomes) outcomes->left_out = pages->left_out;
  return outcomes;
}

Outcome<ExitCode> EvaluateSelect(const SelectArguments& arguments) {
  if (AsksPages(arguments) == !arguments.file.empty() ||
      AsksPages(arguments) == arguments.pages.empty()) {
    return Failure(
        ExitCode::kUsage, "usage",
        "give either a FILE of questions in SQuAD's format, or "
        "--questions with --pages; see `answerbox-lab evaluate select "
        "--help`.");
  }
  if (AsksPages(arguments) && !arguments.shares.empty()) {
    return Failure(ExitCode::kUsage, "usage",
                   "--shares are of one document; with --pages, give "
                   "--tokens.");
  }
  const SelectionRunOptions options = ToRunOptions(arguments);
  ProgressBar bar(arguments.common.Errors());
  const SelectionProgress progress = [&bar](std::size_t done, std::size_t all) {
    bar.Update({.done_items = done, .total_items = all});
  };
  const auto outcomes = AsksPages(arguments)
                            ? RunOnPages(arguments, options, progress)
                            : RunOnArticles(arguments, options, progress);
  bar.Clear();
  if (!outcomes) return outcomes.error();
  if (outcomes->documents.empty()) {
    return Rejected("no question with an answer is left to ask.");
  }
  const RecallKind kind =
      AsksPages(arguments) ? RecallKind::kShare : RecallKind::kWhole;
  const BudgetUnit unit = options.shares.empty() ? BudgetUnit::kTokens
                                                 : BudgetUnit::kShareOfDocument;
  const auto figures = MeasureSelections(*outcomes, kind);
  std::cout << (arguments.common.json
                    ? SelectionReportAsJson(*outcomes, figures, kind, unit)
                    : SelectionReportAsTable(*outcomes, figures, kind, unit,
                                             arguments.common.Output()));
  return ExitCode::kDone;
}

void AddWhatIsAsked(CLI::App& command, SelectArguments& arguments) {
  CLI::Option* file = command
                          .add_option("file", arguments.file,
                                      "Questions in SQuAD's JSON format: each "
                                      "article is one long document")
                          ->type_name("FILE");
  CLI::Option* pages =
      command
          .add_option("--pages", arguments.pages,
                      "Instead: all documents of this folder are one "
                      "collection")
          ->type_name("FOLDER")
          ->excludes(file);
  command
      .add_option("--questions", arguments.questions,
                  "Questions about sections of the pages, as columns "
                  "separated by tabs")
      ->type_name("FILE")
      ->needs(pages);
  command
      .add_option("--articles", arguments.articles_file,
                  "Ask only the articles with these titles, one a line")
      ->type_name("FILE")
      ->needs(file);
  command
      .add_option("--not-articles", arguments.not_articles_file,
                  "Leave out the articles with these titles, one a line")
      ->type_name("FILE")
      ->needs(file);
}

void AddBudgets(CLI::App& command, SelectArguments& arguments) {
  CLI::Option* shares =
      command
          .add_option("--shares", arguments.shares,
                      "Choose so much of an article (default 0.05,0.1,0.2)")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->type_name("LIST")
          ->check(CLI::Range(0.001, 1.0).description(""));
  command
      .add_option("--tokens", arguments.tokens,
                  "Choose so many tokens of all articles together, or of the "
                  "pages (default there 500,1000,2000,5000)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->check(CLI::Range(1, 100'000).description(""))
      ->excludes(shares);
}

}  // namespace

void AddEvaluateSelectCommand(CLI::App& evaluate, int& exit_code) {
  CLI::App* command = evaluate.add_subcommand(
      "select", "Look for known answers in what is gathered within a budget");
  const auto arguments = std::make_shared<SelectArguments>();
  AddWhatIsAsked(*command, *arguments);
  AddBudgets(*command, *arguments);
  AddStrategyOptions(*command, arguments->strategies, kStrategies);
  AddChoice<StrategyKind>(
      *command, "--against", arguments->against,
      {{"relevance", StrategyKind::kRelevance},
       {"chunks", StrategyKind::kChunks}},
      "Show gains over relevance or over chunks (default relevance)");
  command->add_flag("--twice", arguments->is_twice,
                    "Have every document in the collection twice");
  command
      ->add_option("--every", arguments->every,
                   "Ask only the first of so many questions (default 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000).description(""));
  command->add_option("--threads", arguments->threads, "1 to 64 (default 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 64).description(""));
  CompleteOfflineCommand(
      *command, arguments,
      "Examples:\n"
      "  answerbox-lab evaluate select squad-v2.0-dev.json\n"
      "  answerbox-lab evaluate select squad-v2.0-dev.json --vectors latent "
      "--alpha 0.5,0.6,0.8 --window 1,5\n"
      "  answerbox-lab evaluate select --pages pages --questions questions.tsv "
      "--json",
      EvaluateSelect, exit_code);
}

}  // namespace answerbox::lab
