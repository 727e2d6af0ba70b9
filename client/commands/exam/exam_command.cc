// `answerbox exam`, and those of its commands that ask the daemon alone: `run`,
// `bank` and `feedback`.
#include "client/commands/exam/exam_command.h"

#include <boost/json/array.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/json_text.h"
#include "client/terminal/line_wrap.h"
#include "protocol/calls/exam.h"
#include "protocol/calls/feedback.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// `answerbox exam run`: asks a bank's questions of a collection.

struct ExamRunOptions {
  CommonOptions common;
  std::string bank;
  std::string results;
  bool overwrite = false;
  CollectionExam exam;
};

Outcome<ExitCode> ExamRun(const ExamRunOptions& options) {
  // A fault in the bank or in the output file is reported before anything is
  // asked.
  const auto bank = ReadBankFor(options.exam, options.bank);
  if (!bank) return bank.error();
  const auto is_free =
      CheckIsNoInput(options.results, std::span(&options.bank, 1));
  if (!is_free) return is_free.error();
  auto file = ResultsFile::Open(options.results, HeaderOf(*bank, options.exam),
                                bank->bank,
                                options.overwrite ? ExistingResults::kOverwrite
                                                  : ExistingResults::kContinue);
  if (!file) return file.error();
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  const DaemonExam request = RequestOf(options.exam, file->header());
  const auto report =
      RunExamWithProgress(options.common, bank->bank,
                          ByDaemon(bank->bank, request, *connection), *file);
  if (!report) return report.error();
  if (options.results != kStandardStream) {
    ShowExamReport(options.common, *report);
  }
  return ExitCode::kDone;
}

void AddExamRunCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command =
      exam.add_subcommand("run", "Ask a bank's questions of a collection");
  const auto options = std::make_shared<ExamRunOptions>();
  command
      ->add_option("bank", options->bank, "The questions; - is standard input")
      ->required()
      ->type_name("BANK");
  AddCollectionExam(*command, options->exam);
  command
      ->add_option("-o,--output", options->results,
                   "Write the results, a JSON object a line; an exam that was "
                   "cut goes on there; - is standard output")
      ->type_name("FILE");
  command->add_flag("--overwrite", options->overwrite,
                    "Begin anew where the file has results");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam run ward.jsonl -o today.jsonl\n"
      "  answerbox exam run questions.jsonl -c pages --json\n"
      "  answerbox exam run ward.jsonl --grader model -k 5 -o graded.jsonl",
      ExamRun, exit_code);
}

// `answerbox exam bank`: writes the questions that guard a collection.

struct ExamBankOptions {
  CommonOptions common;
  json::object params;  // The collection, if it was given.
};

Outcome<ExitCode> ExamBank(const ExamBankOptions& options) {
  const auto result =
      CallOnce(options.common, calls::kExamBank.name, options.params);
  if (!result) return result.error();
  if (options.common.json) {
    PrintJson(*result);
  } else {
    std::string bank = TextAt(AsObject(*result), "bank");
    // Callers wrote questions of it. Escaped, it is the same bank. A carriage
    // return is no part of a JSON text's strings.
    std::erase(bank, '\r');
    std::cout << EscapedJson(bank);
  }
  return ExitCode::kDone;
}

void AddExamBankCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "bank", "Write the questions that guard a collection");
  const auto options = std::make_shared<ExamBankOptions>();
  AddCallOptions(*command, calls::kExamBank, options->params);
  CompleteCommand(*command, options,
                  "Example:\n"
                  "  answerbox exam bank -c guidelines > bank.jsonl",
                  ExamBank, exit_code);
}

// `answerbox exam feedback`: lists what people said of answers, and takes it
// into the exam or throws it away.

struct ExamFeedbackOptions {
  CommonOptions common;
  std::string accept;  // Ids.
  std::string drop;
  json::object params;  // The collection and the key, if they were given.
};

// "wrong: How often? (vaccines.md, page 3: Twice a day.)"
std::string Describe(const json::object& one) {
  std::string place = TextAt(one, "document");
  if (const auto page = NumberAt(one, "page"); page > 0) {
    place += ", page " + std::to_string(page);
  }
  const std::string text = TextAt(one, "text");
  if (!place.empty() && !text.empty()) place += ": ";
  place += text;
  return TextAt(one, "judgement") + ": " + TextAt(one, "question") +
         (place.empty() ? "" : " (" + place + ")");
}

Outcome<ExitCode> List(const ExamFeedbackOptions& options) {
  const auto result =
      CallOnce(options.common, calls::kFeedbackList.name, options.params);
  if (!result) return result.error();
  const json::array& all = ArrayAt(AsObject(*result), "proposals");
  if (options.common.json) {
    PrintJson(*result);
    return ExitCode::kDone;
  }
  if (all.empty()) {
    PrintSentence(options.common, "Nobody has said anything of an answer.");
  }
  for (const json::value& value : all) {
    const json::object& one = AsObject(value);
    std::cout << SentenceLines(options.common.Output(),
                               TextAt(one, "id") + "  " + Describe(one) +
                                   " By " + TextAt(one, "by") + '.');
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> ExamFeedback(const ExamFeedbackOptions& options) {
  json::object params = options.params;
  if (params.contains(calls::feedback::kKey.name) && options.accept.empty()) {
    return ExamUsage("--key goes with --accept");
  }
  if (options.accept.empty() && options.drop.empty()) return List(options);
  const bool accepts = !options.accept.empty();
  params[calls::feedback::kId.name] = accepts ? options.accept : options.drop;
  const auto result = CallOnce(
      options.common,
      accepts ? calls::kFeedbackAccept.name : calls::kFeedbackDrop.name,
      params);
  if (!result) return result.error();
  PrintDone(options.common, *result,
            accepts ? "The exam asks it from now on." : "It is thrown away.");
  return ExitCode::kDone;
}

void AddExamFeedbackCommand(CLI::App& exam, int& exit_code) {
  CLI::App* command = exam.add_subcommand(
      "feedback", "List what people said of answers, and decide about it");
  const auto options = std::make_shared<ExamFeedbackOptions>();
  AddCallOptions(*command, calls::kFeedbackAccept, options->params);
  auto* const accept =
      command
          ->add_option("--accept", options->accept,
                       "Make it a question of the collection's exam")
          ->type_name("ID");
  command->add_option("--drop", options->drop, "Throw it away; all: everything")
      ->type_name("ID")
      ->excludes(accept);
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox exam feedback\n"
      "  answerbox exam feedback --accept 5f1d0c2b7a9e4460 --key \"2 to 8 C\"",
      ExamFeedback, exit_code);
}

using AddExamCommandPart = void (*)(CLI::App& exam, int& exit_code);

// The help lists them in this order.
constexpr AddExamCommandPart kExamCommands[] = {
    AddExamRunCommand,  AddExamReportCommand, AddExamCompareCommand,
    AddExamDiffCommand, AddExamMakeCommand,   AddExamFeedbackCommand,
    AddExamBankCommand};

}  // namespace

void AddExamCommand(CLI::App& program, int& exit_code) {
  CLI::App* exam = program.add_subcommand(
      "exam", "Test a collection by a bank of questions");
  exam->require_subcommand(1);
  exam->footer(
      "Examples:\n"
      "  answerbox exam make -o bank.jsonl\n"
      "  answerbox exam run bank.jsonl -o before.jsonl\n"
      "  answerbox exam compare before.jsonl after.jsonl\n"
      "More of each: answerbox exam run --help");
  for (const AddExamCommandPart add : kExamCommands) add(*exam, exit_code);
}

}  // namespace answerbox::client
