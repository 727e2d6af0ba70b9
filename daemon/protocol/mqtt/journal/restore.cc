#include "daemon/protocol/mqtt/journal/restore.h"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <variant>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon::mqtt {
namespace {

// Returns the time of the newest batch. It sets the clock by which the times of
// the file's changes are read.
std::int64_t FindNewestTime(std::string_view bytes) {
  FileReader reader(bytes);
  std::int64_t newest = 0;
  for (Batch batch; reader.Next(batch);) {
    newest = std::max(newest, batch.time_ms);
  }
  return newest;
}

// Applies a batch. Returns false if a change is malformed, or a step has no
// end: batches hold whole steps, so no step is in two of them.
bool ApplyBatch(std::string_view body, const StoredClock& clock,
                bool has_quotes, Restorer& restorer) {
  ChangeReader reader(body, clock, has_quotes);
  bool is_in_step = false;
  while (!reader.is_at_end()) {
    const ChangeReader::Read read = reader.Next();
    if (std::holds_alternative<ChangeReader::Malformed>(read)) return false;
    const Change* change = std::get_if<Change>(&read);
    is_in_step = change != nullptr;
    if (change != nullptr) {
      restorer.Apply(*change);
    } else {
      restorer.EndStep();
    }
  }
  return !is_in_step;
}

std::filesystem::path KeptPath(std::filesystem::path file) {
  return file += kDamagedSuffix;
}

// Gives the file a second name, and sets its time to when it was found. The
// first name stays until the file is replaced: after a power cut before that,
// the damage is found again.
platform::Result<void> KeepDamaged(const std::filesystem::path& file) {
  const std::filesystem::path damaged = KeptPath(file);
  if (auto gone = platform::RemoveFile(damaged); !gone) return gone;
  if (!platform::Link(file, damaged)) {
    // The file system has no second names, so the file is renamed.
    if (auto moved = platform::Rename(file, damaged); !moved) return moved;
  }
  if (auto touched = platform::Touch(damaged); !touched) return touched;
  return platform::SyncDirectory(file.parent_path());
}

Error StorageError(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe()};
}

}  // namespace

// Reads the bytes twice, as the newest time must be known before any time is
// converted.
RestoredFile RestoreFrom(std::string_view bytes, Restorer& restorer, Time now,
                         std::chrono::system_clock::time_point system_now) {
  RestoredFile restored;
  restored.is_there = true;
  restored.newest_time = FindNewestTime(bytes);
  const StoredClock clock(now, system_now, restored.newest_time);
  FileReader reader(bytes);
  bool is_sound = true;
  for (Batch batch; is_sound && reader.Next(batch);) {
    restored.damaged_at = reader.whole_bytes() - batch.body.size();
    is_sound = ApplyBatch(batch.body, clock, reader.has_quotes(), restorer);
  }
  restored.state = is_sound ? reader.state() : FileReader::State::kDamaged;
  if (is_sound) restored.damaged_at = reader.whole_bytes();
  if (restored.state == FileReader::State::kDamaged) restorer.DropSessions();
  if (restored.state == FileReader::State::kTorn) {
    restored.torn_bytes = bytes.size() - reader.whole_bytes();
  }
  return restored;
}

Result<RestoredFile> RestoreFrom(
    const std::filesystem::path& file, Restorer& restorer, Time now,
    std::chrono::system_clock::time_point system_now) {
  RestoredFile restored;
  // A power cut may have left it, and without a session nothing replaces it.
  if (auto gone = platform::RemoveFile(file.native() + ".new"); !gone) {
    return StorageError(gone.error());
  }
  {
    const auto mapped = platform::MappedFile::Open(file);
    if (!mapped && mapped.error().code.value() == ENOENT) return restored;
    if (!mapped) return StorageError(mapped.error());
    if (IsOfOtherVersion(mapped->text())) return OfOtherVersion(file);
    restored = RestoreFrom(mapped->text(), restorer, now, system_now);
  }
  if (restored.state != FileReader::State::kDamaged) return restored;
  if (auto kept = KeepDamaged(file); !kept) return StorageError(kept.error());
  return restored;
}

Result<void> CheckVersion(const std::filesystem::path& file) {
  const auto mapped = platform::MappedFile::Open(file);
  if (!mapped && mapped.error().code.value() == ENOENT) return {};
  if (!mapped) return StorageError(mapped.error());
  if (IsOfOtherVersion(mapped->text())) return OfOtherVersion(file);
  return {};
}

std::optional<KeptDamage> FindKeptDamage(const std::filesystem::path& file) {
  std::filesystem::path kept = KeptPath(file);
  const auto found = platform::LastWritten(kept);
  if (!found) return std::nullopt;
  return KeptDamage{std::move(kept), *found};
}

}  // namespace answerbox::daemon::mqtt
