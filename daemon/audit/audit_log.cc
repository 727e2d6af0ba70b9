#include "daemon/audit/audit_log.h"

#include <sys/resource.h>

#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "daemon/awaited.h"
#include "daemon/error.h"
#include "platform/service/journal.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::daemon {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kCheckingNiceness = 10;

}  // namespace

AuditLog::AuditLog(AuditOptions options)
    : options_(std::move(options)), rates_(options_.caller_bytes_per_s) {}

Result<std::unique_ptr<AuditLog>> AuditLog::Start(AuditOptions options) {
  std::unique_ptr<AuditLog> log(new AuditLog(std::move(options)));
  if (!FillRandom(std::as_writable_bytes(std::span(&log->first_run_, 1)))) {
    return Error{ErrorKind::kInternal, "no random numbers"};
  }
  const auto opened = log->EnsureOpen();
  // Neither a full disk nor a damaged key keeps the daemon from starting:
  // opening is tried again later.
  log->NoteOutcome(opened);
  log->MeasureFiles();
  if (log->writer_ || log->known_ != KnownState()) {
    log->known_at_start_ = log->known_;
  } else if (auto known = LogWriter::ReadKnown(log->options_.log)) {
    log->known_at_start_ = std::move(*known);
  }
  // The files are listed before the writing thread may begin new ones.
  auto files = ListLogFiles(log->options_.log.folder);
  std::string id = log->writer_ ? log->writer_->log() : "";
  log->thread_ = std::thread([&log = *log] { log.Run(); });
  log->checking_ =
      std::thread([&log = *log, files = std::move(files), id = std::move(id)] {
        if (log.options_.keep_bytes == 0) return log.CheckOlder(files, id);
        log.KeepBounded(files, id);
      });
  return log;
}

AuditLog::~AuditLog() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  file_begun_.notify_all();
  // The checking thread ends first, as it may still give work to the writing
  // one.
  if (checking_.joinable()) checking_.join();
  if (thread_.joinable()) thread_.join();
}

RunId AuditLog::RunNumbered(std::uint64_t number) const {
  RunId run{};
  std::uint64_t rest = first_run_ + number;
  for (auto digit = run.rbegin(); digit != run.rend(); ++digit, rest >>= 4) {
    *digit = "0123456789abcdef"[rest & 0xf];
  }
  return run;
}

RunId AuditLog::RunOf(std::uint64_t question) const {
  return RunNumbered(2 * question);
}

RunId AuditLog::NextRun() { return RunNumbered(2 * ++changes_ + 1); }

Result<Recorded> AuditLog::RefuseRecord(const Error& failure,
                                        const std::optional<RunId>& run) {
  if (options_.when_full == WhenFull::kRefuse) {
    // No gap tells of it, and a change may have been made.
    is_state_due_ = true;
    return failure;
  }
  ++unrecorded_;
  return Recorded{run, false};
}

Result<void> AuditLog::CheckRoom() const {
  const std::lock_guard lock(mutex_);
  if (failure_ && options_.when_full == WhenFull::kRefuse) return *failure_;
  return {};
}

void AuditLog::Append(std::string_view body, Completion completion,
                      const std::optional<RunId>& run) {
  assert(body.size() <= kMaxBatchBytes / 2);
  std::unique_lock lock(mutex_);
  const auto has_room = [&] {
    // An empty queue accepts any body. After a failure, waiting would not help.
    return failure_ || queue_.text.empty() ||
           queue_.text.size() + body.size() <= options_.buffer_bytes;
  };
  // Once a record has waited in vain, further ones do not wait for the hanging
  // disk until it has taken something.
  if (!(is_stalled_ ? has_room()
                    : space_.wait_for(lock, options_.patience, has_room))) {
    is_stalled_ = true;
    const Result<Recorded> refused = RefuseRecord(
        {ErrorKind::kStorage,
         "The disk takes no records of the audit log; see whether it hangs."},
        run);
    lock.unlock();
    return completion(refused);
  }
  // Under kEach every record is a new attempt. Otherwise the batch is tried
  // again at retry_at_, and records are refused until then.
  if (failure_ && (options_.durability != Durability::kEach ||
                   SteadyClock::now() < retry_at_)) {
    const Result<Recorded> refused = RefuseRecord(*failure_, run);
    lock.unlock();
    return completion(refused);
  }
  queue_.text += body;
  queue_.sizes.push_back(static_cast<std::uint32_t>(body.size()));
  const bool is_first = queue_.sizes.size() == 1;
  const bool is_urgent = options_.durability == Durability::kEach ||
                         queue_.text.size() >= options_.buffer_bytes / 2;
  if (options_.durability == Durability::kEach) {
    queue_.waiting.push_back({run, std::move(completion)});
  }
  lock.unlock();
  if (is_first || is_urgent) wake_.notify_one();
  if (options_.durability != Durability::kEach) completion(Recorded{run, true});
}

Result<SignedHead> AuditLog::Ask(Work work) {
  Awaited<Result<SignedHead>> answer;
  {
    const std::lock_guard lock(mutex_);
    // The writing thread may have ended.
    if (is_stopping_) {
      return Error{ErrorKind::kStorage, "The audit log is ending."};
    }
    asked_.emplace_back([&](const Result<void>& written) {
      Result<void> done = written;
      // An earlier request may have destroyed or broken the writer.
      if (done) done = EnsureOpen();
      if (done) done = work(*writer_);
      if (done && !writer_->head()) {
        done = Error{ErrorKind::kInternal, "The log has no head yet."};
      }
      answer.Give(done ? Result<SignedHead>(*writer_->head())
                       : Result<SignedHead>(done.error()));
    });
  }
  wake_.notify_one();
  return answer.Wait();
}

