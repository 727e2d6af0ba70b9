// The command line as a whole: its commands, its help, and the messages about
// mistakes in it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/command.h"

namespace answerbox::client {

// A command adds its subcommand to the program. When the user chooses it, it
// runs in the subcommand's callback and leaves its exit code in `exit_code`.
using AddCommand = void (*)(CLI::App& program, int& exit_code);

// A new command is declared here and entered in the table in command_line.cc.
void AddAddCommand(CLI::App& program, int& exit_code);
void AddAskCommand(CLI::App& program, int& exit_code);
void AddSearchCommand(CLI::App& program, int& exit_code);
void AddContextCommand(CLI::App& program, int& exit_code);
void AddSummarizeCommand(CLI::App& program, int& exit_code);
void AddGroundCommand(CLI::App& program, int& exit_code);
void AddConvertCommand(CLI::App& program, int& exit_code);
void AddListCommand(CLI::App& program, int& exit_code);
void AddShowCommand(CLI::App& program, int& exit_code);
void AddRemoveCommand(CLI::App& program, int& exit_code);
void AddCollectionsCommand(CLI::App& program, int& exit_code);
void AddStatusCommand(CLI::App& program, int& exit_code);
void AddAuditCommand(CLI::App& program, int& exit_code);
void AddCertificateCommand(CLI::App& program, int& exit_code);
void AddPackCommand(CLI::App& program, int& exit_code);
void AddEnergyCommand(CLI::App& program, int& exit_code);
void AddUserCommand(CLI::App& program, int& exit_code);
void AddEvaluateCommand(CLI::App& program, int& exit_code);
void AddExamCommand(CLI::App& program, int& exit_code);
void AddDoctorCommand(CLI::App& program, int& exit_code);
void AddSetupCommand(CLI::App& program, int& exit_code);
void AddInboxCommand(CLI::App& program, int& exit_code);
void AddBackupCommand(CLI::App& program, int& exit_code);
void AddRestoreCommand(CLI::App& program, int& exit_code);

// A program that consists of commands.
struct ProgramFrame {
  const char* name;  // As users type it.
  const char* description;
  const char* footer;
  // Adds the options that may stand before a command.
  void (*add_options)(CLI::App& program, CommonOptions& options);
  std::span<const AddCommand> commands;  // In the order of the help.
};

// Returns the program `answerbox`.
[[nodiscard]] const ProgramFrame& ClientProgram();

// Parses the command line, runs the command it names, and returns the exit code
// of the process.
[[nodiscard]] int RunCommandLine(int argc, char** argv,
                                 const ProgramFrame& frame);

// Formats --help within the terminal's width: the names of options on the left
// and their descriptions on the right, or below the names if the terminal is
// too narrow for both.
class HelpFormat : public CLI::Formatter {
 public:
  explicit HelpFormat(std::size_t columns);

  std::string make_description(const CLI::App* app) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option,
                          bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* app) const override;

 private:
  [[nodiscard]] std::string Entry(const std::string& name,
                                  const std::string& text) const;

  std::size_t columns_;
};

// Returns the name that `word` most likely means: one that it misspells or
// begins. Returns the first of equally likely names, and "" when none is alike.
[[nodiscard]] std::string NearestName(std::string_view word,
                                      const std::vector<std::string>& names);

}  // namespace answerbox::client
