// `answerbox-lab evaluate squad`: measures answers against known ones, in this
// process.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/terminal/progress_bar.h"
#include "lab/client.h"
#include "lab/commands/commands.h"
#include "lab/evaluate/corpus/squad_file.h"
#include "lab/evaluate/measures/measures.h"
#include "lab/evaluate/measures/threshold.h"
#include "lab/evaluate/report/evaluation_files.h"
#include "lab/evaluate/report/outcome_digest.h"
#include "lab/evaluate/report/ranking_trace.h"
#include "lab/evaluate/report/report.h"
#include "lab/evaluate/run/evaluation.h"

namespace answerbox::lab {
namespace {

struct Arguments {
  CommonOptions common;
  std::string file;
  bool open = false;
  engine::Profile profile = engine::Profile::kDefault;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::vector<double> weights;
  std::vector<unsigned> chunk;
  double theta = 0.0;
  std::optional<double> answer_rate;
  std::optional<double> precision;
  std::string articles_file;
  std::string not_articles_file;
  std::size_t threads = 1;
  EvaluationFiles written;
  AnswerLength answer = AnswerLength::kSentence;
};

Failure Usage(std::string message) {
  return {ExitCode::kUsage, "usage", std::move(message)};
}

Outcome<EvaluationOptions> ToOptions(const Arguments& arguments) {
  EvaluationOptions options;
  options.scope = arguments.open ? EvaluationScope::kAllParagraphs
                                 : EvaluationScope::kOwnParagraph;
  options.profile = arguments.profile;
  options.arithmetic = arguments.arithmetic;
  options.threads = arguments.threads;
  options.answer = arguments.answer;
  if (arguments.answer == AnswerLength::kShort &&
      arguments.profile == engine::Profile::kPaper) {
    return Usage("--answer short belongs to --profile default.");
  }
  if (!arguments.weights.empty()) {
    if (arguments.profile != engine::Profile::kPaper) {
      return Usage("--weights belongs to --profile paper.");
    }
    options.paper_weights = {engine::Q16::FromDouble(arguments.weights[0]),
                             engine::Q16::FromDouble(arguments.weights[1]),
                             engine::Q16::FromDouble(arguments.weights[2])};
  }
  if (!arguments.chunk.empty()) {
    options.chunking = {static_cast<std::uint16_t>(arguments.chunk[0]),
                        static_cast<std::uint16_t>(arguments.chunk[1])};
    if (!engine::IsValid(options.chunking)) {
      return Usage(
          "--chunk takes a window of 8 to 1000 words and an overlap of at most "
          "half of it.");
    }
  }
  return options;
}

// Takes theta as it was given, or chooses it from the outcomes.
Outcome<double> ChooseTheta(const Arguments& arguments,
                            const std::vector<QuestionOutcome>& outcomes) {
  if (arguments.answer_rate) {
    return ThetaOfAnswerRate(outcomes, *arguments.answer_rate);
  }
  if (!arguments.precision) return double{arguments.theta};
  const auto theta = ThetaOfPrecision(outcomes, *arguments.precision);
  if (theta) return double{*theta};
  return Rejected(
      "no threshold makes so many answers right; ask for a lower "
      "--precision.");
}

// Reads the articles of the file that the lists of titles leave.
Outcome<std::vector<CorpusArticle>> ReadArticles(const Arguments& arguments) {
  auto articles = ReadSquadFile(arguments.file);
  if (!articles) return articles;
  const auto kept =
      SelectArticles(arguments.articles_file, Selection::kKeep, *articles);
  if (!kept) return kept.error();
  const auto dropped =
      SelectArticles(arguments.not_articles_file, Selection::kDrop, *articles);
  if (!dropped) return dropped.error();
  return articles;
}

Outcome<ExitCode> EvaluateSquad(const Arguments& arguments) {
  auto options = ToOptions(arguments);
  if (!options) return options.error();
  const auto articles = ReadArticles(arguments);
  if (!articles) return articles.error();
  RankingTraces traces(CountQuestions(*articles), engine::ShippedModel());
  if (!arguments.written.errors.empty()) options->visitor = &traces;
  ProgressBar bar(arguments.common.Errors());
  const auto outcomes =
      Evaluate(*articles, *options, [&bar](std::size_t done, std::size_t all) {
        bar.Update({.done_items = done, .total_items = all});
      });
  bar.Clear();
  if (!outcomes) return outcomes.error();
  if (outcomes->empty()) {
    return Rejected(arguments.file + ": no question is left to ask.");
  }
  const Outcome<double> theta = ChooseTheta(arguments, *outcomes);
  if (!theta) return theta.error();
  const auto written = WriteFiles(arguments.written, *articles, *outcomes,
                                  traces.traces(), *theta);
  if (!written) return written.error();
  const Measures measures = Measure(*outcomes, options->scope, *theta);
  const OutcomeDigest digest = DigestOutcomes(*outcomes);
  std::cout << (arguments.common.json
                    ? ReportAsJson(measures, digest)
                    : ReportAsTable(measures, digest,
                                    arguments.common.Output()));
  return ExitCode::kDone;
}

void DeclareOptions(CLI::App& squad, Arguments& arguments) {
  squad.add_option("file", arguments.file, "Questions in SQuAD's JSON format")
      ->required();
  squad.add_flag("--open", arguments.open,
                 "Make all paragraphs one collection, instead of asking each "
                 "question of its own paragraph");
  AddChoice<engine::Profile>(squad, "--profile", arguments.profile,
                             {{"paper", engine::Profile::kPaper},
                              {"default", engine::Profile::kDefault}},
                             "paper or default");
  AddChoice<engine::Arithmetic>(squad, "--arithmetic", arguments.arithmetic,
                                {{"fixed", engine::Arithmetic::kFixed},
                                 {"float", engine::Arithmetic::kFloat}},
                                "fixed or float");
  squad
      .add_option("--weights", arguments.weights,
                  "Coverage, density and length in the published sentence "
                  "score (default 0.5,0.3,0.2)")
      ->delimiter(',')
      ->expected(3)
      ->check(Fraction());
  squad
      .add_option("--chunk", arguments.chunk,
                  "Window and overlap of chunks in words (default 200,40)")
      ->delimiter(',')
      ->expected(2)
      ->check(CLI::Range(0, 1000));
  CLI::Option* theta =
      squad
          .add_option("--theta", arguments.theta,
                      "Refuse below this confidence (default 0: always answer)")
          ->check(Fraction());
  CLI::Option* answer_rate =
      squad
          .add_option("--answer-rate", arguments.answer_rate,
                      "Refuse so that this share of the questions is answered")
          ->check(Fraction())
          ->excludes(theta);
  squad
      .add_option("--precision", arguments.precision,
                  "Refuse as little as makes this share of the answers right")
      ->check(Fraction())
      ->excludes(theta)
      ->excludes(answer_rate);
  AddChoice<AnswerLength>(
      squad, "--answer", arguments.answer,
      {{"sentence", AnswerLength::kSentence}, {"short", AnswerLength::kShort}},
      "What is compared with the known answers: sentence or short");
  squad.add_option("--articles", arguments.articles_file,
                   "Ask only the articles with these titles, one a line");
  squad.add_option("--not-articles", arguments.not_articles_file,
                   "Leave out the articles with these titles, one a line");
  squad.add_option("--outcomes", arguments.written.outcomes,
                   "Write a line of every question to this file: its type, the "
                   "confidence, where the answer was");
  squad.add_option("--errors", arguments.written.errors,
                   "Write what went wrong to this file, one JSON object a "
                   "line: chosen, right, and the features that decided");
  squad.add_option("--threads", arguments.threads, "1 to 64 (default 1)")
      ->check(CLI::Range(1, 64));
  AddOutputOptions(squad, arguments.common);
  squad.footer(
      "Examples:\n"
      "  answerbox-lab evaluate squad squad-v2.0-dev.json\n"
      "  answerbox-lab evaluate squad squad-v2.0-dev.json --profile paper "
      "--theta 0.35\n"
      "  answerbox-lab evaluate squad squad-v2.0-dev.json --open --json");
}

}  // namespace

void AddEvaluateSquadCommand(CLI::App& evaluate, int& exit_code) {
  CLI::App* squad = evaluate.add_subcommand(
      "squad", "Ask every question of a SQuAD file, in this process");
  const auto arguments = std::make_shared<Arguments>();
  DeclareOptions(*squad, *arguments);
  squad->callback([squad, arguments, &exit_code] {
    TakeOptionsBeforeCommand(*squad);
    exit_code = Conclude(arguments->common, EvaluateSquad(*arguments));
  });
}

}  // namespace answerbox::lab
