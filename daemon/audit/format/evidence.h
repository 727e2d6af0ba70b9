// What does not agree with the newest head is set aside whole, in a folder of
// its own, and a new log begins that names it. docs/audit-format.md,
// "Evidence".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/format/record_time.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// What is wrong with a log, and where.
struct Disagreement {
  std::string message;     // A sentence.
  std::string file;        // Its name; of the log, or the kept head's.
  std::uint64_t offset{};  // Bytes into that file.
  std::string head;        // The newest one that could be trusted, or empty.
};

struct Evidence {
  std::string folder;   // Its name in the audit folder.
  std::string message;  // What was wrong, and in which file at which byte.
  std::string members;  // Of the record that names it.
};

// Moves the log's files, what was torn off them and the kept head into a new
// folder. A power cut leaves what FinishSettingAside completes. Errors:
// kStorage.
//   also  further files to be moved, where they are there
[[nodiscard]] Result<void> SetLogAside(
    const std::filesystem::path& folder, const std::filesystem::path& head_file,
    const Disagreement& found, const std::vector<std::filesystem::path>& also);

// Completes what a power cut ended. Nothing else may be done with the folder
// before. Errors: kStorage.
[[nodiscard]] Result<void> FinishSettingAside(
    const std::filesystem::path& folder,
    const std::filesystem::path& head_file);

// What was set aside, in order. Errors: kStorage.
[[nodiscard]] Result<std::vector<Evidence>> ListEvidence(
    const std::filesystem::path& folder);

// The body of the record that names `evidence`.
[[nodiscard]] std::string EvidenceBody(const Evidence& evidence,
                                       const RecordTime& time);

// What the folder's list of hashes amounts to, in hexadecimal: SHA-256 of the
// lines that `sha256sum` prints of its files, in the order of their names.
// Reads all of them. Errors: kStorage.
[[nodiscard]] Result<std::string> HashOfEvidence(
    const std::filesystem::path& evidence_folder);

}  // namespace answerbox::daemon
