#include "daemon/exam/self_check.h"

#include <sys/resource.h>

#include <algorithm>
#include <new>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/exam/guard_examiner.h"
#include "daemon/exam/snapshot_exam.h"
#include "daemon/job_board.h"
#include "engine/ask/workspace.h"
#include "protocol/exam/guard_text.h"

namespace answerbox::daemon {
namespace {

using std::chrono::steady_clock;

constexpr int kNiceness = 10;
// How long one question waits while people's questions are under way, and how
// often it looks for them.
constexpr std::chrono::seconds kLongestWait{2};
constexpr std::chrono::milliseconds kWait{10};

// Returns the wall-clock time for the record, where people read it. No decision
// depends on it: setting the clock must neither start nor suppress an exam, so
// CheckSchedule uses the steady clock.
std::uint64_t Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now).count();
  return std::min(
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, seconds)),
      kLatestCheck);
}

// Returns the questions of these ids, with what answers them now.
std::vector<LostQuestion> LostOf(const Guard& guard, const ExamOutcome& exam,
                                 std::span<const std::string> ids) {
  std::vector<LostQuestion> lost;
  for (const std::string& id : ids) {
    const auto asked = std::ranges::find(guard.bank, id, &BankQuestion::id);
    const auto place = static_cast<std::size_t>(asked - guard.bank.begin());
    const QuestionOutcome& outcome = exam.questions[place];
    lost.push_back({id, Shown(asked->question),
                    asked->keys.empty() ? "" : asked->keys.front(),
                    outcome.answer, outcome.document});
  }
  return lost;
}

}  // namespace

SelfCheck::SelfCheck(const CollectionStore& store, SelfCheckOptions options,
                     SelfCheckListeners listeners)
    : store_(store),
      options_(std::move(options)),
      listeners_(std::move(listeners)),
      schedule_(options_.interval),
      interval_(options_.interval) {}

SelfCheck::~SelfCheck() { Stop(); }

// If there is no thread or memory now, the next look tries again.
void SelfCheck::Look(CheckSchedule::Time now) try {
  if (stopping_ || is_at_work_.exchange(true)) return;
  if (!IsStepDue(now) || !thread_.Post([this] { Run(); })) is_at_work_ = false;
} catch (const std::bad_alloc&) {
  is_at_work_ = false;
}

bool SelfCheck::IsStepDue(CheckSchedule::Time now) {
  {
    const std::lock_guard lock(mutex_);
    schedule_.SetInterval(interval_);
    if (!requested_.empty()) return true;
  }
  std::size_t guarded = 0;
  for (const CollectionSummary& summary : store_.Collections()) {
    const auto& guard = summary.settings.guard;
    if (!guard) continue;
    ++guarded;
    const auto known = known_.find(summary.name);
    // The result of an earlier run is in a file, which the thread reads.
    if (known == known_.end() || known->second.guard != guard->entry.number) {
      return true;
    }
    schedule_.Observe(summary.name, guard->entry.number, summary.snapshot, now);
  }
  return known_.size() != guarded || schedule_.Due(now);
}

void SelfCheck::Interrupt() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  woken_.notify_all();
}

void SelfCheck::Stop() {
  Interrupt();
  thread_.Join();
}

void SelfCheck::Request(const std::string& collection) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(requested_, collection) == requested_.end()) {
    requested_.push_back(collection);
  }
}

void SelfCheck::GiveUp(const std::string& collection) {
  {
    const std::lock_guard lock(mutex_);
    std::erase(requested_, collection);
    if (running_ && running_->collection == collection) {
      running_->is_given_up = true;
    }
  }
  woken_.notify_all();
}

ExamState SelfCheck::StateOf(const std::string& collection) const {
  const std::lock_guard lock(mutex_);
  ExamState state;
  state.is_wanted =
      std::ranges::find(requested_, collection) != requested_.end();
  if (running_ && running_->collection == collection) {
    state.is_running = true;
    state.asked = running_->asked;
    state.questions = running_->questions;
  }
  const auto known = known_.find(collection);
  if (known == known_.end()) return state;
  const Known& last = known->second;
  if (last.record) state.checked = last.record->checked;
  state.problem = last.report.problem;
  state.lost_count = last.report.lost;
  state.lost = last.lost;
  return state;
}

void SelfCheck::Extend(const std::string& collection,
                       const StoredGuard& present, std::string_view next) {
  const std::lock_guard lock(mutex_);
  lineages_[collection].Extend(present, next);
}

void SelfCheck::ChangeInterval(std::chrono::days interval) {
  const std::lock_guard lock(mutex_);
  interval_ = interval;
}

std::vector<CheckReport> SelfCheck::Reports() const {
  const std::lock_guard lock(mutex_);
  std::vector<CheckReport> reports;
  for (const auto& [_, known] : known_) {
    const CheckReport& report = known.report;
    if (report.questions > 0 || !report.problem.empty()) {
      reports.push_back(report);
    }
  }
  return reports;
}

