// Stores the broker's changes in a file: docs/mqtt-sessions-format.md. The
// broker's thread adds steps. The journal's own thread writes all waiting steps
// together and syncs them once, so that no socket waits for a disk.
//
// When the file has grown to twice the size of its state, it is replaced by
// that state. When the disk refuses, nothing becomes durable, and once a second
// the whole state is written again. If the state itself leaves no room, it is
// written again only after changes that may have made it smaller, and ever less
// often. It is also written again when the system's clock was set forward,
// because the next start compares the file's times with that clock.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

#include "daemon/protocol/mqtt/broker/change.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"

namespace answerbox::daemon::mqtt {

struct JournalOptions {
  std::filesystem::path file;
  // The approximate bound of the file. There is no room past three quarters of
  // it for the state itself, or when the disk is behind by half of it.
  std::size_t limit_bytes = std::size_t{4} << 20;
  // Called on the journal's thread when durable_step() has grown.
  std::function<void()> on_durable;
  // Returns the system's time. Called on the broker's thread.
  std::function<std::chrono::system_clock::time_point()> system_now =
      std::chrono::system_clock::now;
  // The longest that the file holds what is gone.
  std::chrono::seconds renew_after = std::chrono::hours(3);
};

class Journal final : public Recorder {
 public:
  // Does not touch the file before the first step.
  Journal(JournalOptions options, const StoredClock& clock);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  // Writes what waits, if the disk accepts it, and then an empty batch. So at
  // the next start, damage in the last batch with content is not mistaken for a
  // torn end.
  ~Journal();

  // Implements Recorder. All but durable_step() are called on the broker's
  // thread.
  void Record(const Change& change) override;
  void EndStep() override;
  [[nodiscard]] std::uint64_t durable_step() const noexcept override {
    return durable_step_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool has_room() noexcept override;
  [[nodiscard]] std::size_t missing_bytes() noexcept override;
  void NoteFreed(std::size_t bytes) noexcept override;
  [[nodiscard]] bool wants_whole() noexcept override;
  void BeginWhole() override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Steps {
    Output changes;
    bool is_whole = false;  // Its first step is the whole state.
    std::uint64_t last_step = 0;
    std::int64_t time_ms = 0;  // When the last step ended; the file's clock.
  };

  // Returns the bytes that the whole state may take. The rest is for changes
  // that end something.
  [[nodiscard]] std::size_t MostState() const noexcept {
    return options_.limit_bytes / 4 * 3;
  }
  // Returns whether the system's clock was set forward since the file's began.
  // At a start without a network it is often not set yet.
  [[nodiscard]] bool IsClockBehind() const;
  void Run();
  [[nodiscard]] bool Write(const Steps& steps);
  void NoteOutcome(const platform::Result<void>& written);
  void WriteEnd(std::int64_t time_ms);

  const JournalOptions options_;

  // Only the broker's thread uses these.
  StoredClock clock_;  // One for all of a file.
  Steps step_;         // The one under way.
  std::uint64_t last_step_ = 0;
  std::size_t whole_bytes_ = 0;  // Size of the last whole state.
  std::size_t freed_bytes_ = 0;  // Of that, by what ended since.
  std::size_t file_bytes_ = 0;   // That, and what came after it.
  bool is_refusing_ = false;     // Since the last whole state.
  bool has_freed_ = false;       // Since then, the state may have shrunk.
  std::chrono::seconds refusing_interval_;  // To the next whole state then.
  Clock::time_point whole_at_{};

  std::atomic<std::uint64_t> durable_step_{0};
  std::atomic<std::size_t> waiting_bytes_{0};
  // True when the file's state is unknown: only a whole state may follow.
  std::atomic<bool> needs_whole_{false};

  std::mutex mutex_;
  std::condition_variable wake_;
  Steps waiting_;                // Under mutex_.
  bool is_stopping_ = false;     // Under mutex_.
  std::int64_t stopped_ms_ = 0;  // Under mutex_; by the file's clock.

  // Only the journal's thread uses these.
  JournalWriter writer_;
  bool has_failed_ = false;

  std::thread thread_;  // Last: it uses all of the above.
};

}  // namespace answerbox::daemon::mqtt
