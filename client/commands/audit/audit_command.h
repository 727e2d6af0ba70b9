// `answerbox audit`: its commands, one file for each kind of work.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "client/commands/audit/audit_files.h"
#include "client/commands/command.h"

namespace answerbox::client {

// Options shared by the commands that read the log's files and need no daemon.
struct AuditOptions {
  CommonOptions common;
  std::string folder = kDefaultAuditFolder;
  std::vector<std::string> files;
  std::vector<std::string> keys;
};

void AddFolderOption(CLI::App& command, AuditOptions& options);
void AddKeyOption(CLI::App& command, AuditOptions& options);

void AddAuditVerifyCommand(CLI::App& audit, int& exit_code);
void AddAuditProofCommands(CLI::App& audit, int& exit_code);
void AddAuditReadingCommands(CLI::App& audit, int& exit_code);
void AddAuditReplayCommand(CLI::App& audit, int& exit_code);

}  // namespace answerbox::client
