// Sets aside a log that disagrees with its newest head: all of it moves to a
// folder of its own, and a new log begins that names the folder.
// docs/audit-format.md, "Evidence".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/audit/log_folder.h"
#include "protocol/audit/record_line.h"
#include "protocol/error.h"

namespace answerbox::protocol {

// What is wrong with a log, and in which place.
struct Disagreement {
  std::string message;     // A sentence.
  std::string file;        // Name of a file of the log, or of the kept head.
  std::uint64_t offset{};  // Bytes into that file.
  std::string head;        // The newest trusted head, or empty.
};

struct Evidence {
  std::string folder;  // Its name in the audit folder.
  // What was wrong, and in which file at which byte; whether others may write
  // to the folder.
  std::string message;
  std::string members;  // Members of the record that names the folder.
  std::string sha256;   // As in the record.
};

// The most folders of evidence that are listed: the newest ones. Bounds the
// first file of a new log.
inline constexpr std::size_t kMaxEvidence = 64;
// A larger found.json is not read.
inline constexpr std::size_t kMaxFoundBytes = 4096;

// Moves the log's files, their torn ends and the kept head into a new folder,
// and puts `next` in the place of the kept head. After a power cut
// UndoSettingAside puts all of it back. Errors: kStorage.
//   also  further files to move, if they exist
//   next  the first kept head of the log that begins next
[[nodiscard]] Result<void> SetLogAside(
    const std::filesystem::path& folder, const std::filesystem::path& head_file,
    const Disagreement& found, const std::vector<std::filesystem::path>& also,
    const KeptHead& next);

// Puts the files back where SetLogAside was interrupted, so that the log is
// checked again: nobody vouches for what an unfinished folder says. Call it
// before anything else is done with the folder. Errors: kStorage.
[[nodiscard]] Result<void> UndoSettingAside(
    const std::filesystem::path& folder,
    const std::filesystem::path& head_file);

// The newest kMaxEvidence logs that were set aside, in order. Errors: kStorage.
[[nodiscard]] Result<std::vector<Evidence>> ListEvidence(
    const std::filesystem::path& folder);

// The body of the record that names `evidence`.
[[nodiscard]] std::string EvidenceBody(const Evidence& evidence,
                                       const RecordTime& time);

// One hash of all files in the folder, in hexadecimal: the SHA-256 of the lines
// that `sha256sum` prints of its files, in the order of their names. Reads all
// files. Errors: kStorage.
[[nodiscard]] Result<std::string> HashOfEvidence(
    const std::filesystem::path& evidence_folder);

}  // namespace answerbox::protocol
