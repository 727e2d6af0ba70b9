// `answerbox exam bank`: writes the questions that guard a collection.
#include <iostream>
#include <memory>
#include <string>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/rpc/message.h"
#include "client/terminal/json_text.h"
#include "protocol/calls/exam.h"

namespace answerbox::client {
namespace {

struct ExamBankOptions {
  CommonOptions common;
  boost::json::object params;  // The collection, if it was given.
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

}  // namespace

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

}  // namespace answerbox::client
