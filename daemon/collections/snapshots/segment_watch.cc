#include "daemon/collections/snapshots/segment_watch.h"

#include <algorithm>
#include <utility>

#include "platform/file/unreadable_pages.h"

namespace answerbox::daemon {
namespace {

void Notice(const StoredSegment& segment) {
  segment.checks->Forget();
  ++segment.changes;
}

void NoticeAll(const SegmentWatch::Snapshots& snapshots) {
  for (const auto& [collection, snapshot] : snapshots) {
    for (const Snapshot::Segment& segment : snapshot->segments()) {
      Notice(*segment.stored);
    }
  }
}

}  // namespace

SegmentWatch::SegmentWatch(std::filesystem::path folder)
    : folder_(std::move(folder)) {
  auto watch = platform::FolderWatch::Open();
  if (watch) watch_ = std::move(*watch);
}

void SegmentWatch::Add(const std::string& collection, const Snapshot& snapshot,
                       const Snapshots& snapshots) {
  if (watch_) {
    const auto number = watch_->Add(folder_ / collection);
    if (!number || collections_[*number] != collection) Remove(collection);
    if (number) collections_[*number] = collection;
  }
  // This program wrote the new segments, which `snapshots` does not have yet:
  // its own writes are told of here, and are no changes.
  Heed(snapshots);
  NoticeUnreadable(collection, snapshot);
  const auto before = snapshots.find(collection);
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    // Others may have made room since: inputs of a merge that are gone.
    if (!segment.stored->keeps_pages) KeepPages(*segment.stored);
    if (before == snapshots.end() ||
        !before->second->Has(segment.stored->number)) {
      segment.stored->checks->Forget();
    }
  }
}

void SegmentWatch::Remove(const std::string& collection) {
  std::erase_if(collections_,
                [&](const auto& entry) { return entry.second == collection; });
}

void SegmentWatch::Heed(const Snapshots& snapshots) {
  if (watch_) {
    watch_->Drain([&](int folder, std::string_view file) {
      NoticeWrite(snapshots, folder, file);
    });
  }
  const auto pages = platform::UnreadablePages();
  if (pages == unreadable_pages_) return;
  unreadable_pages_ = pages;
  for (const auto& [collection, snapshot] : snapshots) {
    NoticeUnreadable(collection, *snapshot);
  }
}

// Most files that are written to are new segments, which no snapshot has.
void SegmentWatch::NoticeWrite(const Snapshots& snapshots, int folder,
                               std::string_view file) {
  if (folder == platform::FolderWatch::kLost) return NoticeAll(snapshots);
  const auto collection = collections_.find(folder);
  if (collection == collections_.end()) return;
  const auto snapshot = snapshots.find(collection->second);
  if (snapshot == snapshots.end()) return;
  for (const Snapshot::Segment& segment : snapshot->second->segments()) {
    if (segment.stored->file_name == file) Notice(*segment.stored);
  }
}

// The disk may give the page next time.
void SegmentWatch::NoticeUnreadable(const std::string& collection,
                                    const Snapshot& snapshot) const {
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    const StoredSegment& stored = *segment.stored;
    const std::uint32_t pages = stored.file.unreadable_pages();
    if (pages == stored.unreadable_pages) continue;
    stored.unreadable_pages = pages;
    MapAgain(folder_ / collection, stored);
    Notice(stored);
  }
}

void SegmentWatch::Doubt(const std::string& collection,
                         const Snapshot& snapshot) const {
  const bool is_watched = std::ranges::any_of(
      collections_,
      [&](const auto& entry) { return entry.second == collection; });
  for (const Snapshot::Segment& segment : snapshot.segments()) {
    if (!is_watched || !segment.stored->keeps_pages) {
      segment.stored->checks->Forget();
    }
  }
}

std::uint64_t SegmentWatch::ChangesOf(
    std::span<const Snapshot::Segment> segments) {
  std::uint64_t changes = 0;
  for (const Snapshot::Segment& segment : segments) {
    // Pages of a segment that was merged since are noticed by nobody else.
    changes +=
        segment.stored->changes + segment.stored->file.unreadable_pages();
  }
  return changes;
}

}  // namespace answerbox::daemon
