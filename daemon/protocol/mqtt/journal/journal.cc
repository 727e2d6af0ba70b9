#include "daemon/protocol/mqtt/journal/journal.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "platform/service/journal.h"

namespace answerbox::daemon::mqtt {
namespace {

// A smaller file is not replaced, as that costs more than appending to it.
constexpr std::size_t kSmallFileBytes = std::size_t{256} << 10;
// The shortest time between two whole states when the disk refuses or there is
// no room; and the longest, to which it doubles while they make no room.
constexpr std::chrono::seconds kWholeInterval{1};
constexpr std::chrono::seconds kLongestInterval{64};
// The system's clock may be ahead of the file's by this much: small corrections
// of the clock must not rewrite the file.
constexpr std::chrono::milliseconds kClockTolerance{5000};

// Returns whether the state may be smaller after `change`. When the state
// leaves no room, only such changes are worth writing it anew.
bool MayFree(const Change& change) noexcept {
  return !std::holds_alternative<MessageNumbered>(change) &&
         !std::holds_alternative<Subscribed>(change) &&
         !std::holds_alternative<Queued>(change) &&
         !std::holds_alternative<Sent>(change) &&
         !std::holds_alternative<Taken>(change) &&
         !std::holds_alternative<RequestBegun>(change) &&
         !std::holds_alternative<RequestBegunAgain>(change) &&
         !std::holds_alternative<SessionOrigin>(change);
}

}  // namespace

Journal::Journal(JournalOptions options, const StoredClock& clock)
    : options_(std::move(options)),
      clock_(clock),
      refusing_interval_(kWholeInterval),
      writer_(options_.file),
      thread_([this] { Run(); }) {}

// The time is taken here, on the broker's thread, as the file's clock belongs
// to that thread.
Journal::~Journal() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ms_ = clock_.ToStored(Clock::now());
    is_stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

// Records into memory, on the broker's thread, without waiting for a disk.
void Journal::Record(const Change& change) {
  EncodeChange(change, clock_, step_.changes);
  has_freed_ |= MayFree(change);
}

// What was recorded of this step so far is also in the whole state, and is
// dropped. Only here is the file's clock set forward, as all of its times are
// written anew.
void Journal::BeginWhole() {
  if (IsClockBehind()) {
    const auto now = Clock::now();
    clock_ = StoredClock(now, options_.system_now(), clock_.ToStored(now));
  }
  step_.changes.clear();
  step_.is_whole = true;
}

// The step joins those that wait for the disk. A whole state replaces all of
// them, as it contains their changes.
void Journal::EndStep() {
  EncodeStepEnd(step_.changes);
  const std::size_t bytes = step_.changes.size();
  if (step_.is_whole) {
    whole_bytes_ = bytes;
    freed_bytes_ = 0;
    file_bytes_ = 0;
    is_refusing_ = false;
    has_freed_ = false;
    refusing_interval_ =
        whole_bytes_ < MostState()
            ? kWholeInterval
            : std::min(2 * refusing_interval_, kLongestInterval);
    whole_at_ = Clock::now();
    needs_whole_ = false;
  }
  file_bytes_ += bytes;
  step_.last_step = ++last_step_;
  step_.time_ms = clock_.ToStored(Clock::now());
  {
    const std::lock_guard lock(mutex_);
    if (step_.is_whole) {
      std::swap(waiting_, step_);
    } else {
      waiting_.changes += step_.changes;
      waiting_.last_step = step_.last_step;
      waiting_.time_ms = step_.time_ms;
    }
    waiting_bytes_ =
        waiting_.changes.size() - (waiting_.is_whole ? whole_bytes_ : 0);
  }
  wake_.notify_one();
  // Frees the memory of a large step.
  step_ = Steps();
}

// Half of the limit may wait, besides a whole state. So a disk that is slow for
// a moment refuses nothing, and one that hangs does not fill the memory.
bool Journal::has_room() noexcept {
  const bool has_room =
      missing_bytes() == 0 && waiting_bytes_ < options_.limit_bytes / 2;
  is_refusing_ |= !has_room;
  return has_room;
}

// What was freed counts at once, so that many newcomers in a row take one whole
// state and not many.
std::size_t Journal::missing_bytes() noexcept {
  const std::size_t most = MostState() + freed_bytes_;
  return whole_bytes_ < most ? 0 : whole_bytes_ - most + 1;
}

void Journal::NoteFreed(std::size_t bytes) noexcept { freed_bytes_ += bytes; }

// This is called with each packet, so it compares numbers and touches no file.
bool Journal::wants_whole() noexcept {
  if (needs_whole_ && Clock::now() - whole_at_ >= kWholeInterval) return true;
  // Unless a change has freed something, the state would be the same again.
  if (is_refusing_ && has_freed_ &&
      Clock::now() - whole_at_ >= refusing_interval_) {
    return true;
  }
  // Without a step there is no file yet.
  if (last_step_ > 0 && IsClockBehind()) return true;
  if (file_bytes_ > whole_bytes_ &&
      Clock::now() - whole_at_ >= options_.renew_after) {
    return true;
  }
  const std::size_t limit = options_.limit_bytes;
  const std::size_t twice =
      std::max(2 * whole_bytes_, std::min(kSmallFileBytes, limit / 4));
  // When the state nearly fills the file, some room for appending is left.
  return file_bytes_ >
         std::max(std::min(twice, MostState()), whole_bytes_ + limit / 8);
}

bool Journal::IsClockBehind() const {
  const auto system_now =
      std::chrono::floor<std::chrono::milliseconds>(options_.system_now())
          .time_since_epoch();
  return system_now.count() - clock_.ToStored(Clock::now()) >
         kClockTolerance.count();
}

// All waiting steps are one batch, with one sync. The slower the disk, the more
// go into each batch, so a client never waits much longer than for two syncs.
void Journal::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] {
      return is_stopping_ || (waiting_.last_step > durable_step_ &&
                              (!needs_whole_ || waiting_.is_whole));
    });
    if (waiting_.last_step <= durable_step_) return WriteEnd(stopped_ms_);
    const Steps steps = std::exchange(waiting_, {});
    waiting_.last_step = steps.last_step;
    waiting_bytes_ = 0;
    const bool is_last = is_stopping_;
    lock.unlock();
    const bool is_written = Write(steps);
    lock.lock();
    if (is_written) continue;
    if (is_last || is_stopping_) {
      return platform::Log(platform::Priority::kError,
                           "MQTT sessions and messages that wait to be stored "
                           "are lost: the daemon ends and the disk refuses");
    }
  }
}

