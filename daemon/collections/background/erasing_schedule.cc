#include "daemon/collections/background/erasing_schedule.h"

#include <algorithm>

namespace answerbox::daemon {
namespace {

void Add(const Snapshot& snapshot, PendingErasure& pending) {
  std::uint64_t text_bytes = 0;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    pending.documents += segment.removed.size();
    text_bytes += segment.stored->reader.counts().text_bytes;
  }
  // A snapshot counts live text. The rest of the text in its files was removed.
  pending.text_bytes += text_bytes - snapshot.totals().text_bytes;
}

// Returns the time of the first removal in the snapshot, if there is one.
std::optional<std::chrono::sys_seconds> FirstRemoval(const Snapshot& snapshot) {
  std::optional<std::chrono::sys_seconds> first;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    if (segment.removed.size() == 0) continue;
    if (!first || segment.removed_since < *first) first = segment.removed_since;
  }
  return first;
}

}  // namespace

std::optional<ErasingSchedule::Task> ErasingSchedule::Next() const {
  const Catalog::Snapshots snapshots = catalog_.All();
  const std::lock_guard lock(mutex_);
  std::optional<Task> next;
  const auto consider = [&](const std::string& collection,
                            std::uint64_t segment,
                            std::chrono::sys_seconds begins) {
    // A failed segment has to wait, and others go first.
    begins = std::max(begins, NotBefore(segment));
    if (!next || begins < next->begins)
      next = Task{collection, segment, begins};
  };
  for (const auto& [name, snapshot] : snapshots) {
    for (const Snapshot::Segment& segment : snapshot->segments()) {
      if (segment.removed.size() == 0) continue;
      consider(name, segment.stored->number,
               ErasingBegins(segment.removed_since, erase_after_));
    }
  }
  // Files that could not be removed hold text that is already overdue.
  if (catalog_.remaining_documents > 0) consider("", kRemains, {});
  // By then its client holds it, or is gone.
  const auto backup_since = catalog_.backup_since.load();
  if (backup_since != Catalog::kNoBackup) {
    consider("", kRemains, backup_since + kErasingRetry);
  }
  return next;
}

std::chrono::sys_seconds ErasingSchedule::NotBefore(
    std::uint64_t segment) const {
  const auto found = put_off_.find(segment);
  return found == put_off_.end() ? std::chrono::sys_seconds() : found->second;
}

void ErasingSchedule::Done(const Task& task, const Result<void>& outcome) {
  const auto now = clock_.Now();
  const std::lock_guard lock(mutex_);
  put_off_.erase(task.segment);
  // Segments that are gone are forgotten, so that put_off_ stays small.
  std::erase_if(put_off_,
                [&](const auto& entry) { return entry.second < now; });
  if (!outcome) {
    // A full disk may have room soon, and a backup ends (kBusy). Damage and
    // limits stay, and each attempt reads the whole segment.
    const ErrorKind kind = outcome.error().kind;
    const bool may_pass =
        kind == ErrorKind::kStorage || kind == ErrorKind::kBusy;
    put_off_[task.segment] =
        now + (may_pass ? std::chrono::seconds(kErasingRetry)
                        : std::chrono::seconds(kHopelessErasingRetry));
    problem_ = outcome.error().message;
  }
  // A problem is reported as long as something waits because of it.
  if (put_off_.empty()) problem_.clear();
}

PendingErasure ErasingSchedule::Pending() const {
  PendingErasure pending{.documents = catalog_.remaining_documents,
                         .text_bytes = catalog_.remaining_text_bytes};
  // These files should be gone, so they are due now.
  if (pending.documents > 0) pending.due = clock_.OnTheWall(clock_.Now());
  for (const auto& [name, snapshot] : catalog_.All()) {
    Add(*snapshot, pending);
    const auto first = FirstRemoval(*snapshot);
    if (!first) continue;
    // People compare the time with their own clock, which may have been set
    // since.
    const auto due = clock_.OnTheWall(ErasingDue(*first, erase_after_));
    if (!pending.due || due < *pending.due) pending.due = due;
  }
  if (pending.documents > 0) {
    const std::lock_guard lock(mutex_);
    pending.problem = problem_;
  }
  return pending;
}

}  // namespace answerbox::daemon
