// The writing thread of AuditLog. Its other functions are in audit_log.cc.
#include <functional>
#include <optional>
#include <utility>

#include "daemon/audit/audit_log.h"
#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Time until writing is tried again after the disk refused it.
constexpr std::chrono::seconds kRetryInterval{1};
// The same after a damaged key, or a log of another version: somebody has to
// put it right, and looking reads the log.
constexpr std::chrono::seconds kRetryOfDamage{30};

}  // namespace

void AuditLog::Batch::Clear() {
  text.clear();
  sizes.clear();
  waiting.clear();
  written = 0;
  written_bytes = 0;
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
  // Records gather for a moment, so that one write and one sync serve many.
  // Under kEach the callers are waiting, so they are written at once.
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
      taken_ = batch.sizes.size();
      is_stalled_ = false;
    }
    const auto asked = std::exchange(asked_, {});
    // The thread ends with an empty queue, so accepted records get an attempt.
    is_last = is_stopping_ && queue_.sizes.empty();
    lock.unlock();
    space_.notify_all();
    const Result<void> written = Write(batch);
    for (const auto& answer : asked) answer(written);
    lock.lock();
    // A stopping daemon does not wait for room on the disk.
    if (is_stopping_ && !written) break;
  }
  const auto unanswered = std::exchange(asked_, {});
  lock.unlock();
  for (const auto& answer : unanswered) {
    answer(Error{ErrorKind::kStorage, "The audit log is ending."});
  }
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
    LogOptions log = options_.log;
    if (options_.keep_bytes != 0) {
      log.on_begun = std::bind_front(&AuditLog::NoteBegun, this);
    }
    auto opened = LogWriter::Open(std::move(log), distrust_, &known_);
    if (!opened) return opened.error();
    writer_.emplace(std::move(*opened));
    distrust_.reset();
    TellOfEvidence();
    const std::lock_guard lock(mutex_);
    is_state_due_ = true;
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
  // The record is synced at once: if a later sync failed, the lost `gap` record
  // would not be written again.
  if (told) told = writer_->Sync();
  if (!told) return told;
  const std::lock_guard lock(mutex_);
  told_unrecorded_ += gap;
  is_state_due_ = true;
  return {};
}

// The state is taken here, by the thread that writes, so that no record of a
// change that it lacks is before it: it replaces what they told.
Result<void> AuditLog::TellOfState() {
  KnownState state;
  {
    const std::lock_guard lock(mutex_);
    if (!is_state_due_ || !state_) return {};
    state = state_();
    is_state_due_ = false;
  }
  if (state == writer_->known()) return {};
  const std::string body = StateBody(state, TimeMembers(options_.log.clock()));
  const std::string_view bodies = body;
  auto told = writer_->Append({&bodies, 1});
  if (told) told = writer_->Sync();
  if (told) return told;
  const std::lock_guard lock(mutex_);
  is_state_due_ = true;
  return told;
}

Result<void> AuditLog::WriteRecords(Batch& batch) {
  if (auto opened = EnsureOpen(); !opened) return opened;
  if (auto told = TellOfGap(); !told) return told;
  if (auto told = TellOfState(); !told) return told;
  std::vector<std::string_view> bodies;
  while (!batch.is_done()) {
    bodies.clear();
    std::size_t bytes = 0;
    for (std::size_t i = batch.written; i < batch.sizes.size(); ++i) {
      // The other half is reserved for the beginnings of the lines.
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
  MeasureFiles();
  std::vector<std::pair<Completion, Result<Recorded>>> told;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < batch.waiting.size(); ++i) {
      auto& [run, completion] = batch.waiting[i];
      told.emplace_back(std::move(completion),
                        i < batch.written ? Recorded{run, true}
                                          : RefuseRecord(written.error(), run));
    }
    // Under kEach all callers have been told. Otherwise unwritten records stay
    // for the next attempt.
    if (options_.durability == Durability::kEach) batch.Clear();
    taken_ = batch.sizes.size() - batch.written;
    NoteOutcome(written);
  }
  space_.notify_all();
  // The completions run without the lock, as sending replies may take a while.
  for (const auto& [completion, outcome] : told) completion(outcome);
}

void AuditLog::MeasureFiles() {
  const auto now = SteadyClock::now();
  if (now < measure_at_) return;
  measure_at_ = now + kMeasureInterval;
  bytes_ = LogBytes(options_.log.folder);
}

void AuditLog::NoteOutcome(const Result<void>& written) {
  const auto now = SteadyClock::now();
  if (!written) {
    // Only the first failure is logged: a full disk fails every second.
    if (!failure_) {
      platform::Log(platform::Priority::kError, written.error().message);
    }
    failure_ = written.error();
    retry_at_ = now + (failure_->kind == ErrorKind::kStorage ? kRetryInterval
                                                             : kRetryOfDamage);
  } else if (failure_) {
    platform::Log(platform::Priority::kNotice,
                  "the audit log is written again; " +
                      std::to_string(unrecorded_) +
                      " answers since the start have no record");
    failure_.reset();
  }
  if (!writer_) return;
  // The interval begins with the oldest record that no head covers.
  if (unsigned_ == 0) head_due_ = now + options_.head_interval;
  records_ = writer_->size();
  unsigned_ = writer_->unsigned_records();
}

}  // namespace answerbox::daemon
