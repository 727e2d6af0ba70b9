// The commands of `answerbox-lab`: what measures the product on question files
// and ranks systems by exams. docs/lab/README.md lists them.
#pragma once

#include <CLI/CLI.hpp>

#include "client/commands/command_line.h"
#include "lab/client.h"

namespace answerbox::lab {

// `answerbox-lab evaluate`, one function for each of its commands.
void AddEvaluateCommand(CLI::App& program, int& exit_code);
void AddEvaluateSquadCommand(CLI::App& evaluate, int& exit_code);
void AddEvaluateRetrievalCommand(CLI::App& evaluate, int& exit_code);
void AddEvaluateSelectCommand(CLI::App& evaluate, int& exit_code);
void AddEvaluateSummariesCommand(CLI::App& evaluate, int& exit_code);
void AddEvaluateGroundingCommand(CLI::App& evaluate, int& exit_code);
void AddEvaluateLongCommand(CLI::App& evaluate, int& exit_code);

// `answerbox-lab exam`.
void AddExamCommand(CLI::App& program, int& exit_code);
void AddExamRunCommand(CLI::App& exam, int& exit_code);
void AddExamDiffCommand(CLI::App& exam, int& exit_code);
void AddExamLeaderboardCommand(CLI::App& exam, int& exit_code);
void AddExamQrelsCommand(CLI::App& exam, int& exit_code);
void AddExamBankCommand(CLI::App& exam, int& exit_code);

// The whole program, for main and for tests.
[[nodiscard]] const ProgramFrame& LabProgram();

}  // namespace answerbox::lab