void SelfCheck::Run() {
  // People's questions come first. On Linux this sets the priority of this
  // thread alone.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNiceness));
  while (!stopping_ && Step(steady_clock::now())) {
  }
  is_at_work_ = false;
}

bool SelfCheck::Step(CheckSchedule::Time now) {
  Observe(now);
  const auto due = NextOf(now);
  if (!due) return false;
  const auto checked = Check(*due, now);
  {
    const std::lock_guard lock(mutex_);
    running_.reset();
    const auto known = known_.find(*due);
    // The last exam did not fail: somebody stopped it.
    if (!checked && checked.error().kind == ErrorKind::kInterrupted &&
        known != known_.end()) {
      known->second.report.problem.clear();
    }
  }
  if (checked) return true;
  if (checked.error().kind == ErrorKind::kNotFound) {
    schedule_.Forget(*due);
    return true;
  }
  schedule_.Failed(*due, now);
  if (checked.error().kind != ErrorKind::kInterrupted) {
    TellFault(*due, checked.error());
  }
  return true;
}

// What a person asks for comes first, but it keeps nothing due from its turn.
std::optional<std::string> SelfCheck::NextOf(CheckSchedule::Time now) {
  auto next = schedule_.Due(now);
  const std::lock_guard lock(mutex_);
  was_requested_ = !requested_.empty() && !(next && was_requested_);
  if (was_requested_) next = requested_.front();
  if (!next) return std::nullopt;
  std::erase(requested_, *next);
  running_ = {*next};
  return next;
}

void SelfCheck::Observe(CheckSchedule::Time now) {
  {
    const std::lock_guard lock(mutex_);
    schedule_.SetInterval(interval_);
  }
  std::map<std::string, std::uint64_t> guarded;
  for (const CollectionSummary& summary : store_.Collections()) {
    const auto& guard = summary.settings.guard;
    if (!guard) continue;
    guarded.emplace(summary.name, guard->entry.number);
    const auto known = known_.find(summary.name);
    if (known == known_.end() || known->second.guard != guard->entry.number) {
      Load(summary.name, *guard);
    }
    schedule_.Observe(summary.name, guard->entry.number, summary.snapshot, now);
  }
  ForgetOthers(guarded);
}

void SelfCheck::Load(const std::string& collection, const StoredGuard& guard) {
  Known known{.guard = guard.entry.number};
  known.report.collection = collection;
  auto record = LoadCheck(FolderOf(collection));
  // What is in memory holds even if it could not be stored.
  if (const auto present = known_.find(collection);
      present != known_.end() && present->second.record) {
    record = present->second.record;
    known.fault = present->second.fault;
  }
  const auto read = ReadGuardText(guard.text);
  bool is_taken_over = false;
  if (record && *record && read) {
    if ((*record)->guard != known.guard) {
      is_taken_over = TakeOver(collection, guard, read->bank, **record, known);
    } else if (read->bank.size() == (*record)->answered.size()) {
      known.record = **record;
    }
  }
  // The next exam overwrites the result for another guard.
  if (known.record) {
    known.report = ReportOf(collection, *read, *known.record);
  }
  const auto stored = is_taken_over
                          ? StoreCheck(FolderOf(collection), *known.record)
                          : Result<void>();
  {
    const std::lock_guard lock(mutex_);
    known_[collection] = std::move(known);
  }
  if (!stored) TellFault(collection, stored.error());
  if (!record && listeners_.on_fault) listeners_.on_fault(record.error());
}

bool SelfCheck::TakeOver(const std::string& collection,
                         const StoredGuard& guard, const Bank& bank,
                         const CheckRecord& last, Known& known) const {
  std::optional<QuestionOrigins> origins;
  {
    const std::lock_guard lock(mutex_);
    const auto lineage = lineages_.find(collection);
    if (lineage == lineages_.end()) return false;
    origins = lineage->second.OriginsOf(guard, bank, last.guard);
  }
  if (!origins) return false;
  CheckRecord record = last;
  record.guard = guard.entry.number;
  record.answered.assign(bank.size(), false);
  record.before = record.answered;
  record.unasked.assign(bank.size(), true);
  for (std::size_t i = 0; i < bank.size(); ++i) {
    const auto from = (*origins)[i];
    if (!from || *from >= last.answered.size()) continue;
    record.answered[i] = last.answered[*from];
    record.before[i] = last.before[*from];
    record.unasked[i] = !last.unasked.empty() && last.unasked[*from];
  }
  known.record = std::move(record);
  return true;
}

