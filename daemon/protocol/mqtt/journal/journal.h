// Keeps the broker's changes in a file: docs/mqtt-sessions-format.md. The
// broker's thread gives steps; a thread of its own writes all that wait
// together and syncs them once, so that no socket waits for a disk.
//
// When the file has grown to twice the state that it stands for, it is replaced
// by that state. When the disk refuses, nothing becomes durable; once a second
// the whole state is tried anew. Where the state itself leaves no room, it is
// written anew only after changes that may have made it smaller, and ever less
// often. Where the system's clock is set forward, it is written anew too: the
// next start compares the file's times with that clock.
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
  // The file has no more, about: past three quarters of it, for the state
  // itself, and where the disk is half of it behind, there is no room.
  std::size_t limit_bytes = std::size_t{4} << 20;
  // Called on the journal's thread when durable_step() has grown.
  std::function<void()> on_durable;
  // The system's clock, asked on the broker's thread.
  std::function<std::chrono::system_clock::time_point()> system_now =
      std::chrono::system_clock::now;
};

class Journal final : public Recorder {
 public:
  // Does not touch the file before the first step.
  Journal(JournalOptions options, const StoredClock& clock);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  // Writes what waits, if the disk takes it, and then an empty batch: so rot in
  // the last batch with content is not taken for a torn end at the next start.
  ~Journal();

  // What Recorder declares; all but durable_step() on the broker's thread.
  void Record(const Change& change) override;
  void EndStep() override;
  [[nodiscard]] std::uint64_t durable_step() const noexcept override {
    return durable_step_.load(std::memory_order_acquire);
  }
  [[nodiscard]] bool has_room() noexcept override;
  [[nodiscard]] bool wants_whole() noexcept override;
  void BeginWhole() override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Steps {
    Output changes;
    bool is_whole = false;  // Its first step is the whole state.
    std::uint64_t last_step = 0;
    std::int64_t time_ms = 0;  // When the last step ended, by the file's clock.
  };

  // What the whole state may take: the rest is for changes that end something.
  [[nodiscard]] std::size_t MostState() const noexcept {
    return options_.limit_bytes / 4 * 3;
  }
  // Whether the system's clock was set forward since the file's began: at a
  // start without a network it is often not set yet.
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
  std::size_t whole_bytes_ = 0;  // The last whole state takes so many.
  std::size_t file_bytes_ = 0;   // The same, and what came after it.
  bool is_refusing_ = false;     // Since the last whole state.
  bool has_freed_ = false;       // The same: the state may be smaller by now.
  std::chrono::seconds refusing_interval_;  // To the next whole state then.
  Clock::time_point whole_at_{};

  std::atomic<std::uint64_t> durable_step_{0};
  std::atomic<std::size_t> waiting_bytes_{0};
  // The file's state is unknown: appending goes on after a whole state alone.
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
