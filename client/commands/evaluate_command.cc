// `answerbox evaluate questions`: asks the daemon questions with known answers,
// and proposes a threshold.
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/evaluate/judgement.h"
#include "client/evaluate/question_file.h"
#include "client/evaluate/question_tally.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct EvaluateQuestionsOptions {
  CommonOptions common;
  std::string file;
  std::string collection = "default";
  std::optional<double> theta;
  std::optional<double> precision;
  std::optional<double> refusal;
  std::optional<std::string> form;
  std::optional<unsigned> words;
  WordOptions word_options;
  bool is_own = false;
  std::string misses;
};

// Returns the threshold of the collection.
Outcome<double> CollectionTheta(Connection& connection,
                                const std::string& collection) {
  const auto listed = connection.Call("collections.list", {});
  if (!listed) return listed.error();
  for (const json::value& value : ArrayAt(AsObject(*listed), "collections")) {
    const json::object& each = AsObject(value);
    if (TextAt(each, "name") == collection) {
      return double{RealAt(each, "theta")};
    }
  }
  return Failure(ExitCode::kRejected, "not_found",
                 "there is no collection \"" + collection +
                     "\"; `answerbox collections` lists them");
}

// Asks without a threshold, so that every threshold can be tried on the
// answers: it decides only whether an answer is shown.
json::object ParamsOf(const EvaluateQuestionsOptions& options,
                      const KnownQuestion& question) {
  json::object params{{"collection", options.collection},
                      {"question", question.text},
                      {"theta", 0},
                      {"runners_up", 0},
                      {"context", false}};
  if (options.form) params["form"] = *options.form;
  if (options.words) params["words"] = *options.words;
  options.word_options.AddTo(params);
  if (options.is_own && !question.document.empty()) {
    params["documents"] = json::array{question.document};
  }
  return params;
}

// The error for a user whose own threshold is above 0: the daemon would hide
// answers that the evaluation needs.
Failure OwnThreshold(double bound) {
  return Rejected("your user has a threshold of " + TwoDecimals(bound) +
                  ", below which you see no answer, so no other threshold can "
                  "be tried: ask as a user without one");
}

Outcome<std::vector<JudgedQuestion>> AskAll(
    const EvaluateQuestionsOptions& options, Connection& connection,
    const std::vector<KnownQuestion>& questions) {
  std::vector<JudgedQuestion> judged;
  judged.reserve(questions.size());
  ProgressBar bar(options.common.Errors());
  for (const KnownQuestion& question : questions) {
    bar.Update({.done_items = judged.size(), .total_items = questions.size()});
    const auto reply =
        connection.CallPatiently("ask", ParamsOf(options, question));
    if (!reply) {
      bar.Clear();
      Failure failure = reply.error();
      failure.message = options.file + ", line " +
                        std::to_string(question.line) + ": " + failure.message;
      return failure;
    }
    if (const double bound = RealAt(AsObject(*reply), "theta"); bound > 0) {
      bar.Clear();
      return OwnThreshold(bound);
    }
    judged.push_back({question, Judge(question, AsObject(*reply))});
  }
  return judged;
}

Outcome<double> ChooseQuestionsTheta(
    const EvaluateQuestionsOptions& options, double of_collection,
    const std::vector<JudgedQuestion>& judged) {
  // A target that no threshold reaches is an error: a threshold that misses the
  // target would be taken for one that reaches it.
  if (options.precision) {
    const auto theta = ThetaForPrecision(judged, *options.precision);
    if (theta) return double{*theta};
    return Rejected(
        "no threshold makes so many answers right; ask for a lower "
        "--precision");
  }
  if (options.refusal) {
    const auto theta = ThetaForRefusal(judged, *options.refusal);
    if (theta) return double{*theta};
    return Rejected(
        "no threshold refuses so many unanswerable questions; the file needs "
        "questions of the kind \"unanswerable\"");
  }
  return double{options.theta.value_or(of_collection)};
}

