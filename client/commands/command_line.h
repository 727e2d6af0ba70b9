// The command line as a whole: its commands, and the messages about mistakes in
// it.
#pragma once

#include <CLI/CLI.hpp>
#include <span>

#include "client/commands/command.h"

namespace answerbox::client {

// A command adds its subcommand to the program. When the user chooses it, it
// runs in the subcommand's callback and leaves its exit code in `exit_code`.
using AddCommand = void (*)(CLI::App& program, int& exit_code);

// One file each, `NAME_command.cc`. A new command is declared here and entered
// in the table in command_line.cc.
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

}  // namespace answerbox::client
