// `answerbox evaluate summaries` and `answerbox evaluate long`: compares
// summaries and long answers with what people wrote, in this process.
#include "client/commands/evaluate_stories_command.h"

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/choice.h"
#include "client/commands/command.h"
#include "client/commands/strategy_options.h"
#include "client/evaluate/corpus/story_file.h"
#include "client/evaluate/gathering/story_run.h"
#include "client/evaluate/measures/story_measures.h"
#include "client/evaluate/report/story_report.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

// What served best for summaries (docs/gathering.md).
constexpr double kStoryAlpha = 0.8;
constexpr std::size_t kStoryWindow = 10;
const std::vector<std::string> kStoryStrategies = {"mmr"};

constexpr std::uint64_t kSummaryWords = 250;
constexpr std::size_t kAnswerSentences = 6;

struct StoryArguments {
  CommonOptions common;
  std::string file;
  StoryTask task = StoryTask::kSummaries;
  std::optional<std::uint64_t> words;
  std::optional<std::size_t> sentences;
  StoryHalf half = StoryHalf::kAll;
  StrategyOptions strategies;
};

StoryRunOptions ToRunOptions(const StoryArguments& arguments) {
  StoryRunOptions options;
  options.task = arguments.task;
  options.words = arguments.words;
  options.sentences = arguments.sentences;
  if (!options.words && !options.sentences) {
    if (options.task == StoryTask::kSummaries) {
      options.words = kSummaryWords;
    } else {
      options.sentences = kAnswerSentences;
    }
  }
  options.strategies = StrategiesOf(arguments.strategies, kStoryStrategies,
                                    kStoryAlpha, kStoryWindow);
  return options;
}

Outcome<ExitCode> EvaluateStories(const StoryArguments& arguments) {
  const auto stories = ReadStoryFile(arguments.file);
  if (!stories) return stories.error();
  ProgressBar bar(arguments.common.Errors());
  const auto outcomes =
      SelectFromStories(*stories, ToRunOptions(arguments),
                        [&bar](std::size_t done, std::size_t all) {
                          bar.Update({.done_items = done, .total_items = all});
                        });
  bar.Clear();
  if (!outcomes) {
    return Rejected(arguments.file + ": " + outcomes.error().message);
  }
  const auto figures = MeasureStories(*outcomes);
  std::cout << (arguments.common.json
                    ? StoryReportAsJson(*outcomes, figures)
                    : StoryReportAsTable(*outcomes, figures, arguments.half,
                                         arguments.common.Output()));
  return ExitCode::kDone;
}

void AddStoryCommand(CLI::App& command, StoryTask task, const char* examples,
                     int& exit_code) {
  const auto arguments = std::make_shared<StoryArguments>();
  arguments->task = task;
  command
      .add_option("file", arguments->file,
                  "Stories with questions and answers in SQuALITY's format, a "
                  "JSON object a line")
      ->required()
      ->type_name("FILE");
  CLI::Option* words =
      command
          .add_option("--words", arguments->words,
                      task == StoryTask::kSummaries
                          ? "Longest summary (default 250)"
                          : "Longest answer, instead of --sentences")
          ->type_name("N")
          ->check(CLI::Range(1, 100'000).description(""));
  if (task == StoryTask::kLongAnswers) {
    command
        .add_option("--sentences", arguments->sentences,
                    "Longest answer (default 6)")
        ->type_name("N")
        ->check(CLI::Range(1, 1000).description(""))
        ->excludes(words);
  }
  AddChoice<StoryHalf>(
      command, "--half", arguments->half,
      {{"first", StoryHalf::kFirst}, {"second", StoryHalf::kSecond}},
      "Show only the first, third, fifth story, or only the others: first or "
      "second");
  AddStrategyOptions(command, arguments->strategies, kStoryStrategies);
  CompleteOfflineCommand(command, arguments, examples, EvaluateStories,
                         exit_code);
}

}  // namespace

void AddEvaluateSummariesCommand(CLI::App& evaluate, int& exit_code) {
  AddStoryCommand(
      *evaluate.add_subcommand("summaries",
                               "Compare summaries with those of people"),
      StoryTask::kSummaries,
      "Examples:\n"
      "  answerbox evaluate summaries stories.jsonl\n"
      "  answerbox evaluate summaries stories.jsonl --words 100 --half first",
      exit_code);
}

void AddEvaluateLongCommand(CLI::App& evaluate, int& exit_code) {
  AddStoryCommand(*evaluate.add_subcommand(
                      "long", "Compare long answers with those of people"),
                  StoryTask::kLongAnswers,
                  "Examples:\n"
                  "  answerbox evaluate long stories.jsonl\n"
                  "  answerbox evaluate long stories.jsonl --words 250 --json",
                  exit_code);
}

}  // namespace answerbox::client
