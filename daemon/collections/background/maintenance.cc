#include "daemon/collections/background/maintenance.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "daemon/collections/background/segment_rebuild.h"
#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

// The leading segments that were there when compacting began, or that it made.
// Segments of documents added meanwhile are left for another time.
std::vector<Snapshot::Segment> LeadingSegments(
    const Snapshot& snapshot, const std::set<std::uint64_t>& numbers) {
  std::vector<Snapshot::Segment> leading;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    if (!numbers.contains(segment.stored->number)) break;
    leading.push_back(segment);
  }
  return leading;
}

std::uint64_t FileBytes(std::span<const Snapshot::Segment> segments) {
  std::uint64_t bytes = 0;
  for (const Snapshot::Segment& segment : segments) {
    bytes += segment.stored->file.bytes().size();
  }
  return bytes;
}

void Report(const Progress& progress, std::uint64_t done, std::uint64_t total) {
  if (progress) progress(std::min(done, total), total);
}

// Reports progress to the board. `job` outlives the result.
Progress To(JobBoard::Job& job) {
  return [&job](std::uint64_t done, std::uint64_t total) {
    job.Advance(done, total);
  };
}

// Reports progress to the board and to `progress`. Both outlive the result.
Progress Both(JobBoard::Job& job, const Progress& progress) {
  return [&job, &progress](std::uint64_t done, std::uint64_t total) {
    job.Advance(done, total);
    if (progress) progress(done, total);
  };
}

Error TooLittleMergeMemory(std::size_t limit) {
  return LimitError("Merging these segments needs more than the " +
                    std::to_string(limit >> 10) +
                    " KiB it may use (merge_memory_bytes): raise it.");
}

std::vector<Snapshot::Segment> Slice(
    const std::vector<Snapshot::Segment>& segments, MergeRange range) {
  return {segments.begin() + static_cast<std::ptrdiff_t>(range.begin),
          segments.begin() + static_cast<std::ptrdiff_t>(range.end)};
}

}  // namespace

Maintenance::Maintenance(const StoreOptions& options,
                         const StateDirectory& directory, Catalog& catalog,
                         ChangeQueue& queue, const ForwardClock& clock)
    : options_(options),
      directory_(directory),
      catalog_(catalog),
      clock_(clock),
      merges_(directory, catalog, queue, clock),
      erasing_(catalog, clock, options.erase_after) {}

void Maintenance::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Maintenance::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  if (thread_.joinable()) thread_.join();
  for (Job& job : jobs_) {
    std::visit([](auto& work) { work.completion(ShuttingDown()); }, job.work);
  }
}

void Maintenance::Consider(const std::string& collection) {
  {
    const std::lock_guard lock(mutex_);
    considered_.insert(collection);
  }
  arrived_.notify_one();
}

void Maintenance::Submit(std::string collection, CompactCollection work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Submit(std::string collection, VerifyCollection work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Submit(std::string collection, EraseRemoved work) {
  Push({std::move(collection), std::move(work)});
}

void Maintenance::Push(Job job) {
  std::optional<Error> refusal;
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) {
      refusal = ShuttingDown();
    } else if (jobs_.size() >= options_.max_queued_changes) {
      refusal = Busy("Too much long work is waiting already: try again.");
    } else {
      jobs_.push_back(std::move(job));
    }
  }
  if (refusal) {
    std::visit([&](auto& work) { work.completion(*refusal); }, job.work);
  } else {
    arrived_.notify_one();
  }
}

void Maintenance::Run() {
  Lock lock(mutex_);
  while (!stopping_) {
    if (RunJob(lock)) continue;
    // One piece of each in turn, so that neither waits for ever.
    const bool has_erased = RunErasing(lock);
    const bool has_merged = RunMerge(lock);
    if (!has_erased && !has_merged) Sleep(lock);
  }
}

bool Maintenance::RunJob(Lock& lock) {
  if (stopping_ || jobs_.empty()) return false;
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  lock.unlock();
  std::visit([&](auto& work) { Execute(job.collection, std::move(work)); },
             job.work);
  lock.lock();
  return true;
}

bool Maintenance::RunErasing(Lock& lock) {
  if (stopping_) return false;
  const auto task = erasing_.Next();
  if (!task || task->begins > clock_.Now()) return false;
  lock.unlock();
  Result<void> erased;
  if (task->segment != ErasingSchedule::kRemains) {
    JobBoard::Job job(options_.jobs, JobKind::kErase, task->collection);
    erased = Rewrite(task->collection, task->segment, To(job));
  }
  if (erased) erased = merges_.AwaitRemains(task->collection);
  if (!stopping_) erasing_.Done(*task, erased);
  lock.lock();
  return true;
}

