// The bytes of the file `mqtt-sessions`: docs/mqtt-sessions-format.md. Batches
// of changes follow each other; each is synced before the next is begun, so
// that a power cut harms the last alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "platform/error.h"
#include "platform/file/appended_file.h"

namespace answerbox::daemon::mqtt {

inline constexpr std::size_t kFileHeadBytes = 16;
inline constexpr std::size_t kBatchHeadBytes = 32;
inline constexpr std::uint64_t kFirstBatch = 1;

// What a file begins with.
//   file_id  random: bytes of another file are not taken for this one's
[[nodiscard]] std::string MakeFileHead(std::uint64_t file_id);

struct Batch {
  std::uint64_t number = kFirstBatch;  // One more with each batch of a file.
  std::int64_t time_ms = 0;            // When it was made, since 1970.
  std::string_view body;               // Changes; less than 4 GiB.
};
// The head of `batch`, which its body follows.
[[nodiscard]] std::string MakeBatchHead(std::uint64_t file_id,
                                        const Batch& batch);

// Whether another version wrote the file. It is then no damaged file.
[[nodiscard]] bool IsOfOtherVersion(std::string_view bytes) noexcept;

class FileReader {
 public:
  enum class State : std::uint8_t {
    kReading,  // There may be more.
    kWhole,    // The file ends after a batch.
    kTorn,     // The last batch is not whole: it was never synced.
    kDamaged,  // Bytes that were synced have changed.
  };

  //   bytes  outlive what is read
  explicit FileReader(std::string_view bytes) noexcept;

  // The next batch, if it is whole; else state() says what there is.
  [[nodiscard]] bool Next(Batch& batch) noexcept;
  [[nodiscard]] State state() const noexcept { return state_; }
  // Bytes up to the end of the last whole batch.
  [[nodiscard]] std::size_t whole_bytes() const noexcept { return at_; }

 private:
  struct Head {
    Batch batch;  // Without its body.
    std::uint32_t body_bytes = 0;
    std::uint32_t body_checksum = 0;
  };
  // False where there is none.
  [[nodiscard]] bool ReadHead(std::size_t at, Head& head) const noexcept;
  [[nodiscard]] bool HasLaterBatch() const noexcept;

  const std::string_view bytes_;
  std::uint64_t file_id_ = 0;
  std::uint64_t next_number_ = kFirstBatch;
  std::size_t at_ = 0;
  State state_ = State::kReading;
};

// Writes the file. Used by one thread.
class JournalWriter {
 public:
  explicit JournalWriter(std::filesystem::path path) : path_(std::move(path)) {}

  // Puts a new file, with one batch, in place of the one before: atomically,
  // and synced. After an error Append is not to be called before a Begin that
  // succeeds.
  [[nodiscard]] platform::Result<void> Begin(std::string_view body,
                                             std::int64_t time_ms);
  // Appends a batch, and syncs it. After an error as Begin.
  [[nodiscard]] platform::Result<void> Append(std::string_view body,
                                              std::int64_t time_ms);
  // Whether Append may be called.
  [[nodiscard]] bool is_begun() const noexcept { return file_.has_value(); }

 private:
  const std::filesystem::path path_;
  std::optional<platform::AppendedFile> file_;
  std::uint64_t file_id_ = 0;
  std::uint64_t next_batch_ = 0;
};

}  // namespace answerbox::daemon::mqtt
