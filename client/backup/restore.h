// Puts a backup in the place of the state directory, whole or not at all.
// docs/operations.md, "Backups".
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "client/backup/archive.h"
#include "client/failure.h"

namespace answerbox::client {

struct RestoreTargets {
  std::filesystem::path state;
  std::filesystem::path options;  // Empty: they stay as they are.
};

// What was in the place before, and is kept. Empty: nothing was.
struct ReplacedFolders {
  std::filesystem::path state;
  std::filesystem::path options;
};

// Reads the whole archive, and changes nothing. Errors: those of the reader.
[[nodiscard]] Outcome<void> CheckArchive(ArchiveReader& reader);

// Extracts the archive beside the targets, verifies it, syncs it, and only then
// exchanges it with them, each in one step. Errors: those of the reader;
// kRejected (a daemon uses the state, or it can't be renamed); kDaemonFailed
// (the disk). Nothing was changed then, unless the state was restored and the
// options could not be: the failure then has the detail "state_before".
[[nodiscard]] Outcome<ReplacedFolders> Restore(ArchiveReader& reader,
                                               const RestoreTargets& targets);

}  // namespace answerbox::client
