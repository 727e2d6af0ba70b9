// The log as the daemon's threads use it: records come in from any thread, one
// thread writes them. docs/audit-format.md, "Durability".
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/audit/log_writer.h"
#include "daemon/error.h"

namespace answerbox::daemon {

enum class Durability : std::uint8_t {
  kNone,   // With the kernel soon; on the disk when the kernel sees fit.
  kGroup,  // On its way to the disk within 50 ms; nobody waits for that.
  kEach,   // On the disk before anybody is told.
};

// What becomes of an answer whose record the disk does not take.
enum class WhenFull : std::uint8_t {
  kRefuse,  // It is an error.
  kAnswer,  // It is given and says so; a later record tells how many were.
};

struct AuditOptions {
  LogOptions log{};
  Durability durability = Durability::kGroup;
  WhenFull when_full = WhenFull::kAnswer;
  std::size_t buffer_bytes = std::size_t{1} << 20;  // Records not yet written.
  std::uint64_t head_records = 4096;                // A head after so many,
  std::chrono::seconds head_interval{60};           // or when one is so old.
  // A record waits for room in the buffer for so long; then the disk hangs.
  std::chrono::milliseconds patience{5000};
  // Records gather for so long. The rest of the 50 ms is for writing them.
  std::chrono::milliseconds gather_interval{20};
};

// 16 hexadecimal digits.
using RunId = std::array<char, 16>;
[[nodiscard]] inline std::string_view View(const RunId& run) noexcept {
  return {run.data(), run.size()};
}

enum class Recorded : std::uint8_t { kYes, kNoRoom };

// An earlier log that did not agree with its newest head.
struct SetAsideLog {
  std::string folder;  // In the audit folder.
  std::string found;   // What was wrong.
};

struct AuditActivity {
  std::uint64_t records = 0;     // In the log.
  std::uint64_t unrecorded = 0;  // That found no room, since the start.
  std::string failure;           // What is wrong now; empty: nothing.
  // Whether the log's older files were checked since the start.
  bool is_checked = false;
  std::vector<SetAsideLog> evidence;
};

// Safe from any thread.
class AuditLog {
 public:
  // kYes as the durability says; kNoRoom under kAnswer alone. Errors: kStorage,
  // under kRefuse. From the caller's thread or the writing one: keep it short.
  using Completion = std::function<void(Result<Recorded>)>;

  // The log's newest files are checked before this returns, older ones after
  // it, in a thread of their own. What does not agree is set aside, named in
  // the journal and told by activity(). A disk that is full does not keep the
  // log from starting: it then fails as WhenFull says and tries again. Errors:
  // as LogWriter::Open, but kStorage.
  [[nodiscard]] static Result<std::unique_ptr<AuditLog>> Start(
      AuditOptions options);

  // Writes what was accepted, a head, and that nothing follows.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // Accepts one record. Waits while the buffer is full, for `patience` at most:
  // a disk that hangs for longer is as one that refuses.
  //   body  as AppendLine takes it, at most kMaxBatchBytes / 2
  void Append(std::string_view body, Completion completion);

  // Whether a record would be refused now: to be asked before what can't be
  // undone. Errors: kStorage, under kRefuse.
  [[nodiscard]] Result<void> CheckRoom() const;

  // A head that covers all that was accepted. Waits for the disk. Errors:
  // kStorage, kInternal.
  [[nodiscard]] Result<SignedHead> Head();
  // As Head; by a new key.
  [[nodiscard]] Result<SignedHead> RotateKey();

  // Identities that no other run of this start has: of the question with this
  // number since the start, below 2^63, and of the next change. They count from
  // a random number of 64 bits, so that those of other starts differ too but
  // for one chance in many: docs/audit-format.md, "Answers".
  [[nodiscard]] RunId RunOf(std::uint64_t question) const;
  [[nodiscard]] RunId NextRun();
  [[nodiscard]] AuditActivity activity() const;

 private:
  // Records on their way, in order.
  struct Batch {
    std::string text;                     // Their bodies, one after another.
    std::vector<std::uint32_t> sizes;     // Of each body.
    std::vector<Completion> completions;  // kEach: of each, else empty.
    std::size_t written = 0;              // Records that are in the log,
    std::size_t written_bytes = 0;        // and what they take of `text`.

    [[nodiscard]] bool is_done() const noexcept {
      return written == sizes.size();
    }
    void Clear();
  };
  using Work = std::function<Result<void>(LogWriter&)>;

  explicit AuditLog(AuditOptions options);

  [[nodiscard]] RunId RunNumbered(std::uint64_t number) const;
  void Run();
  // Checks the older files, and has a log begun anew when one is damaged.
  //   files  all that the log had when it was opened
  void CheckOlder(
      const platform::Result<std::vector<std::filesystem::path>>& files);
  // Returns when there is something to do.
  void WaitForWork(std::unique_lock<std::mutex>& lock, const Batch& batch);
  // Writes, and a head when one is old; then tells those who wait.
  Result<void> Write(Batch& batch);
  Result<void> WriteRecords(Batch& batch);
  Result<void> EnsureOpen();
  // What was set aside goes to the journal, once.
  void TellOfEvidence();
  // After a sync that failed: lets go of the writer, so that it is opened anew.
  Result<void> LeaveBroken();
  Result<void> TellOfGap();
  Result<void> AppendOwn(const std::string& members);
  void Settle(const Result<void>& written, Batch& batch);
  // The last thing of all: a head, and what is lost goes to the journal.
  void End(const Batch& batch);
  // Head and RotateKey: on the writing thread, after what is queued.
  Result<SignedHead> Ask(Work work);
  // These need the lock.
  [[nodiscard]] Result<Recorded> RefuseRecord(const Error& failure);
  void NoteOutcome(const Result<void>& written);

  const AuditOptions options_;
  std::uint64_t first_run_ = 0;  // Random. Even steps from it are questions,
  std::atomic<std::uint64_t> changes_{0};  // odd ones changes.
  // The writing thread's; none: to be opened.
  std::optional<LogWriter> writer_;
  bool has_told_start_ = false;
  std::optional<Disagreement> distrust_;  // To be set aside when it is opened.

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable space_;
  Batch queue_;
  // Called on the writing thread when all before them is written, or not.
  std::vector<std::function<void(const Result<void>&)>> asked_;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point retry_at_{};
  std::chrono::steady_clock::time_point head_due_{};
  // The buffer was full for long, and nothing was taken from it since.
  bool is_stalled_ = false;
  std::uint64_t records_ = 0;
  std::uint64_t unsigned_ = 0;
  std::uint64_t unrecorded_ = 0;
  std::uint64_t told_unrecorded_ = 0;
  std::vector<SetAsideLog> evidence_;
  bool is_checked_ = false;
  std::atomic<bool> is_stopping_{false};
  std::thread checking_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
