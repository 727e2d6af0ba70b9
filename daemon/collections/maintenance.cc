#include "daemon/collections/maintenance.h"

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "daemon/collections/errors.h"
#include "daemon/collections/segment_merge.h"

namespace answerbox::daemon {
namespace {

// Segments that were there when compacting began, or that it made: those that
// documents added meanwhile went to are left for another time.
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
                         ChangeQueue& queue)
    : options_(options),
      directory_(directory),
      catalog_(catalog),
      queue_(queue) {}

void Maintenance::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Maintenance::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  thread_.join();
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
  std::unique_lock lock(mutex_);
  for (;;) {
    arrived_.wait(lock, [&] {
      return stopping_ || !jobs_.empty() || !considered_.empty();
    });
    if (stopping_) return;
    if (!jobs_.empty()) {
      Job job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      std::visit([&](auto& work) { Execute(job.collection, std::move(work)); },
                 job.work);
    } else {
      const std::string collection =
          std::move(considered_.extract(considered_.begin()).value());
      lock.unlock();
      MergeInBackground(collection);
    }
    lock.lock();
  }
}

void Maintenance::Execute(const std::string& collection,
                          CompactCollection work) {
  work.completion(Compact(collection, work.progress));
}

void Maintenance::Execute(const std::string& collection,
                          VerifyCollection work) {
  work.completion(Verify(collection, work.progress));
}

void Maintenance::MergeInBackground(const std::string& collection) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return;
  const auto range =
      PlanMerge(ShapesOf(snapshot->segments()), options_.merge_memory_bytes);
  if (!range) return;
  auto inputs = Slice(snapshot->segments(), *range);
  const auto merged =
      MergeAndInstall(collection, inputs, [](std::uint64_t) { return true; });
  if (merged) return Consider(collection);
  // On a full disk the next commit is the time to try again; damage and limits
  // do not go away.
  if (merged.error().kind == ErrorKind::kStorage) return;
  for (const Snapshot::Segment& input : inputs) {
    unmergeable_.insert(input.stored->number);
  }
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
    auto merged =
        MergeAndInstall(collection, std::move(inputs), [&](std::uint64_t now) {
          Report(progress, done + now, total);
          return true;
        });
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

Result<std::uint64_t> Maintenance::MergeAndInstall(
    const std::string& collection, std::vector<Snapshot::Segment> inputs,
    const Step& step) {
  merging_ = true;
  auto merged = Merge(inputs, directory_.CollectionFolder(collection),
                      catalog_.NextSegmentNumber(), [&](std::uint64_t done) {
                        return !stopping_ && step(done);
                      });
  merging_ = false;
  if (!merged) {
    // Without its folder a merge fails in many ways.
    if (!catalog_.Pin(collection)) return NoSuchCollection(collection);
    return InFolder(directory_.CollectionFolder(collection), merged.error());
  }
  const std::uint64_t number = merged->segment->number;
  auto installed = Install(collection, {.inputs = std::move(inputs),
                                        .file = std::move(merged->file),
                                        .result = std::move(merged->segment),
                                        .completion = {}});
  if (!installed) return installed.error();
  return *installed ? number : 0;
}

Result<bool> Maintenance::Install(const std::string& collection,
                                  InstallMerge change) {
  // The writing thread outlives this one and carries out what it is given.
  // Not by a promise: Debian's libraries for ARMv6 boards have none.
  std::mutex mutex;
  std::condition_variable arrival;
  std::optional<Result<bool>> installed;
  change.completion = [&](Result<bool> result) {
    // Notifies under the lock: whoever waits takes all of this away.
    const std::lock_guard lock(mutex);
    installed = std::move(result);
    arrival.notify_one();
  };
  queue_.PushInternal({collection, std::move(change)});
  std::unique_lock lock(mutex);
  arrival.wait(lock, [&] { return installed.has_value(); });
  return *std::move(installed);
}

}  // namespace answerbox::daemon
