#include "daemon/client/commands/command_line.h"

#include <iostream>

#include "daemon/client/commands/command.h"
#include "daemon/client/failure.h"
#include "daemon/client/terminal/printable.h"

namespace answerbox::client {
namespace {

constexpr AddCommand kCommands[] = {
    AddAddCommand,    AddAskCommand,         AddListCommand,   AddShowCommand,
    AddRemoveCommand, AddCollectionsCommand, AddStatusCommand, AddAuditCommand,
    AddEnergyCommand, AddEvaluateCommand};

constexpr const char* kFooter =
    "Examples:\n"
    "  answerbox add handbook/                  add a folder of documents\n"
    "  answerbox ask how long is a vaccine kept  ask what they say\n"
    "  answerbox list                           see what is there\n"
    "\n"
    "Exit codes: 0 answered or done, 1 refused, 2 usage, 3 no daemon,\n"
    "4 input rejected, 5 daemon failure. More: man answerbox";

}  // namespace

int RunCommandLine(int argc, char** argv) {
  CLI::App program(
      "Answers questions from your own documents, through answerboxd.",
      "answerbox");
  program.set_version_flag("--version", kVersionLine, "Print the version");
  program.require_subcommand(1);
  program.footer(kFooter);
  int exit_code = static_cast<int>(ExitCode::kDone);
  for (const AddCommand add : kCommands) add(program, exit_code);
  // CLI11 reports all it finds, --help included, by exception: it ends here.
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
    if (code == CLI::ExitCodes::Success) {
      return program.exit(error);  // Help or version, on standard output.
    }
    std::cerr
        << "answerbox: " << Escaped(error.what())
        << "\nTry \"answerbox --help\" or \"answerbox COMMAND --help\".\n";
    return static_cast<int>(ExitCode::kUsage);
  }
  return exit_code;
}

}  // namespace answerbox::client
