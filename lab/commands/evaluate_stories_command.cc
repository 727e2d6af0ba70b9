// `answerbox-lab evaluate summaries` and `answerbox-lab evaluate long`:
// compares summaries and long answers with what people wrote, in this process.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/terminal/progress_bar.h"
#include "lab/client.h"
#include "lab/commands/commands.h"
#include "lab/commands/strategy_options.h"
#include "lab/evaluate/corpus/story_file.h"
#include "lab/evaluate/gathering/story_run.h"
#include "lab/evaluate/measures/story_measures.h"
#include "lab/evaluate/report/story_report.h"

namespace answerbox::lab {
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
  std::vector<double> weights;  // Empty: those that were chosen.
};

constexpr std::size_t kWeights = 4;
constexpr double kMostStoryWords = 8192;  // Also of a window.

// What one of the weights may be.
struct WeightRange {
  const char* name;
  double least;
  double most;
};
constexpr std::array<WeightRange, kWeights> kSummaryWeights = {
    {{"alpha", 0, 1},
     {"the window", 0, kMostStoryWords},
     {"the words from which a sentence counts fully", 1, kMostStoryWords},
     {"what direct speech counts", 0, 1}}};
constexpr std::array<WeightRange, kWeights> kAnswerWeights = {
    {{"the share of relevance", 0, 1},
     {"the share of what the text says most", 0, 1},
     {"the share of the most relevant sentences", 0, 1},
     {"the words from which a sentence counts fully", 1, kMostStoryWords}}};

// Precondition: none or kWeights of them.
Outcome<void> CheckWeights(StoryTask task, const std::vector<double>& weights) {
  const auto& ranges =
      task == StoryTask::kSummaries ? kSummaryWeights : kAnswerWeights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const WeightRange& range = ranges[i];
    if (weights[i] >= range.least && weights[i] <= range.most) continue;
    std::ostringstream message;
    message << "--weights: number " << i + 1 << ", " << range.name
            << ", must be from " << range.least << " to " << range.most
            << ", not " << weights[i] << '.';
    return Failure{ExitCode::kUsage, "usage", message.str()};
  }
  return {};
}

// Precondition: CheckWeights() takes them, and there are some.
engine::GatheringWeights WeightsOf(StoryTask task,
                                   const std::vector<double>& weights) {
  using engine::Q16;
  engine::GatheringWeights ours;
  if (task == StoryTask::kSummaries) {
    ours.summary_alpha = Q16::FromDouble(weights[0]);
    ours.summary_window = static_cast<std::size_t>(std::llround(weights[1]));
    ours.summary_words = std::llround(weights[2]);
    ours.summary_speech = Q16::FromDouble(weights[3]);
  } else {
    ours.asked = Q16::FromDouble(weights[0]);
    ours.central = Q16::FromDouble(weights[1]);
    ours.feedback = Q16::FromDouble(weights[2]);
    ours.answer_words = std::llround(weights[3]);
  }
  return ours;
}

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
  if (!arguments.weights.empty()) {
    for (EvaluatedStrategy& strategy : options.strategies) {
      strategy.weights = WeightsOf(arguments.task, arguments.weights);
    }
  }
  return options;
}

Outcome<ExitCode> EvaluateStories(const StoryArguments& arguments) {
  if (auto checked = CheckWeights(arguments.task, arguments.weights);
      !checked) {
    return checked.error();
  }
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
  command
      .add_option("--weights", arguments->weights,
                  task == StoryTask::kSummaries
                      ? "Of ours: alpha, window, the words from which a "
                        "sentence counts fully, and what direct speech counts "
                        "(default 0.5,10,18,0.5)"
                      : "Of ours: shares of relevance, of what the text says "
                        "most and of the most relevant sentences, and the "
                        "words from which a sentence counts fully (default "
                        "0.2,0.6,0.3,40)")
      ->delimiter(',')
      ->expected(kWeights)
      ->type_name("LIST");
  CompleteOfflineCommand(command, arguments, examples, EvaluateStories,
                         exit_code);
}

}  // namespace

void AddEvaluateSummariesCommand(CLI::App& evaluate, int& exit_code) {
  AddStoryCommand(*evaluate.add_subcommand(
                      "summaries", "Compare summaries with those of people"),
                  StoryTask::kSummaries,
                  "Examples:\n"
                  "  answerbox-lab evaluate summaries stories.jsonl\n"
                  "  answerbox-lab evaluate summaries stories.jsonl --words "
                  "100 --half first",
                  exit_code);
}

void AddEvaluateLongCommand(CLI::App& evaluate, int& exit_code) {
  AddStoryCommand(
      *evaluate.add_subcommand("long",
                               "Compare long answers with those of people"),
      StoryTask::kLongAnswers,
      "Examples:\n"
      "  answerbox-lab evaluate long stories.jsonl\n"
      "  answerbox-lab evaluate long stories.jsonl --words 250 --json",
      exit_code);
}

}  // namespace answerbox::lab
