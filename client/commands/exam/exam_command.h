// `answerbox exam`: banks of questions that a collection, or a system, must be
// able to answer. One file for each of its commands.
#pragma once

#include <CLI/CLI.hpp>

namespace answerbox::client {

// Each adds a command to `exam`. A new one is declared here and entered in the
// table in exam_command.cc.
void AddExamRunCommand(CLI::App& exam, int& exit_code);
void AddExamReportCommand(CLI::App& exam, int& exit_code);
void AddExamCompareCommand(CLI::App& exam, int& exit_code);
void AddExamDiffCommand(CLI::App& exam, int& exit_code);
void AddExamLeaderboardCommand(CLI::App& exam, int& exit_code);
void AddExamQrelsCommand(CLI::App& exam, int& exit_code);
void AddExamBankCommand(CLI::App& exam, int& exit_code);

}  // namespace answerbox::client
