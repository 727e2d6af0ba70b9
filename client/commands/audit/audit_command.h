// `answerbox audit`: what its commands share, and the files of an audit log, or
// of a copy of one, as a command finds them.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/command.h"
#include "client/failure.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/signing_key.h"
#include "protocol/audit/verifier.h"

namespace answerbox::client {

inline constexpr const char* kDefaultAuditFolder = "/var/lib/answerbox/audit";

struct AuditFile {
  std::filesystem::path path;
  platform::MappedFile file;

  [[nodiscard]] std::string_view text() const noexcept {
    return {reinterpret_cast<const char*>(file.bytes().data()),
            file.bytes().size()};
  }
};

// Lists the named files, or those of the folder, by the number of their first
// record.
[[nodiscard]] Outcome<std::vector<AuditFile>> OpenAuditFiles(
    const std::vector<std::string>& files, const std::string& folder);

// Reads public keys from PEM files. When none is named, the folder's key is
// read if there is one.
[[nodiscard]] Outcome<std::vector<protocol::PublicKey>> ReadPublicKeys(
    const std::vector<std::string>& files, const std::string& folder);

// Reads a whole file of at most a megabyte.
[[nodiscard]] Outcome<std::string> ReadSmallFile(const std::string& path);

// Parses a head. `text` is the head itself, or the name of a file that holds
// one.
[[nodiscard]] Outcome<protocol::SignedHead> ReadHead(const std::string& text);

// Calls `take` for each line, without its end, until it returns false. A last
// line without an end is left out: the daemon may still be writing it.
void EachLine(const std::vector<AuditFile>& files,
              const std::function<bool(std::string_view line)>& take);

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