Outcome<void> WriteMisses(const std::string& path,
                          const std::vector<JudgedQuestion>& judged,
                          double theta) {
  if (path.empty()) return {};
  std::ofstream file(path, std::ios::binary);
  for (const JudgedQuestion& each : judged) {
    if (IsMiss(each, theta)) {
      file << json::serialize(MissOf(each, theta)) << "\n";
    }
  }
  // A full disk may show only when the last bytes are written.
  file.close();
  if (!file) return Rejected("cannot write " + path);
  return {};
}

Outcome<ExitCode> EvaluateQuestions(const EvaluateQuestionsOptions& options) {
  // A fault in the file or an unknown collection is reported before the first
  // question is asked, which may be the first of many.
  const auto questions = ReadQuestionFile(options.file);
  if (!questions) return questions.error();
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto of_collection = CollectionTheta(*connection, options.collection);
  if (!of_collection) return of_collection.error();
  const auto judged = AskAll(options, *connection, *questions);
  if (!judged) return judged.error();
  const auto theta = ChooseQuestionsTheta(options, *of_collection, *judged);
  if (!theta) return theta.error();
  const auto written = WriteMisses(options.misses, *judged, *theta);
  if (!written) return written.error();
  if (options.common.json) {
    PrintJson(QuestionReport(*judged, *theta));
    return ExitCode::kDone;
  }
  std::cout << QuestionReportTable(*judged, *theta, options.common.Output());
  // If the user gave the threshold, no advice on how to set it is printed.
  if (options.precision || options.refusal) {
    std::cout << "\n";
    PrintSentence(options.common,
                  "To set this threshold: answerbox collections set " +
                      options.collection + " --theta " + TwoDecimals(*theta));
  }
  return ExitCode::kDone;
}

void AddQuestionsThetaOptions(CLI::App& command,
                              EvaluateQuestionsOptions& options) {
  CLI::Option* theta =
      command
          .add_option("--theta", options.theta,
                      "Refuse below this confidence (default: the "
                      "collection's; 0: always answer)")
          ->type_name("X")
          ->check(Fraction());
  CLI::Option* precision =
      command
          .add_option("--precision", options.precision,
                      "Instead: the lowest threshold at which this share of "
                      "the answers is right")
          ->type_name("P")
          ->check(Fraction())
          ->excludes(theta);
  command
      .add_option("--refusal", options.refusal,
                  "Instead: the lowest threshold at which this share of the "
                  "unanswerable questions is refused")
      ->type_name("R")
      ->check(Fraction())
      ->excludes(theta)
      ->excludes(precision);
}

}  // namespace

void AddEvaluateCommand(CLI::App& program, int& exit_code) {
  CLI::App* evaluate =
      program.add_subcommand("evaluate", "Measure answers against known ones");
  evaluate->require_subcommand(1);
  CLI::App* command = evaluate->add_subcommand(
      "questions", "Ask the daemon questions whose answers you know");
  const auto options = std::make_shared<EvaluateQuestionsOptions>();
  command
      ->add_option("file", options->file,
                   "Questions with their answers, one JSON object a line")
      ->required()
      ->type_name("FILE");
  AddCollectionOption(*command, options->collection);
  AddQuestionsThetaOptions(*command, *options);
  command->add_option("--form", options->form, "As in ask")->type_name("FORM");
  command->add_option("--words", options->words, "As in ask")
      ->type_name("N")
      ->check(CLI::Range(10, 1000).description(""));
  AddWordOptions(*command, options->word_options);
  command->add_flag("--own", options->is_own,
                    "Ask each question of the document it names alone");
  command
      ->add_option("--misses", options->misses,
                   "Write every question that went wrong to this file, one "
                   "JSON object a line")
      ->type_name("FILE");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox evaluate questions ours.jsonl\n"
                  "  answerbox evaluate questions ours.jsonl -c wards "
                  "--precision 0.8\n"
                  "  answerbox evaluate questions ours.jsonl --theta 0 "
                  "--misses misses.jsonl",
                  EvaluateQuestions, exit_code);
}

}  // namespace answerbox::client
