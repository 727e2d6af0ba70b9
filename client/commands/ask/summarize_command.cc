// `answerbox summarize`: prints what documents say most, or say about
// something.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "client/commands/ask/answer_page.h"
#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "protocol/calls/gathering.h"

namespace answerbox::client {
namespace {

struct SummarizeOptions {
  CommonOptions common;
  boost::json::object params;  // Of the call, as far as they were given.
};

Outcome<ExitCode> Summarize(const SummarizeOptions& options) {
  const boost::json::object& params = options.params;
  if (params.contains("about")) {
    const auto valid = JoinWords({TextAt(params, "about")}, "--about");
    if (!valid) return valid.error();
  }
  for (const boost::json::value& document : ArrayAt(params, "documents")) {
    const auto valid = JoinWords({std::string(document.as_string())},
                                 "the name of a document");
    if (!valid) return valid.error();
  }
  const auto result = CallOnce(options.common, calls::kSummarize.name, params);
  if (!result) return result.error();
  const boost::json::object& reply = AsObject(*result);
  const boost::json::array& sentences = ArrayAt(reply, "sentences");
  const Terminal terminal = options.common.Output();
  if (options.common.json) {
    PrintJson(reply);
  } else if (sentences.empty()) {
    // To standard error, so that a pipe gets a summary or nothing.
    std::cerr << NothingFoundLines(reply, options.common.Errors());
  } else {
    // Standard output gets the summary alone.
    std::cerr << ReadingLines(reply);
    std::cout << (terminal.is_terminal
                      ? "\n" + CitedPage(sentences, terminal) + "\n"
                      : CitedLines(sentences, terminal));
  }
  return sentences.empty() ? ExitCode::kRefused : ExitCode::kDone;
}

}  // namespace

void AddSummarizeCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "summarize", "Say in some words what documents say");
  const auto options = std::make_shared<SummarizeOptions>();
  AddCallOptions(*command, calls::kSummarize, options->params);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox summarize handbook.pdf\n"
                  "  answerbox summarize --words 80 'guides/*.md'\n"
                  "  answerbox summarize -c policies --about leave --json\n"
                  "Exit code 0: there is a summary, 1: nothing was found.",
                  Summarize, exit_code);
}

}  // namespace answerbox::client