bool Maintenance::RunMerge(Lock& lock) {
  ConsiderPutOff();
  if (stopping_ || considered_.empty()) return false;
  const std::string collection =
      std::move(considered_.extract(considered_.begin()).value());
  lock.unlock();
  MergeInBackground(collection);
  lock.lock();
  return true;
}

void Maintenance::Sleep(Lock& lock) {
  const auto has_work = [&] {
    return stopping_ || !jobs_.empty() || !considered_.empty();
  };
  const auto next = NextTime();
  if (!next) return arrived_.wait(lock, has_work);
  const auto wait = std::clamp<std::chrono::seconds>(
      *next - clock_.Now(), std::chrono::seconds(0), kLongestErasingSleep);
  arrived_.wait_for(lock, wait, has_work);
}

void Maintenance::ConsiderPutOff() {
  if (put_off_.empty()) return;
  const auto now = clock_.Now();
  std::erase_if(put_off_, [&](const auto& entry) {
    if (entry.second > now) return false;
    considered_.insert(entry.first);
    return true;
  });
}

std::optional<std::chrono::sys_seconds> Maintenance::NextTime() const {
  std::optional<std::chrono::sys_seconds> next;
  if (const auto task = erasing_.Next()) next = task->begins;
  for (const auto& [collection, time] : put_off_) {
    if (!next || time < *next) next = time;
  }
  return next;
}

void Maintenance::Execute(const std::string& collection,
                          CompactCollection work) {
  JobBoard::Job job(options_.jobs, JobKind::kCompact, collection);
  work.completion(Compact(collection, Both(job, work.progress)));
}

void Maintenance::Execute(const std::string& collection,
                          VerifyCollection work) {
  JobBoard::Job job(options_.jobs, JobKind::kVerify, collection);
  work.completion(Verify(collection, Both(job, work.progress)));
}

void Maintenance::Execute(const std::string& collection, EraseRemoved work) {
  JobBoard::Job job(options_.jobs, JobKind::kErase, collection);
  work.completion(Erase(collection, Both(job, work.progress)));
}

void Maintenance::MergeInBackground(const std::string& collection) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot || RebuildInBackground(collection, *snapshot)) return;
  const auto range =
      PlanMerge(ShapesOf(snapshot->segments()), options_.merge_memory_bytes);
  if (!range) return;
  auto inputs = Slice(snapshot->segments(), *range);
  JobBoard::Job job(options_.jobs, JobKind::kMerge, collection);
  const Progress progress = To(job);
  const auto merged =
      merges_.Run(collection, inputs, StepOf(progress, 0, FileBytes(inputs)));
  if (merged) return Consider(collection);
  // A full disk: the next commit tries again. Damage and limits stay, so the
  // segments are not tried again.
  if (merged.error().kind == ErrorKind::kStorage) return;
  ReportFault(merged.error());
  for (const Snapshot::Segment& input : inputs) {
    unmergeable_.insert(input.stored->number);
  }
}

void Maintenance::ReportFault(const Error& error) const {
  if (options_.on_fault) options_.on_fault(error);
}

bool Maintenance::RebuildInBackground(const std::string& collection,
                                      const Snapshot& snapshot) {
  const auto& segments = snapshot.segments();
  const auto old =
      std::ranges::find_if(segments, [this](const Snapshot::Segment& segment) {
        return segment.stored->reader.is_of_old_version() &&
               !unmergeable_.contains(segment.stored->number);
      });
  if (old == segments.end()) return false;
  const JobBoard::Job job(options_.jobs, JobKind::kRebuild, collection);
  const auto rebuilt =
      merges_.Run(collection, {*old}, [&](const std::filesystem::path& folder) {
        return Rebuild(*old,
                       {.folder = folder,
                        .writer_memory_bytes = options_.writer_memory_bytes,
                        .next_segment_number =
                            [this] { return catalog_.NextSegmentNumber(); }},
                       [this](std::uint64_t) { return !stopping_; });
      });
  // Damage and limits stay, so the segment is not tried again. Its damaged
  // sections are not read any more.
  if (!rebuilt) {
    if (rebuilt.error().kind == ErrorKind::kStorage) {
      PutOffRebuild(collection, old->stored->number, rebuilt.error());
      return true;
    }
    ReportFault(rebuilt.error());
    unmergeable_.insert(old->stored->number);
  }
  Consider(collection);
  return true;
}

// Retries by time: a commit, which would retry too, may never come.
void Maintenance::PutOffRebuild(const std::string& collection,
                                std::uint64_t segment, const Error& error) {
  {
    const std::lock_guard lock(mutex_);
    put_off_[collection] = clock_.Now() + kRebuildRetry;
  }
  if (without_room_.insert(segment).second) ReportFault(error);
}

