// `answerbox ask`: prints what answers a question, or a refusal.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/ask/answer_page.h"
#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/energy/energy.h"
#include "client/rpc/message.h"
#include "protocol/calls/ask.h"

namespace answerbox::client {
namespace {

struct AskOptions {
  CommonOptions common;
  boost::json::object params;  // Of the call, as far as they were given.
  bool shows_energy = false;
  bool awaits_energy = false;
  std::vector<std::string> words;
};

boost::json::object Params(const AskOptions& options,
                           const std::string& question) {
  boost::json::object params = options.params;
  const bool is_long = TextAt(params, "form") == "long";
  params["question"] = question;
  // A long answer shows no short one, and finding one costs as much as asking a
  // few pages.
  params["short"] = !is_long;
  return params;
}

// What the documents say, and behind it what a language model made of them.
void PrintReply(const AskOptions& options, const boost::json::object& reply) {
  const Terminal terminal = options.common.Output();
  if (terminal.is_terminal) {
    std::cout << AnswerPage(reply, terminal,
                            options.params.contains("runners_up")
                                ? RunnersUpChoice::kShown
                                : RunnersUpChoice::kHidden)
              << GeneratedText(reply, terminal)
              << GeneratedNote(reply, terminal);
    return;
  }
  // Standard output gets an answer or nothing; the rest goes to standard error.
  std::cerr << ReadingLines(reply);
  if (FlagAt(reply, "answered")) {
    std::cout << AnswerLines(reply, terminal);
    if (HasGenerated(reply)) std::cout << "\n";
  } else {
    std::cerr << RefusalAdvice(reply) << "\n";
  }
  std::cout << GeneratedText(reply, terminal);
  std::cerr << GeneratedNote(reply, options.common.Errors());
}

Outcome<ExitCode> Ask(const AskOptions& options) {
  const Outcome<std::string> question =
      JoinWords(options.words, "the question");
  if (!question) return question.error();

  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  const auto result =
      connection->CallPatiently(calls::kAsk.name, Params(options, *question));
  if (!result) return result.error();
  boost::json::object reply = AsObject(*result);
  if (options.awaits_energy && options.common.json) {
    const auto energy = AwaitEnergy(*connection, ObjectAt(reply, "energy"));
    if (!energy) return energy.error();
    reply["energy"] = *energy;
  }
  if (options.common.json) {
    PrintJson(reply);
  } else {
    PrintReply(options, reply);
  }
  if (options.awaits_energy && !options.common.json) {
    std::cout.flush();  // Shows the answer before the wait.
    const auto energy = AwaitEnergy(*connection, ObjectAt(reply, "energy"));
    if (!energy) return energy.error();
    PrintSentence(options.common, EnergyLine(*energy));
  } else if (options.shows_energy && !options.common.json) {
    PrintSentence(options.common, EnergyLine(ObjectAt(reply, "energy")));
  }
  return FlagAt(reply, "answered") || HasGenerated(reply) ? ExitCode::kDone
                                                          : ExitCode::kRefused;
}

}  // namespace

void AddAskCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("ask", "Ask a question of the documents");
  const auto options = std::make_shared<AskOptions>();
  command->add_option("question", options->words, "The question, in any words")
      ->required()
      ->type_name("WORD");
  AddCallOptions(*command, calls::kAsk, options->params);
  command->add_flag("--energy", options->shows_energy,
                    "Tell what the answer cost, as estimated at once");
  command->add_flag("--await-energy", options->awaits_energy,
                    "Wait a second, and tell what the answer cost");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox ask At what temperature are vaccines kept?\n"
      "  answerbox ask --theta 0.5 --json \"Who is the duty physician?\"\n"
      "  answerbox ask --precision 0.7 Who is the duty physician?\n"
      "  answerbox ask --document 'guides/*.pdf' Who is the duty physician?\n"
      "  answerbox ask --form list --words 120 What do I need for a dressing?\n"
      "  answerbox ask --long --words 150 What do I do after an injury?\n"
      "Exit code 0: answered, 1: refused.",
      Ask, exit_code);
}

}  // namespace answerbox::client
