// The audit log as the daemon's threads use it: any thread adds records, one
// thread writes them. docs/audit-format.md, "Durability".
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "daemon/audit/audit_options.h"
#include "daemon/audit/caller_rates.h"
#include "daemon/audit/log_writer.h"
#include "daemon/error.h"

namespace answerbox::daemon {

// 16 hexadecimal digits.
using RunId = std::array<char, 16>;
[[nodiscard]] inline std::string_view View(const RunId& run) noexcept {
  return {run.data(), run.size()};
}

// The outcome of adding a record.
struct Recorded {
  std::optional<RunId> run;  // The `run` given to Append.
  bool is_stored = false;    // False: there was no room.
};

// An earlier log that was set aside because it disagreed with its newest head.
struct SetAsideLog {
  std::string folder;  // Name in the audit folder.
  std::string found;   // What was wrong.
};

struct AuditActivity {
  std::uint64_t records = 0;     // In the log.
  std::uint64_t unrecorded = 0;  // Not stored, since the start.
  std::uint64_t waiting = 0;     // Accepted, and not written yet.
  std::uint64_t not_signed = 0;  // In the log, and no head covers them.
  // What the log's files hold. While records are written, they are measured
  // every kMeasureInterval.
  std::uint64_t bytes = 0;
  std::string failure;  // The present fault; empty: none.
  // What is wrong with older files, as far as it was found since the start;
  // empty: nothing.
  std::string problem;
  // Whether the older files have been checked since the start and are good.
  bool is_checked = false;
  std::vector<SetAsideLog> evidence;
};

// Safe from any thread.
class AuditLog {
 public:
  static constexpr std::chrono::seconds kMeasureInterval{10};

  // Called once the record is as safe as the durability says. If it can't be
  // stored: with is_stored false under kAnswer, with the error kStorage under
  // kRefuse. Called by the caller's thread or the writing thread: keep it
  // short.
  using Completion = std::function<void(Result<Recorded>)>;

  // Checks the log's newest files before it returns, and older ones later in a
  // thread of their own. A log that disagrees with its newest head is set
  // aside, named in the journal and listed in activity(). The log starts even
  // if the disk is full or a key is damaged: records then fail as WhenFull
  // says, and opening is tried again. Errors: kInternal.
  [[nodiscard]] static Result<std::unique_ptr<AuditLog>> Start(
      AuditOptions options);

  // Writes the accepted records, a head, and a statement that nothing follows.
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // Accepts one record. While the buffer is full it waits, for `patience` at
  // most; then the record fails as if the disk had refused it.
  //   body  as AppendLine takes it, at most kMaxBatchBytes / 2 bytes
  //   run   named in the body, if it has one
  void Append(std::string_view body, Completion completion,
              const std::optional<RunId>& run = {});

  // Fails when a record would be refused now. Call it before a change that
  // can't be undone. Errors: kStorage, under kRefuse.
  [[nodiscard]] Result<void> CheckRoom() const;

  // Signs a head that covers all accepted records. Waits for the disk. Errors:
  // kStorage, kInternal.
  [[nodiscard]] Result<SignedHead> Head();
  // Gives the log's files, as they are with that head, second names in
  // `folder`, and copies the one that grows. Errors: as Head.
  [[nodiscard]] Result<void> LinkFiles(const std::filesystem::path& folder);
  // As Head, with a new key, which signs from now on.
  [[nodiscard]] Result<SignedHead> RotateKey();

  // The identity of the question with this number (below 2^63, counted since
  // the start), and of the next change. Each is unique within this start. They
  // count from a random number of 64 bits, so identities of different starts
  // almost certainly differ: docs/audit-format.md, "Answers".
  [[nodiscard]] RunId RunOf(std::uint64_t question) const;
  [[nodiscard]] RunId NextRun();
  // What the log told of users and collections when it was started; nothing: it
  // could not be read.
  [[nodiscard]] const std::optional<KnownState>& known_at_start()
      const noexcept {
    return known_at_start_;
  }
  // Makes the log tell the state that `state` returns, if it tells another one:
  // now, after a gap, and when it was opened anew. The writing thread calls it,
  // and no more once this was called with nothing. It must not call the log.
  void TellState(std::function<KnownState()> state);
  // Makes the log tell the state once more.
  void TellState();
  [[nodiscard]] AuditActivity activity() const;
  // Records that were accepted before this moment may have been removed.
  [[nodiscard]] std::chrono::steady_clock::time_point removed_before() const;
  [[nodiscard]] CallerRates& rates() noexcept { return rates_; }

 private:
  // A callback that waits for the outcome of a record.
  struct Waiting {
    std::optional<RunId> run;
    Completion completion;
  };
  // Accepted records that are not written yet, in order.
  struct Batch {
    std::string text;                  // Their bodies, one after another.
    std::vector<std::uint32_t> sizes;  // Bytes of each body.
    std::vector<Waiting> waiting;      // One each under kEach, else none.
    std::size_t written = 0;           // Records that are in the log.
    std::size_t written_bytes = 0;     // Their bytes in `text`.

