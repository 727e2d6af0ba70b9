#include "daemon/audit/audit_log.h"

#include <sys/resource.h>

#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "daemon/audit/format/log_folder.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Time until writing is tried again after the disk refused it.
constexpr std::chrono::seconds kRetryInterval{1};

constexpr int kCheckingNiceness = 10;

}  // namespace

void AuditLog::Batch::Clear() {
  text.clear();
  sizes.clear();
  completions.clear();
  written = 0;
  written_bytes = 0;
}

AuditLog::AuditLog(AuditOptions options) : options_(std::move(options)) {}

Result<std::unique_ptr<AuditLog>> AuditLog::Start(AuditOptions options) {
  std::unique_ptr<AuditLog> log(new AuditLog(std::move(options)));
  if (!FillRandom(std::as_writable_bytes(std::span(&log->first_run_, 1)))) {
    return Error{ErrorKind::kInternal, "no random numbers"};
  }
  const auto opened = log->EnsureOpen();
  if (!opened && opened.error().kind != ErrorKind::kStorage) {
    return opened.error();
  }
  log->NoteOutcome(opened);
  // Listed before the writing thread may begin new files.
  auto files = ListLogFiles(log->options_.log.folder);
  log->thread_ = std::thread([&log = *log] { log.Run(); });
  log->checking_ = std::thread(
      [&log = *log, files = std::move(files)] { log.CheckOlder(files); });
  return log;
}

AuditLog::~AuditLog() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
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

Result<Recorded> AuditLog::RefuseRecord(const Error& failure) {
  if (options_.when_full == WhenFull::kRefuse) return failure;
  ++unrecorded_;
  return Recorded::kNoRoom;
}

Result<void> AuditLog::CheckRoom() const {
  const std::lock_guard lock(mutex_);
  if (failure_ && options_.when_full == WhenFull::kRefuse) return *failure_;
  return {};
}

void AuditLog::Append(std::string_view body, Completion completion) {
  assert(body.size() <= kMaxBatchBytes / 2);
  std::unique_lock lock(mutex_);
  const auto has_room = [&] {
    return failure_ || queue_.text.empty() ||
           queue_.text.size() + body.size() <= options_.buffer_bytes;
  };
  if (!(is_stalled_ ? has_room()
                    : space_.wait_for(lock, options_.patience, has_room))) {
    is_stalled_ = true;
    const Result<Recorded> refused = RefuseRecord(
        {ErrorKind::kStorage,
         "The disk takes no records of the audit log; see whether it hangs."});
    lock.unlock();
    return completion(refused);
  }
  // Under kEach every record is a new attempt. Otherwise the batch is tried
  // again at retry_at_, and records are refused until then.
  if (failure_ && (options_.durability != Durability::kEach ||
                   SteadyClock::now() < retry_at_)) {
    const Result<Recorded> refused = RefuseRecord(*failure_);
    lock.unlock();
    return completion(refused);
  }
  queue_.text += body;
  queue_.sizes.push_back(static_cast<std::uint32_t>(body.size()));
  const bool is_first = queue_.sizes.size() == 1;
  const bool is_urgent = options_.durability == Durability::kEach ||
                         queue_.text.size() >= options_.buffer_bytes / 2;
  if (options_.durability == Durability::kEach) {
    queue_.completions.push_back(std::move(completion));
  }
  lock.unlock();
  if (is_first || is_urgent) wake_.notify_one();
  if (options_.durability != Durability::kEach) completion(Recorded::kYes);
}

Result<SignedHead> AuditLog::Ask(Work work) {
  // No std::promise: Debian's libraries for ARMv6 boards have none.
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<Result<SignedHead>> answer;
  {
    const std::lock_guard lock(mutex_);
    asked_.emplace_back([&](const Result<void>& written) {
      Result<void> done = written;
      // An earlier request may have destroyed the writer.
      if (done && !writer_) done = EnsureOpen();
      if (done) done = work(*writer_);
      if (done && !writer_->head()) {
        done = Error{ErrorKind::kInternal, "The log has no head yet."};
      }
      // Notifies under the lock: once the caller wakes up, it destroys the
      // mutex and the condition variable.
      const std::lock_guard answer_lock(mutex);
      answer = done ? Result<SignedHead>(*writer_->head())
                    : Result<SignedHead>(done.error());
      answered.notify_one();
    });
  }
  wake_.notify_one();
  std::unique_lock lock(mutex);
  answered.wait(lock, [&] { return answer.has_value(); });
  return *answer;
}

Result<SignedHead> AuditLog::Head() {
  return Ask([](LogWriter& writer) { return writer.AppendHead(); });
}

Result<SignedHead> AuditLog::RotateKey() {
  return Ask([](LogWriter& writer) { return writer.RotateKey(); });
}

