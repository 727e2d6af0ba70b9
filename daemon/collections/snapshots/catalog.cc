#include "daemon/collections/snapshots/catalog.h"

#include <algorithm>
#include <charconv>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/page_files.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

void NoticeDamage(const StoredSegment& segment) {
  segment.checks->Forget();
  ++segment.changes;
}

void NoticeAll(const SegmentWatch::Snapshots& snapshots) {
  for (const auto& [collection, snapshot] : snapshots) {
    for (const Snapshot::Segment& segment : snapshot->segments()) {
      NoticeDamage(*segment.stored);
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
    if (segment.stored->file_name == file) NoticeDamage(*segment.stored);
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
    NoticeDamage(stored);
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

std::shared_ptr<const Snapshot> Catalog::Pin(
    std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  watch_.Heed(snapshots_);
  const auto found = snapshots_.find(collection);
  if (found == snapshots_.end()) return nullptr;
  watch_.Doubt(found->first, *found->second);
  return found->second;
}

std::uint64_t Catalog::ChangesOf(
    std::span<const Snapshot::Segment> segments) const {
  const std::lock_guard lock(mutex_);
  return SegmentWatch::ChangesOf(segments);
}

bool Catalog::IsUnchangedSince(std::span<const Snapshot::Segment> segments,
                               std::uint64_t changes) const {
  const std::lock_guard lock(mutex_);
  watch_.Heed(snapshots_);
  return SegmentWatch::ChangesOf(segments) == changes;
}

Catalog::Snapshots Catalog::All() const {
  const std::lock_guard lock(mutex_);
  // This copies pointers; a snapshot is never copied.
  return snapshots_;
}

std::size_t Catalog::size() const {
  const std::lock_guard lock(mutex_);
  return snapshots_.size() + outages_.size();
}

void Catalog::Publish(const std::string& collection,
                      std::shared_ptr<const Snapshot> snapshot) {
  if (before_documents_ && snapshot->document_count() != 0) {
    before_documents_();
  }
  const std::lock_guard lock(mutex_);
  watch_.Add(collection, *snapshot, snapshots_);
  // The old snapshot is destroyed outside of the lock, because that may unmap
  // files.
  snapshots_[collection].swap(snapshot);
  outages_.erase(collection);
  expected_.erase(collection);
}

void Catalog::Erase(const std::string& collection) {
  std::shared_ptr<const Snapshot> last;
  const std::lock_guard lock(mutex_);
  dropped_ = std::max(dropped_, NumberOf(collection));
  if (const auto mark = removal_marks_[collection].lock()) *mark = true;
  removal_marks_.erase(collection);
  outages_.erase(collection);
  expected_.erase(collection);
  const auto found = snapshots_.find(collection);
  if (found == snapshots_.end()) return;
  watch_.Remove(collection);
  // `last` is declared before the lock, so that it is destroyed after it.
  last = std::move(found->second);
  snapshots_.erase(found);
}

void Catalog::TakeOut(const std::string& collection, Error why) {
  const std::lock_guard lock(mutex_);
  outages_.insert_or_assign(collection, std::move(why));
}

Catalog::Outages Catalog::OutOfService() const {
  const std::lock_guard lock(mutex_);
  return outages_;
}

bool Catalog::IsOutOfService(std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  return outages_.contains(collection);
}

Error Catalog::Absence(std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  const auto found = outages_.find(collection);
  return found == outages_.end() ? NoSuchCollection(collection) : found->second;
}

void Catalog::Expect(const std::string& collection, std::uint64_t newest) {
  const std::lock_guard lock(mutex_);
  expected_.insert_or_assign(collection, newest);
  if (!outages_.contains(collection)) dropped_ = std::max(dropped_, newest);
}

std::vector<std::string> Catalog::Missing() const {
  std::vector<std::string> missing;
  const std::lock_guard lock(mutex_);
  for (const auto& [name, newest] : expected_) {
    if (!outages_.contains(name)) missing.push_back(name);
  }
  return missing;
}

bool Catalog::IsMissing(const std::string& collection) const {
  const std::lock_guard lock(mutex_);
  return expected_.contains(collection) && !outages_.contains(collection);
}

std::uint64_t Catalog::NumberOf(std::string_view collection) const {
  const auto served = snapshots_.find(collection);
  if (served != snapshots_.end()) return served->second->number();
  const auto expected = expected_.find(collection);
  return expected == expected_.end() ? dropped_ : expected->second;
}

std::uint64_t Catalog::NewestOf(std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  return NumberOf(collection);
}

std::uint64_t Catalog::ExpectedOf(std::string_view collection) const {
  const std::lock_guard lock(mutex_);
  const auto found = expected_.find(collection);
  if (found != expected_.end()) return found->second;
  return outages_.contains(collection) ? dropped_ + 1 : 0;
}

KnownState::Snapshots Catalog::Newest() const {
  const std::lock_guard lock(mutex_);
  KnownState::Snapshots newest;
  for (const auto& [name, snapshot] : snapshots_) {
    newest.emplace(name, snapshot->number());
  }
  for (const auto& one : expected_) {
    if (newest.size() >= kMaxKnownCollections) break;
    newest.insert(one);
  }
  return newest;
}

std::uint64_t Catalog::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

void Catalog::RaiseDropped(std::uint64_t snapshot) {
  const std::lock_guard lock(mutex_);
  dropped_ = std::max(dropped_, snapshot);
}

std::shared_ptr<const bool> Catalog::MarkRemovalOf(
    const std::string& collection) {
  const std::lock_guard lock(mutex_);
  std::erase_if(removal_marks_,
                [](const auto& one) { return one.second.expired(); });
  auto mark = removal_marks_[collection].lock();
  if (!mark) {
    mark = std::make_shared<bool>(false);
    removal_marks_[collection] = mark;
  }
  return mark;
}

void Catalog::NoteRead(std::uint64_t number, const Result<void>& read) {
  if (!read && !IsLoss(read.error())) return;
  const std::lock_guard lock(mutex_);
  if (read) {
    damage_.erase(number);
  } else {
    damage_.insert_or_assign(number, read.error().message);
  }
}

void Catalog::NoteDamage(const Error& error) {
  if (error.kind != ErrorKind::kCorrupt) return;
  const std::string name = std::filesystem::path(error.subject).filename();
  std::uint64_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  if (number != 0) NoteRead(number, error);
}

std::vector<std::string> Catalog::Damaged() const {
  std::vector<std::string> damaged;
  const std::lock_guard lock(mutex_);
  for (const auto& [number, damage] : damage_) {
    const auto holds = [number = number](const auto& entry) {
      const Snapshot& snapshot = *entry.second;
      const CollectionSettings& settings = snapshot.settings();
      return snapshot.Has(number) || HasPages(settings.pages.get(), number) ||
             (settings.synonyms && settings.synonyms->entry.number == number);
    };
    if (std::ranges::any_of(snapshots_, holds)) damaged.push_back(damage);
  }
  return damaged;
}

void Catalog::RaiseSegmentNumber(std::uint64_t used) noexcept {
  std::uint64_t next = next_segment_number_;
  while (next <= used &&
         !next_segment_number_.compare_exchange_weak(next, used + 1)) {
  }
}

}  // namespace answerbox::daemon
