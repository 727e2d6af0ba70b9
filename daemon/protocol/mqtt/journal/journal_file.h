// The bytes of the file `mqtt-sessions`: docs/mqtt-sessions-format.md. Batches
// of changes follow each other; each is synced before the next is begun, so
// that a power cut harms the last alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace answerbox::daemon::mqtt
