// The bytes of the file `mqtt-sessions`: docs/mqtt-sessions-format.md. It is a
// sequence of batches of changes. Each is synced before the next one begins, so
// that a power cut damages only the last.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/error.h"
#include "daemon/protocol/mqtt/broker/restorer.h"
#include "platform/error.h"
#include "platform/file/appended_file.h"

namespace answerbox::daemon::mqtt {

inline constexpr std::size_t kFileHeadBytes = 16;
inline constexpr std::size_t kBatchHeadBytes = 32;
inline constexpr std::uint64_t kFirstBatch = 1;

// Returns the beginning of a file.
//   file_id  random, so that bytes of another file are not mistaken for this
//            one's
[[nodiscard]] std::string MakeFileHead(std::uint64_t file_id);

struct Batch {
  std::uint64_t number = kFirstBatch;  // One more with each batch of a file.
  std::int64_t time_ms = 0;            // When it was made, since 1970.
  std::string_view body;               // Changes; less than 4 GiB.
};
// Returns the head of `batch`; its body follows.
[[nodiscard]] std::string MakeBatchHead(std::uint64_t file_id,
                                        const Batch& batch);

// Returns whether another version wrote the file, which is then not damaged.
[[nodiscard]] bool IsOfOtherVersion(std::string_view bytes) noexcept;

class FileReader {
 public:
  enum class State : std::uint8_t {
    kReading,  // There may be more.
    kWhole,    // The file ends after a batch.
    kTorn,     // The last batch is not whole: it was never synced.
    kDamaged,  // Bytes that were synced have changed.
  };

  // Reads batches.
  //   bytes  outlive what is read
  explicit FileReader(std::string_view bytes) noexcept;

  // Reads the next batch if it is whole. Otherwise state() says why not.
  [[nodiscard]] bool Next(Batch& batch) noexcept;
  [[nodiscard]] State state() const noexcept { return state_; }
  // Returns whether messages say what they quote: since version 3.
  [[nodiscard]] bool has_quotes() const noexcept { return has_quotes_; }
  // Returns the bytes up to the end of the last whole batch.
  [[nodiscard]] std::size_t whole_bytes() const noexcept { return at_; }

 private:
  struct Head {
    Batch batch;  // Without its body.
    std::uint32_t body_bytes = 0;
    std::uint32_t body_checksum = 0;
  };
  // Returns false if there is no head.
  [[nodiscard]] bool ReadHead(std::size_t at, Head& head) const noexcept;
  [[nodiscard]] bool HasLaterBatch() const noexcept;

  const std::string_view bytes_;
  bool has_quotes_ = false;
  std::uint64_t file_id_ = 0;
  std::uint64_t next_number_ = kFirstBatch;
  std::size_t at_ = 0;
  State state_ = State::kReading;
};

// Writes the file. Used by one thread.
class JournalWriter {
 public:
  explicit JournalWriter(std::filesystem::path path) : path_(std::move(path)) {}

  // Replaces the file by a new one with a single batch, atomically, and syncs
  // it. After an error, Append must not be called before a Begin that succeeds.
  [[nodiscard]] platform::Result<void> Begin(std::string_view body,
                                             std::int64_t time_ms);
  // Appends a batch and syncs it. Errors have the same effect as in Begin.
  [[nodiscard]] platform::Result<void> Append(std::string_view body,
                                              std::int64_t time_ms);
  // Returns whether Append may be called.
  [[nodiscard]] bool is_begun() const noexcept { return file_.has_value(); }

 private:
  const std::filesystem::path path_;
  std::optional<platform::AppendedFile> file_;
  std::uint64_t file_id_ = 0;
  std::uint64_t next_batch_ = 0;
};

// --- Reads the file of sessions after a restart.

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