Result<CollectionSummary> Maintenance::Compact(const std::string& collection,
                                               const Progress& progress) {
  auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return NoSuchCollection(collection);
  std::set<std::uint64_t> numbers;
  for (const Snapshot::Segment& segment : snapshot->segments()) {
    numbers.insert(segment.stored->number);
  }
  std::uint64_t done = 0;
  for (bool rewritten = false;;) {
    auto leading = LeadingSegments(*snapshot, numbers);
    if (leading.empty()) break;
    if (leading.size() == 1 && (rewritten || leading[0].removed.size() == 0)) {
      break;
    }
    std::vector<SegmentShape> shapes;
    for (const auto& segment : leading) shapes.push_back(ShapeOf(segment));
    const auto range = PlanCompaction(shapes, options_.merge_memory_bytes);
    if (!range) return TooLittleMergeMemory(options_.merge_memory_bytes);
    auto inputs = Slice(leading, *range);
    const std::uint64_t total = done + FileBytes(inputs);
    Report(progress, done, total);
    auto merged = merges_.Run(collection, std::move(inputs),
                              StepOf(progress, done, total));
    if (!merged) return merged.error();
    done = total;
    rewritten = true;
    Report(progress, done, total);
    numbers.insert(*merged);
    snapshot = catalog_.Pin(collection);
    if (!snapshot) return NoSuchCollection(collection);
  }
  return Summarize(collection, *snapshot);
}

Result<std::uint64_t> Maintenance::Verify(const std::string& collection,
                                          const Progress& progress) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return NoSuchCollection(collection);
  const std::uint64_t total = FileBytes(snapshot->segments());
  std::uint64_t done = 0;
  Report(progress, done, total);
  for (const Snapshot::Segment& segment : snapshot->segments()) {
    if (stopping_) return ShuttingDown();
    const auto intact = VerifyReleasing(*segment.stored);
    if (!intact) {
      return CorruptError(
          directory_.CollectionFolder(collection) / segment.stored->file_name,
          intact.error());
    }
    done += segment.stored->file.bytes().size();
    Report(progress, done, total);
  }
  return done;
}

std::vector<SegmentShape> Maintenance::ShapesOf(
    std::span<const Snapshot::Segment> segments) const {
  std::vector<SegmentShape> shapes;
  for (const Snapshot::Segment& segment : segments) {
    shapes.push_back(ShapeOf(segment));
    if (unmergeable_.contains(segment.stored->number)) {
      shapes.back().merge_memory_bytes =
          std::numeric_limits<std::size_t>::max();
    }
  }
  return shapes;
}

MergeRunner::Step Maintenance::StepOf(const Progress& progress,
                                      std::uint64_t done,
                                      std::uint64_t total) const {
  return [this, &progress, done, total](std::uint64_t written) {
    Report(progress, done + written, total);
    return !stopping_;
  };
}

Result<void> Maintenance::Erase(const std::string& collection,
                                const Progress& progress) {
  // A collection that was dropped meanwhile is erased by that.
  const auto snapshot = catalog_.Pin(collection);
  std::uint64_t total = 0;
  std::vector<Snapshot::Segment> targets;
  for (const auto& segment :
       snapshot ? snapshot->segments() : std::vector<Snapshot::Segment>()) {
    if (segment.removed.size() > 0) targets.push_back(segment);
  }
  total = FileBytes(targets);
  std::uint64_t done = 0;
  Report(progress, done, total);
  for (const Snapshot::Segment& target : targets) {
    const auto rewritten = Rewrite(collection, target.stored->number,
                                   [&](std::uint64_t written, std::uint64_t) {
                                     Report(progress, done + written, total);
                                   });
    if (!rewritten) return rewritten;
    done += target.stored->file.bytes().size();
    Report(progress, done, total);
  }
  return merges_.AwaitRemains(collection);
}

Result<void> Maintenance::Rewrite(const std::string& collection,
                                  std::uint64_t number,
                                  const Progress& progress) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return {};
  const auto& segments = snapshot->segments();
  const auto found = std::find_if(
      segments.begin(), segments.end(),
      [&](const auto& segment) { return segment.stored->number == number; });
  if (found == segments.end() || found->removed.size() == 0) return {};
  if (ShapeOf(*found).merge_memory_bytes > options_.merge_memory_bytes) {
    return TooLittleMergeMemory(options_.merge_memory_bytes);
  }
  const auto merged = merges_.Run(collection, {*found},
                                  StepOf(progress, 0, FileBytes({found, 1})));
  if (merged || merged.error().kind == ErrorKind::kNotFound) return {};
  return merged.error();
}

}  // namespace answerbox::daemon
