// `answerbox audit`: its commands, one file for each kind of work.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

// Puts what answers cost into their records. The log states the energy of an
// answer in a later record: docs/audit-format.md, "Energy".
class EnergyOfRuns {
 public:
  // Takes a line of the log. Lines that are no records of energy are ignored.
  void Note(std::string_view line);

  // Returns the line. If it is an answer's and its energy is known, the energy
  // is added, and the line is no longer the one that was hashed.
  [[nodiscard]] std::string Join(std::string_view line) const;

 private:
  // The member `energy` of each answer, by the answer's run.
  std::map<std::string, std::string, std::less<>> members_;
};

}  // namespace answerbox::client