    [[nodiscard]] bool is_done() const noexcept {
      return written == sizes.size();
    }
    void Clear();
  };
  using Work = std::function<Result<void>(LogWriter&)>;
  using FileList = platform::Result<std::vector<std::filesystem::path>>;

  explicit AuditLog(AuditOptions options);

  [[nodiscard]] RunId RunNumbered(std::uint64_t number) const;
  void Run();
  // Checks the older files. When one is damaged, sets the log aside and begins
  // a new one.
  //   files  all files of the log when it was opened
  //   id     the log's; empty if it could not be opened
  void CheckOlder(const FileList& files, const std::string& id);
  // Called by the writing thread, and by Start.
  void NoteBegun(const std::filesystem::path& file, const Digest& first_line);
  // Checks the older files, and holds the log within its bound then and
  // whenever a file was begun. Checks again if they could not be read. Returns
  // when the log stops.
  void KeepBounded(const FileList& files, const std::string& id);
  // Tells the journal and activity().
  void TellOfProblem(std::string problem);
  // Removes the oldest files until the log is within its bound. Returns whether
  // one was removed. Removes nothing during a fault, nor before the older files
  // were checked. Errors: kStorage, kInternal; kCorrupt if a file was changed
  // since.
  Result<bool> RemoveSurplus();
  // Waits until there is work.
  void WaitForWork(std::unique_lock<std::mutex>& lock, const Batch& batch);
  // Writes the batch, and a head if one is due. Then completes the records.
  Result<void> Write(Batch& batch);
  Result<void> WriteRecords(Batch& batch);
  Result<void> EnsureOpen();
  // Names each set-aside log in the journal, once.
  void TellOfEvidence();
  // After a failed sync: destroys the writer, so that the log is opened anew.
  Result<void> LeaveBroken();
  Result<void> TellOfGap();
  Result<void> TellOfState();
  Result<void> AppendOwn(const std::string& members);
  void Settle(const Result<void>& written, Batch& batch);
  // Called last. Writes a head, and logs the number of lost records.
  void End(const Batch& batch);
  // Runs `work` on the writing thread, after the queued records.
  Result<SignedHead> Ask(Work work);
  // Precondition: mutex_ is held.
  [[nodiscard]] Result<Recorded> RefuseRecord(const Error& failure,
                                              const std::optional<RunId>& run);
  void NoteOutcome(const Result<void>& written);
  // Asks the disk, so not while mutex_ is held. Called as NoteOutcome is.
  void MeasureFiles();

  const AuditOptions options_;
  CallerRates rates_;
  // A random number. Runs of questions have even distances from it, changes odd
  // ones.
  std::uint64_t first_run_ = 0;
  std::optional<KnownState> known_at_start_;
  std::atomic<std::uint64_t> changes_{0};
  // Only the writing thread uses it. Empty: the log must be opened first.
  std::optional<LogWriter> writer_;
  bool has_told_start_ = false;
  // What the log told when its opening was last tried.
  KnownState known_;
  // If set, the log is set aside when it is opened.
  std::optional<Disagreement> distrust_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable space_;
  std::condition_variable file_begun_;
  Batch queue_;
  // The writing thread calls these after the records that were queued before,
  // with the outcome of writing those.
  std::vector<std::function<void(const Result<void>&)>> asked_;
  // Records that the writing thread has taken from the queue.
  std::uint64_t taken_ = 0;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point retry_at_{};
  std::chrono::steady_clock::time_point head_due_{};
  // Whether a record waited for `patience` in vain, and the buffer has not
  // shrunk since.
  bool is_stalled_ = false;
  std::uint64_t records_ = 0;
  std::uint64_t unsigned_ = 0;
  std::atomic<std::uint64_t> bytes_{0};
  std::chrono::steady_clock::time_point measure_at_{};
  std::uint64_t unrecorded_ = 0;
  std::uint64_t told_unrecorded_ = 0;
  std::function<KnownState()> state_;
  bool is_state_due_ = false;
  std::vector<SetAsideLog> evidence_;
  std::string problem_;
  bool is_checked_ = false;
  // Whether the older files could be read for that.
  bool has_tried_check_ = false;
  // As they were when the file was checked or begun.
  FirstLines first_lines_;
  // When files were begun since the start.
  std::map<std::filesystem::path, std::chrono::steady_clock::time_point>
      begun_at_;
  std::chrono::steady_clock::time_point removed_before_ =
      std::chrono::steady_clock::time_point::min();
  // Whether a file was begun since KeepBounded looked. It looks at the start.
  bool is_file_begun_ = true;
  std::atomic<bool> is_stopping_{false};
  std::thread checking_;
  std::thread thread_;
};

}  // namespace answerbox::daemon