void SelfCheck::ForgetOthers(
    const std::map<std::string, std::uint64_t>& guarded) {
  for (auto at = known_.begin(); at != known_.end();) {
    const std::string name = at->first;
    ++at;
    if (guarded.contains(name)) continue;
    schedule_.Forget(name);
    // If a file can't be removed, it belongs to no guard and is ignored.
    static_cast<void>(RemoveCheck(FolderOf(name)));
    const std::lock_guard lock(mutex_);
    known_.erase(name);
    lineages_.erase(name);
  }
}

Result<void> SelfCheck::Check(const std::string& collection,
                              CheckSchedule::Time now) try {
  const auto snapshot = store_.Pin(collection);
  if (!snapshot) return snapshot.error();
  const auto stored = (*snapshot)->settings().guard;
  // The guard was removed since the look: there is nothing to examine or
  // report.
  if (!stored) return NoSuchCollection(collection);
  const auto guard = ReadGuardText(stored->text);
  if (!guard) return guard.error();
  const auto exam = Ask(collection, *guard, **snapshot);
  if (!exam) return exam.error();
  const auto known = known_.find(collection);
  const bool has_last = known != known_.end() && known->second.record &&
                        known->second.record->guard == stored->entry.number;
  // The new record is compared with the last one. The first exam of a bank has
  // no earlier record.
  const CheckRecord* const last = has_last ? &*known->second.record : nullptr;
  CheckRecord record = RecordOf(*guard, *exam, last);
  record.guard = stored->entry.number;
  record.snapshot = (*snapshot)->number();
  record.checked = Now();
  if (has_last && record.checked == last->checked) ++record.checked;
  schedule_.Done(collection, record.guard, record.snapshot, now);
  Keep(collection, *guard, *exam, std::move(record));
  return {};
} catch (const std::bad_alloc&) {
  return LimitError("No memory is left to examine the collection.");
}

Result<ExamOutcome> SelfCheck::Ask(const std::string& collection,
                                   const Guard& guard,
                                   const Snapshot& snapshot) {
  const auto segments = store_.SegmentsOf(collection, snapshot);
  if (!segments) return segments.error();
  JobBoard::Job job(store_.options().jobs, JobKind::kExamine, collection);
  // The workspace is made for each exam: exams are rare, and a box without them
  // should not hold an arena.
  engine::Workspace workspace(options_.arena_bytes);
  ExamRule rule;
  rule.arithmetic = options_.arithmetic;
  {
    const std::lock_guard lock(mutex_);
    running_->questions = guard.bank.size();
  }
  std::uint64_t asked = 0;
  return AskBank(*segments, snapshot.settings(), guard.bank, rule, workspace,
                 [&] {
                   job.Advance(asked++, guard.bank.size());
                   return GiveWay();
                 });
}

bool SelfCheck::GiveWay() {
  const auto must_end = [this] {
    return stopping_ || (running_ && running_->is_given_up);
  };
  const auto until = steady_clock::now() + kLongestWait;
  while (options_.is_busy && options_.is_busy() &&
         steady_clock::now() < until) {
    std::unique_lock lock(mutex_);
    if (woken_.wait_for(lock, kWait, must_end)) return false;
  }
  const std::lock_guard lock(mutex_);
  if (running_) ++running_->asked;
  return !must_end();
}

void SelfCheck::Keep(const std::string& collection, const Guard& guard,
                     const ExamOutcome& exam, CheckRecord record) {
  // The two lists differ in length: the audit log gets the long one, `status`
  // the short one.
  CheckReport all = ReportOf(collection, guard, record, kMaxListedLosses);
  const std::vector<std::string> lost = std::move(all.lost_ids);
  CheckReport report = ReportOf(collection, guard, record);
  const auto stored = StoreCheck(FolderOf(collection), record);
  bool is_news = report.is_drop();
  {
    const std::lock_guard lock(mutex_);
    Known& known = known_[collection];
    if (known.record && known.record->guard == record.guard) {
      is_news =
          report.is_drop() != known.report.is_drop() ||
          (report.is_drop() && (record.answered != known.record->answered ||
                                record.before != known.record->before));
    }
    known.lost = LostOf(guard, exam, report.lost_ids);
    known.guard = record.guard;
    known.record = std::move(record);
    known.report = report;
    // The fault is over, so it is reported again if it comes back.
    if (stored) known.fault.clear();
  }
  if (!stored) TellFault(collection, stored.error());
  if (listeners_.on_checked) listeners_.on_checked({report, lost, is_news});
}

void SelfCheck::TellFault(const std::string& collection, const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(collection);
    if (known == known_.end()) return;
    known->second.report.problem = error.message;
    if (std::exchange(known->second.fault, error.message) == error.message) {
      return;
    }
  }
  if (listeners_.on_fault) listeners_.on_fault(error);
}

std::filesystem::path SelfCheck::FolderOf(const std::string& collection) const {
  return store_.options().state_dir / "collections" / collection;
}

}  // namespace answerbox::daemon