AuditActivity AuditLog::activity() const {
  const std::lock_guard lock(mutex_);
  return {records_, unrecorded_, failure_ ? failure_->message : std::string(),
          is_checked_, evidence_};
}

void AuditLog::CheckOlder(
    const platform::Result<std::vector<std::filesystem::path>>& files) {
  // Questions come first. On Linux this sets the priority of this thread alone.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kCheckingNiceness));
  using Checked = Result<std::optional<Disagreement>>;
  auto checked =
      files ? CheckOlderFiles(*files, [this] { return is_stopping_.load(); })
            : Checked(AuditStorageError(files.error()));
  if (!checked) {
    platform::Log(platform::Priority::kError,
                  "older files of the audit log can't be checked: " +
                      checked.error().message);
    return;
  }
  auto& found = *checked;
  {
    const std::lock_guard lock(mutex_);
    is_checked_ = !found;
    if (!found || is_stopping_) return;
    asked_.emplace_back([this, found = std::move(*found)](const Result<void>&) {
      distrust_ = found;
      writer_.reset();
      has_told_start_ = false;
      const auto opened = EnsureOpen();
      const std::lock_guard noting(mutex_);
      is_checked_ = opened.has_value();
      NoteOutcome(opened);
    });
  }
  wake_.notify_one();
}

void AuditLog::TellOfEvidence() {
  std::vector<SetAsideLog> evidence;
  for (const Evidence& one : writer_->evidence()) {
    evidence.push_back({one.folder, one.message});
  }
  const std::lock_guard lock(mutex_);
  for (std::size_t i = evidence_.size(); i < evidence.size(); ++i) {
    platform::Log(
        platform::Priority::kError,
        "An audit log does not agree with what was signed. " +
            evidence[i].found + " It is kept in " +
            (options_.log.folder / evidence[i].folder).native() +
            "; a new log says so. Keep a copy of that folder elsewhere.");
  }
  evidence_ = std::move(evidence);
}

void AuditLog::WaitForWork(std::unique_lock<std::mutex>& lock,
                           const Batch& batch) {
  const auto is_asked = [&] { return is_stopping_ || !asked_.empty(); };
  if (!batch.is_done()) {
    // A batch that the disk refused is tried again before new records.
    wake_.wait_until(lock, retry_at_, is_asked);
    return;
  }
  const auto has_work = [&] { return is_asked() || !queue_.sizes.empty(); };
  if (failure_) {
    wake_.wait_until(lock, retry_at_, has_work);
  } else if (unsigned_ != 0) {
    wake_.wait_until(lock, head_due_, has_work);
  } else {
    wake_.wait(lock, has_work);
  }
  if (options_.durability == Durability::kEach || queue_.sizes.empty()) return;
  wake_.wait_for(lock, options_.gather_interval, [&] {
    return is_asked() || queue_.text.size() >= options_.buffer_bytes / 2;
  });
}

void AuditLog::Run() {
  Batch batch;
  std::unique_lock lock(mutex_);
  for (bool is_last = false; !is_last;) {
    WaitForWork(lock, batch);
    if (batch.is_done()) {
      batch.Clear();
      std::swap(batch, queue_);
      is_stalled_ = false;
    }
    const auto asked = std::exchange(asked_, {});
    is_last = is_stopping_ && queue_.sizes.empty();
    lock.unlock();
    space_.notify_all();
    const Result<void> written = Write(batch);
    for (const auto& answer : asked) answer(written);
    lock.lock();
    // Does not wait for room on the disk while stopping.
    if (is_stopping_ && !written) break;
  }
  lock.unlock();
  End(batch);
}

void AuditLog::End(const Batch& batch) {
  const std::size_t lost =
      batch.sizes.size() - batch.written + queue_.sizes.size();
  const std::uint64_t untold = unrecorded_ - told_unrecorded_;
  if (lost != 0 || untold != 0) {
    platform::Log(platform::Priority::kError,
                  "the audit log ends without " + std::to_string(lost) +
                      " records that it had accepted, and does not tell of " +
                      std::to_string(untold) +
                      " answers that were given without a record");
  }
  const Result<void> ended = writer_ ? writer_->End() : EnsureOpen();
  if (!ended) {
    platform::Log(
        platform::Priority::kError,
        "the end of the audit log is not signed: " + ended.error().message);
  }
}

Result<void> AuditLog::Write(Batch& batch) {
  Result<void> written = WriteRecords(batch);
  const bool is_due = [&] {
    const std::lock_guard lock(mutex_);
    return unsigned_ != 0 && SteadyClock::now() >= head_due_;
  }();
  if (written && is_due) written = writer_->AppendHead();
  Settle(written, batch);
  return written;
}

