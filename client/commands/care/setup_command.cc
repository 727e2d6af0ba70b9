// `answerbox setup`: asks at most six things, and makes the box so.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <string>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/setup/setup.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

struct SetupOptions {
  CommonOptions common;
  std::string config = "/etc/answerbox/answerboxd.toml";
  std::string root = "/";
  std::string file;  // Of answers; empty: none.
  bool takes_defaults = false;
  bool is_dry_run = false;
};

// Asks until the answer is one. An empty line takes the default.
Outcome<void> AskOne(const SetupQuestion& question, std::size_t number,
                     std::size_t count, const Terminal& terminal,
                     Answers& answers) {
  for (;;) {
    std::cout << SentenceLines(terminal, std::to_string(number) + " of " +
                                             std::to_string(count) + ". " +
                                             std::string(question.text) + ".")
              << "  [" << question.get(answers) << "] " << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) {
      std::cout << "\n";
      return Rejected("the answers ended early; nothing was changed");
    }
    if (line.empty()) return {};
    const auto set = question.set(line, answers);
    if (set) return {};
    std::cout << SentenceLines(terminal, set.error().message + ".");
  }
}

Outcome<void> AskAll(const Situation& situation, const Terminal& terminal,
                     Answers& answers) {
  std::cout << SentenceLines(
      terminal,
      "Enter takes what stands in brackets. Nothing is changed "
      "before the last answer.");
  const auto& questions = SetupQuestions();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].key == "sensor") {
      for (const std::string& sensor : situation.sensors) {
        std::cout << SentenceLines(terminal, "Found " + sensor);
      }
    }
    const auto asked =
        AskOne(questions[i], i + 1, questions.size(), terminal, answers);
    if (!asked) return asked.error();
  }
  return {};
}

Outcome<Answers> Collect(const SetupOptions& options,
                         const Situation& situation) {
  if (!options.file.empty()) {
    Answers answers = situation.today;
    const auto read = ReadAnswers(options.file, answers);
    if (!read) return read.error();
    return answers;
  }
  Answers answers = situation.proposed;
  if (!options.takes_defaults) {
    const auto asked = AskAll(situation, options.common.Output(), answers);
    if (!asked) return asked.error();
  }
  return answers;
}

void Report(const SetupOptions& options, const SetupPlan& plan,
            const boost::json::array& steps) {
  if (options.common.json) {
    boost::json::array by_hand(plan.by_hand.begin(), plan.by_hand.end());
    return PrintJson(
        boost::json::object{{"changed", !options.is_dry_run && !steps.empty()},
                            {"steps", steps},
                            {"by_hand", std::move(by_hand)}});
  }
  if (steps.empty()) {
    PrintSentence(options.common, "Nothing to change.");
  }
  for (const std::string& what : plan.by_hand) {
    PrintSentence(options.common, "Left to you: " + what);
  }
}

Outcome<void> CheckCaller(const SetupOptions& options) {
  if (options.root == "/" && ::geteuid() != 0) {
    return Rejected(
        "setup changes /etc and the service: run \"sudo answerbox setup\"");
  }
  if (options.file.empty() && !options.takes_defaults &&
      (::isatty(STDIN_FILENO) == 0 || options.common.json)) {
    return Failure(ExitCode::kUsage, "usage",
                   "setup asks on a terminal: name --file or --defaults where "
                   "there is none, and with --json");
  }
  return {};
}

Outcome<ExitCode> Setup(const SetupOptions& options) {
  const auto may = CheckCaller(options);
  if (!may) return may.error();
  const CommonOptions& common = options.common;
  const auto situation = LookAround(
      {.root = options.root,
       .option_file = options.config,
       .socket = common.socket.empty() ? DefaultSocketPath() : common.socket,
       .limits = {.give_up = common.timeout}});
  if (!situation) return situation.error();
  const auto answers = Collect(options, *situation);
  if (!answers) return answers.error();
  const auto plan = MakePlan(*situation, *answers);
  if (!plan) return plan.error();
  boost::json::array steps;
  const auto tell = [&](const SetupStep& step, const Outcome<void>& end) {
    if (step.what.empty()) return;
    std::string line = (options.is_dry_run ? "Would do: " : "") + step.what;
    if (!end) line += ": not done, " + end.error().message;
    steps.emplace_back(line);
    if (!common.json) PrintSentence(common, line);
    std::cout << std::flush;
  };
  if (options.is_dry_run) {
    for (const SetupStep& step : plan->steps) tell(step, {});
  } else if (const auto done = CarryOut(*plan, tell); !done) {
    return done.error();
  }
  Report(options, *plan, steps);
  return ExitCode::kDone;
}

}  // namespace

void AddSetupCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "setup", "Set this box up: users, network, log, collections");
  const auto options = std::make_shared<SetupOptions>();
  auto* file =
      command
          ->add_option("--file", options->file,
                       "Take the answers from a file (TOML); what it does not "
                       "name stays as it is")
          ->type_name("FILE");
  command
      ->add_flag("--defaults", options->takes_defaults,
                 "Ask nothing: take what is so today, or is proposed")
      ->excludes(file);
  command->add_flag("--dry-run", options->is_dry_run,
                    "Only tell what would be done");
  command
      ->add_option("--config", options->config,
                   "The daemon's options (default " + options->config + ")")
      ->type_name("FILE");
  command->add_option("--root", options->root)
      ->type_name("DIR")
      ->group("");  // For tests.
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  sudo answerbox setup\n"
                  "  sudo answerbox setup --file box.toml --dry-run\n"
                  "A file has: users = [\"alice\"], network = \"socket\", "
                  "\"machine\", \"lan\", \"page\" or [\"page\", \"rules\"], "
                  "collections = [\"manuals\"], sensor = \"auto\", "
                  "calibrate = false, questions = \"plain\", \"hash\" or "
                  "\"omit\".",
                  Setup, exit_code);
}

}  // namespace answerbox::client
