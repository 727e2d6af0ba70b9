#include "daemon/collections/background/scrubber.h"

#include <algorithm>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

constexpr std::chrono::hours kRestAfterStart{1};

}  // namespace

Scrubber::Scrubber(Catalog& catalog, const StateDirectory& directory,
                   std::chrono::seconds every, std::chrono::milliseconds pause)
    : catalog_(catalog), directory_(directory), every_(every), pause_(pause) {
  if (every_ > std::chrono::seconds(0)) {
    next_ =
        Clock::now() + std::min<std::chrono::seconds>(every_, kRestAfterStart);
  }
}

void Scrubber::Begin() {
  began_ = Clock::now();
  for (const auto& [collection, snapshot] : catalog_.All()) {
    for (const Snapshot::Segment& segment : snapshot->segments()) {
      to_read_.push_back({collection, segment.stored->number});
    }
    if (!snapshot->settings().pages) continue;
    for (const auto& [document, entry] : *snapshot->settings().pages) {
      to_read_.push_back({collection, entry.number, false});
    }
  }
  std::ranges::reverse(to_read_);
}

Result<bool> Scrubber::ReadPieceOf(const Place& place) {
  const auto snapshot = catalog_.Pin(place.collection);
  // What was merged or dropped since has no file any more.
  if (!snapshot) return false;
  return place.is_segment ? ReadSegmentPiece(place, *snapshot)
                          : ReadPicturesPiece(place, *snapshot);
}

Result<bool> Scrubber::ReadSegmentPiece(const Place& place,
                                        const Snapshot& snapshot) {
  const auto found = std::ranges::find_if(
      snapshot.segments(), [&](const Snapshot::Segment& segment) {
        return segment.stored->number == place.number;
      });
  if (found == snapshot.segments().end()) return false;
  const auto folder = directory_.CollectionFolder(place.collection);
  if (!reading_) reading_.emplace(folder);
  auto is_more = reading_->ReadPiece(*found->stored);
  if (is_more) return is_more;
  const auto now = catalog_.Pin(place.collection);
  if (!now || !now->Has(place.number)) return false;
  return InFolder(folder, is_more.error());
}

Result<bool> Scrubber::ReadPicturesPiece(const Place& place,
                                         const Snapshot& snapshot) {
  const PageFiles* const files = snapshot.settings().pages.get();
  if (!HasPages(files, place.number)) return false;
  const PagesEntry& entry =
      std::ranges::find(*files, place.number, [](const auto& each) {
        return each.second.number;
      })->second;
  if (!reading_pages_) {
    reading_pages_.emplace(directory_.CollectionFolder(place.collection) /
                           entry.file_name());
  }
  auto is_more = reading_pages_->ReadPiece(entry);
  if (is_more) return is_more;
  const auto now = catalog_.Pin(place.collection);
  if (!now || !HasPages(now->settings().pages.get(), place.number)) {
    return false;
  }
  return is_more;
}

Result<void> Scrubber::ReadPiece() {
  if (to_read_.empty()) Begin();
  next_ = Clock::now() + pause_;
  if (!to_read_.empty()) {
    const auto is_more = ReadPieceOf(to_read_.back());
    if (is_more && *is_more) return {};
    const std::uint64_t number = to_read_.back().number;
    reading_.reset();
    reading_pages_.reset();
    to_read_.pop_back();
    if (to_read_.empty()) next_ = std::max(*next_, began_ + every_);
    catalog_.NoteRead(number, is_more ? Result<void>() : is_more.error());
    if (!is_more) {
      return told_.insert(number).second ? is_more.error() : Result<void>();
    }
    told_.erase(number);
    return {};
  }
  next_ = began_ + every_;
  return {};
}

}  // namespace answerbox::daemon
