// Reads the file of sessions after a restart.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "daemon/error.h"
#include "daemon/protocol/mqtt/broker/restorer.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"

namespace answerbox::daemon::mqtt {

struct RestoredFile {
  bool is_there = false;
  FileReader::State state = FileReader::State::kWhole;
  std::size_t torn_bytes = 0;    // kTorn: the last batch, which was not synced.
  std::size_t damaged_at = 0;    // kDamaged: the first batch that is not whole.
  std::int64_t newest_time = 0;  // By the file's clock; 0 without a batch.
};

// Passes the changes in `bytes` to `restorer`, up to the end of the whole
// batches. If bytes are damaged, sessions are dropped, so that clients notice
// that messages may be missing. Retained messages stay. Does not call Finish.
[[nodiscard]] RestoredFile RestoreFrom(
    std::string_view bytes, Restorer& restorer, Time now,
    std::chrono::system_clock::time_point system_now);

// Does the same with a file, which need not exist. A damaged file is also kept
// as `file` + kDamagedSuffix, and stays until it is replaced. Errors: kStorage;
// kCorrupt for a file of another version, which stays as it is.
inline constexpr std::string_view kDamagedSuffix = ".damaged";
[[nodiscard]] Result<RestoredFile> RestoreFrom(
    const std::filesystem::path& file, Restorer& restorer, Time now,
    std::chrono::system_clock::time_point system_now);

// Refuses a file of another version, as RestoreFrom does, before anything is
// restored or changed. Errors: as RestoreFrom.
[[nodiscard]] Result<void> CheckVersion(const std::filesystem::path& file);

// The damaged file kept beside `file`, from this start or an earlier one.
struct KeptDamage {
  std::filesystem::path kept;
  std::chrono::sys_seconds found;
};
[[nodiscard]] std::optional<KeptDamage> FindKeptDamage(
    const std::filesystem::path& file);

}  // namespace answerbox::daemon::mqtt
