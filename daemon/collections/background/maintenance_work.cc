// The work of Maintenance: merging, compacting, verifying and erasing. Its
// thread, and the order of the work, are in maintenance.cc.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "daemon/collections/background/maintenance.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/page_files.h"
#include "daemon/collections/files/stored_segment.h"

namespace answerbox::daemon {
namespace {

// Returns the leading segments that were there when compacting began, or that
// it made. Segments of documents added meanwhile are left for later.
std::vector<Snapshot::Segment> LeadingSegments(
    const Snapshot& snapshot, const std::set<std::uint64_t>& numbers) {
  std::vector<Snapshot::Segment> leading;
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    // Only leading segments count, since documents are in the order of
    // segments.
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

// Returns a function that reports progress to the board. `job` outlives it.
Progress To(JobBoard::Job& job) {
  return [&job](std::uint64_t done, std::uint64_t total) {
    job.Advance(done, total);
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

void Maintenance::MergeInBackground(const std::string& collection) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return;
  const auto range =
      PlanMerge(ShapesOf(snapshot->segments()), options_.merge_memory_bytes);
  if (!range) return;
  auto inputs = Slice(snapshot->segments(), *range);
  JobBoard::Job job(options_.jobs, JobKind::kMerge, collection);
  const Progress progress = To(job);
  const auto merged =
      merges_.Run(collection, inputs, StepOf(progress, 0, FileBytes(inputs)));
  // The result may complete a group of the next tier.
  if (merged) return Consider(collection);
  // With a full disk, the next commit tries again. Damage and limits stay, so
  // these segments are not tried again.
  if (merged.error().kind == ErrorKind::kStorage) return;
  ReportFault(merged.error());
  for (const Snapshot::Segment& input : inputs) {
    unmergeable_.insert(input.stored->number);
  }
}

Result<void> Maintenance::EraseInBackground(const ErasingSchedule::Task& task) {
  if (task.segment != ErasingSchedule::kRemains) {
    JobBoard::Job job(options_.jobs, JobKind::kErase, task.collection);
    // If the segment was merged meanwhile, it has no removed documents, and
    // Rewrite does nothing.
    auto rewritten = Rewrite(task.collection, task.segment, To(job));
    if (!rewritten) return rewritten;
  }
  return merges_.AwaitRemains(task.collection);
}

void Maintenance::ReportFault(const Error& error) const {
  if (options_.on_fault) options_.on_fault(error);
}

Result<CollectionSummary> Maintenance::Compact(const std::string& collection,
                                               const Progress& progress) {
  auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return catalog_.Absence(collection);
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
    if (!snapshot) return catalog_.Absence(collection);
  }
  return Summarize(collection, *snapshot);
}

Result<std::uint64_t> Maintenance::Verify(const std::string& collection,
                                          const Progress& progress) {
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return catalog_.Absence(collection);
  const auto& synonyms = snapshot->settings().synonyms;
  // The writing thread compares the small files, because it alone replaces
  // them.
  const auto files = merges_.AwaitVerifiedFiles(collection);
  if (!files && files.error().kind != ErrorKind::kCorrupt) return files.error();
  std::uint64_t done = files ? *files : 0;
  const std::uint64_t total = done + FileBytes(snapshot->segments()) +
                              (synonyms ? synonyms->entry.file_bytes : 0) +
                              BytesOf(snapshot->settings().pages.get());
  Report(progress, done, total);
  for (const Snapshot::Segment& segment : snapshot->segments()) {
    if (stopping_) return ShuttingDown();
    const auto folder = directory_.CollectionFolder(collection);
    const auto intact = VerifyOnDisk(folder, *segment.stored);
    if (!intact && intact.error().kind == ErrorKind::kStorage) {
      // A change may have taken it away.
      const auto now = catalog_.Pin(collection);
      if (!now || !now->Has(segment.stored->number)) continue;
    }
    const auto read = intact ? intact : InFolder(folder, intact.error());
    catalog_.NoteRead(segment.stored->number, read);
    if (!read) {
      // The caller gets only one error. The other one goes to the journal.
      if (!files) ReportFault(files.error());
      return read.error();
    }
    done += segment.stored->file.bytes().size();
    Report(progress, done, total);
  }
  // An error is returned after all other files were read, so that one damaged
  // file does not hide others. The caller gets the first one.
  std::optional<Error> first;
  const auto keep = [&](const Error& error) {
    if (first) return ReportFault(error);
    first = error;
  };
  if (!files) keep(files.error());
  if (auto read =
          VerifyPictures(collection, *snapshot, progress, done, total, keep);
      !read) {
    return read.error();
  }
  if (synonyms) {
    const auto intact =
        OpenSynonyms(directory_.CollectionFolder(collection), synonyms->entry);
    catalog_.NoteRead(synonyms->entry.number,
                      intact ? Result<void>() : intact.error());
    if (!intact) keep(intact.error());
    done += synonyms->entry.file_bytes;
    Report(progress, done, total);
  }
  if (first) return *first;
  return done;
}

Result<void> Maintenance::VerifyPictures(
    const std::string& collection, const Snapshot& snapshot,
    const Progress& progress, std::uint64_t& done, std::uint64_t total,
    const std::function<void(const Error&)>& on_damage) const {
  if (!snapshot.settings().pages) return {};
  const auto folder = directory_.CollectionFolder(collection);
  for (const auto& [document, entry] : *snapshot.settings().pages) {
    PagesVerification verification(folder / entry.file_name());
    Result<bool> is_more = true;
    while (is_more && *is_more) {
      if (stopping_) return ShuttingDown();
      is_more = verification.ReadPiece(entry);
    }
    catalog_.NoteRead(entry.number, is_more ? Result<void>() : is_more.error());
    if (!is_more) {
      // A change may have taken it away.
      const auto now = catalog_.Pin(collection);
      if (now && HasPages(now->settings().pages.get(), entry.number)) {
        on_damage(is_more.error());
      }
    }
    done += entry.file_bytes;
    Report(progress, done, total);
  }
  return {};
}

std::vector<SegmentShape> Maintenance::ShapesOf(
    std::span<const Snapshot::Segment> segments) const {
  std::vector<SegmentShape> shapes;
  for (const Snapshot::Segment& segment : segments) {
    shapes.push_back(ShapeOf(segment));
    if (unmergeable_.contains(segment.stored->number)) {
      // This exceeds any budget, so no plan includes the segment.
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
  // If the collection was dropped meanwhile, that erases it.
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
  // A merge or a change has done it already.
  if (found == segments.end() || found->removed.size() == 0) return {};
  // Erasing is a promise. If it can't be kept, that is an error and not merely
  // a delay.
  if (ShapeOf(*found).merge_memory_bytes > options_.merge_memory_bytes) {
    return TooLittleMergeMemory(options_.merge_memory_bytes);
  }
  const auto merged = merges_.Run(collection, {*found},
                                  StepOf(progress, 0, FileBytes({found, 1})));
  // The collection was dropped meanwhile, and all that was to be erased with
  // it.
  if (merged || merged.error().kind == ErrorKind::kNotFound) return {};
  return merged.error();
}

}  // namespace answerbox::daemon