Result<SignedHead> AuditLog::Head() {
  return Ask([](LogWriter& writer) { return writer.AppendHead(); });
}

Result<void> AuditLog::LinkFiles(const std::filesystem::path& folder) {
  const auto linked =
      Ask([&](LogWriter& writer) { return writer.LinkFiles(folder); });
  if (!linked) return linked.error();
  return {};
}

Result<SignedHead> AuditLog::RotateKey() {
  return Ask([](LogWriter& writer) { return writer.RotateKey(); });
}

void AuditLog::TellState(std::function<KnownState()> state) {
  {
    const std::lock_guard lock(mutex_);
    state_ = std::move(state);
  }
  TellState();
}

void AuditLog::TellState() {
  {
    const std::lock_guard lock(mutex_);
    is_state_due_ = true;
    // Wakes the writing thread even if there are no records.
    asked_.emplace_back([](const Result<void>&) {});
  }
  wake_.notify_one();
}

AuditActivity AuditLog::activity() const {
  const std::lock_guard lock(mutex_);
  return {.records = records_,
          .unrecorded = unrecorded_,
          .waiting = queue_.sizes.size() + taken_,
          .not_signed = unsigned_,
          .bytes = bytes_,
          .failure = failure_ ? failure_->message : std::string(),
          .problem = problem_,
          .is_checked = is_checked_,
          .evidence = evidence_};
}

SteadyClock::time_point AuditLog::removed_before() const {
  const std::lock_guard lock(mutex_);
  return removed_before_;
}

void AuditLog::CheckOlder(const FileList& files, const std::string& id) {
  // Questions come first. On Linux this sets the priority of this thread alone.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kCheckingNiceness));
  using Checked = Result<std::optional<Disagreement>>;
  const auto is_stopped = [this] { return is_stopping_.load(); };
  FirstLines first_lines;
  auto checked = files ? CheckOlderFiles(*files, is_stopped, first_lines)
                       : Checked(AuditStorageError(files.error()));
  if (!checked) {
    return TellOfProblem("older files of the audit log can't be checked: " +
                         checked.error().message);
  }
  auto& found = *checked;
  {
    const std::lock_guard lock(mutex_);
    is_checked_ = !found;
    has_tried_check_ = true;
    // What NoteBegun has noted is newer.
    first_lines_.merge(first_lines);
    if (!found || is_stopping_) return;
    asked_.emplace_back(
        [this, id, found = std::move(*found)](const Result<void>&) {
          // The log may have been set aside meanwhile, and another one begun.
          if (!writer_ || id.empty() || writer_->log() == id) {
            distrust_ = found;
            writer_.reset();
            has_told_start_ = false;
          }
          const auto opened = EnsureOpen();
          const std::lock_guard noting(mutex_);
          is_checked_ = opened.has_value();
          NoteOutcome(opened);
        });
  }
  wake_.notify_one();
}

void AuditLog::NoteBegun(const std::filesystem::path& file,
                         const Digest& first_line) {
  {
    const std::lock_guard lock(mutex_);
    first_lines_.insert_or_assign(file, first_line);
    begun_at_.insert_or_assign(file, SteadyClock::now());
    is_file_begun_ = true;
  }
  file_begun_.notify_one();
}

void AuditLog::KeepBounded(const FileList& files, const std::string& id) {
  std::unique_lock lock(mutex_);
  for (;;) {
    file_begun_.wait(lock, [&] { return is_stopping_ || is_file_begun_; });
    if (is_stopping_) return;
    is_file_begun_ = false;
    const bool is_tried = has_tried_check_;
    lock.unlock();
    if (!is_tried) CheckOlder(files, id);
    auto removed = RemoveSurplus();
    // Each removal adds records, which count too.
    while (removed && *removed) removed = RemoveSurplus();
    lock.lock();
    // During a fault nothing was tried.
    if (removed && is_checked_ && !failure_) problem_.clear();
    if (removed || is_stopping_) continue;
    // Nothing more goes until a start has checked the log.
    if (removed.error().kind == ErrorKind::kCorrupt) is_checked_ = false;
    lock.unlock();
    TellOfProblem("an old file of the audit log is not removed: " +
                  removed.error().message);
    lock.lock();
  }
}

void AuditLog::TellOfProblem(std::string problem) {
  platform::Log(platform::Priority::kError, problem);
  const std::lock_guard lock(mutex_);
  problem_ = std::move(problem);
}

Result<bool> AuditLog::RemoveSurplus() {
  const auto files = ListSurplus(options_.log.folder, options_.keep_bytes);
  if (!files) return files.error();
  for (std::size_t i = 1; i < files->size(); ++i) {
    const auto& path = (*files)[i - 1];
    const auto& next = (*files)[i];
    Digest next_hash;
    {
      const std::lock_guard lock(mutex_);
      if (!is_checked_ || failure_) return false;
      const auto noted = first_lines_.find(next);
      if (noted == first_lines_.end()) {
        return Error{ErrorKind::kCorrupt,
                     next.filename().native() + " has been added."};
      }
      next_hash = noted->second;
    }
    const auto oldest = ReadOldest(path, next, next_hash);
    if (!oldest) return oldest.error();
    const auto head =
        Ask([&](LogWriter& writer) { return writer.RemoveOldest(*oldest); });
    if (!head) return head.error();
    platform::Log(platform::Priority::kNotice,
                  "removed " + path.native() + " because of audit_keep_bytes");
    const std::lock_guard lock(mutex_);
    first_lines_.erase(path);
    begun_at_.erase(path);
    // What is older than the start has no entry.
    if (const auto at = begun_at_.find(next); at != begun_at_.end()) {
      removed_before_ = at->second;
    }
  }
  return !files->empty();
}

}  // namespace answerbox::daemon