void Journal::WriteEnd(std::int64_t time_ms) {
  if (!writer_.is_begun()) return;
  // If this fails, nothing that was stored is lost.
  static_cast<void>(writer_.Append({}, time_ms));
}

// After an error the end of the file is unknown. So nothing is appended until a
// new file with the whole state has replaced it.
bool Journal::Write(const Steps& steps) {
  const std::string_view changes = steps.changes;
  // The first step also makes a new file.
  const bool is_new = steps.is_whole || (!writer_.is_begun() && !has_failed_);
  if (!is_new && !writer_.is_begun()) return false;
  const auto written = is_new ? writer_.Begin(changes, steps.time_ms)
                              : writer_.Append(changes, steps.time_ms);
  NoteOutcome(written);
  if (!written) return false;
  durable_step_.store(steps.last_step, std::memory_order_release);
  options_.on_durable();
  return true;
}

// Logs once when writing begins to fail and once when it works again: a full
// disk must not fill the system's journal too.
void Journal::NoteOutcome(const platform::Result<void>& written) {
  if (written) {
    needs_whole_ = false;
    if (std::exchange(has_failed_, false)) {
      platform::Log(platform::Priority::kNotice,
                    "MQTT sessions are stored again");
    }
    return;
  }
  needs_whole_ = true;
  if (std::exchange(has_failed_, true)) return;
  platform::Log(platform::Priority::kError,
                "MQTT sessions can't be stored, and nothing of them is "
                "acknowledged until they can: can't " +
                    written.error().Describe());
}

}  // namespace answerbox::daemon::mqtt