Result<void> AuditLog::AppendOwn(const std::string& members) {
  const std::string text = members + "}";
  const std::string_view body = text;
  return writer_->Append({&body, 1});
}

Result<void> AuditLog::EnsureOpen() {
  if (writer_ && writer_->is_broken()) {
    if (auto left = LeaveBroken(); !left) return left;
  }
  if (!writer_) {
    auto opened = LogWriter::Open(options_.log, distrust_);
    if (!opened) return opened.error();
    writer_.emplace(std::move(*opened));
    distrust_.reset();
    TellOfEvidence();
  }
  if (has_told_start_) return {};
  auto told =
      AppendOwn("\"kind\":\"start\"," + TimeMembers(options_.log.clock()) +
                ",\"version\":\"" ANSWERBOX_VERSION "\"");
  if (told) told = writer_->Sync();
  has_told_start_ = told.has_value();
  return told;
}

Result<void> AuditLog::LeaveBroken() {
  if (auto dropped = writer_->DropUnsynced(); !dropped) return dropped;
  // Under kNone the unsynced records are lost. Otherwise they are still in the
  // batch, or their callers were told that they have no record.
  if (options_.durability == Durability::kNone) {
    const std::lock_guard lock(mutex_);
    unrecorded_ += writer_->unsynced_records();
  }
  writer_.reset();
  return {};
}

Result<void> AuditLog::TellOfGap() {
  std::uint64_t gap = 0;
  {
    const std::lock_guard lock(mutex_);
    gap = unrecorded_ - told_unrecorded_;
  }
  if (gap == 0) return {};
  auto told =
      AppendOwn("\"kind\":\"gap\"," + TimeMembers(options_.log.clock()) +
                ",\"unrecorded\":" + std::to_string(gap));
  // Synced at once: if a later sync failed, the lost `gap` record would not be
  // written again.
  if (told) told = writer_->Sync();
  if (!told) return told;
  const std::lock_guard lock(mutex_);
  told_unrecorded_ += gap;
  return {};
}

Result<void> AuditLog::WriteRecords(Batch& batch) {
  if (auto opened = EnsureOpen(); !opened) return opened;
  if (auto told = TellOfGap(); !told) return told;
  std::vector<std::string_view> bodies;
  while (!batch.is_done()) {
    bodies.clear();
    std::size_t bytes = 0;
    for (std::size_t i = batch.written; i < batch.sizes.size(); ++i) {
      // The other half is for the beginning of each line, before its body.
      if (bytes != 0 && bytes + batch.sizes[i] > kMaxBatchBytes / 2) break;
      bodies.push_back(
          std::string_view(batch.text)
              .substr(batch.written_bytes + bytes, batch.sizes[i]));
      bytes += batch.sizes[i];
    }
    if (auto appended = writer_->Append(bodies); !appended) return appended;
    if (options_.durability != Durability::kNone) {
      if (auto synced = writer_->Sync(); !synced) return synced;
    }
    batch.written += bodies.size();
    batch.written_bytes += bytes;
    if (writer_->unsigned_records() >= options_.head_records) {
      if (auto is_signed = writer_->AppendHead(); !is_signed) return is_signed;
    }
  }
  return {};
}

void AuditLog::Settle(const Result<void>& written, Batch& batch) {
  std::vector<Completion> recorded;
  std::vector<Completion> refused;
  Result<Recorded> refusal = Recorded::kNoRoom;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < batch.completions.size(); ++i) {
      (i < batch.written ? recorded : refused)
          .push_back(std::move(batch.completions[i]));
      if (i >= batch.written) refusal = RefuseRecord(written.error());
    }
    // Under kEach all callers have been told. Otherwise unwritten records stay
    // for the next attempt.
    if (options_.durability == Durability::kEach) batch.Clear();
    NoteOutcome(written);
  }
  space_.notify_all();
  for (const Completion& completion : recorded) completion(Recorded::kYes);
  for (const Completion& completion : refused) completion(refusal);
}

void AuditLog::NoteOutcome(const Result<void>& written) {
  const auto now = SteadyClock::now();
  if (!written) {
    if (!failure_) {
      platform::Log(platform::Priority::kError, written.error().message);
    }
    failure_ = written.error();
    retry_at_ = now + kRetryInterval;
  } else if (failure_) {
    platform::Log(platform::Priority::kNotice,
                  "the audit log is written again; " +
                      std::to_string(unrecorded_) +
                      " answers since the start have no record");
    failure_.reset();
  }
  if (!writer_) return;
  if (unsigned_ == 0) head_due_ = now + options_.head_interval;
  records_ = writer_->size();
  unsigned_ = writer_->unsigned_records();
}

}  // namespace answerbox::daemon
