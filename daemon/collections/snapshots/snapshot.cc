#include "daemon/collections/snapshots/snapshot.h"

#include <algorithm>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::daemon {
namespace {

// Makes numbers of value 0 in the bytes of the mapping.
std::span<std::uint64_t> MakeNorms(const platform::TemporaryMapping& mapping) {
  auto* const first = reinterpret_cast<std::uint64_t*>(mapping.bytes().data());
  const std::size_t count = mapping.bytes().size() / sizeof(std::uint64_t);
  std::uninitialized_value_construct_n(first, count);
  return {first, count};
}

// Never goes below 0: records of a damaged table may add up to more than the
// total.
void Subtract(std::uint64_t& total, std::uint64_t part) {
  total -= std::min(total, part);
}

// Documents are only ever added to a segment's set of removed ones. So a set of
// the same size is the same set, and its share can be reused.
void UpdateShare(Snapshot::Segment& segment) {
  if (segment.share_documents == segment.removed.size()) return;
  segment.share = std::make_shared<const engine::RemovedShare>(
      segment.stored->reader, segment.removed);
  segment.share_documents = segment.removed.size();
}

void Count(const Snapshot::Segment& segment, Snapshot::Totals& totals) {
  const engine::SegmentCounts& counts = segment.stored->reader.counts();
  totals.documents += segment.live_documents();
  totals.chunks += counts.chunks;
  totals.sentences += counts.sentences;
  totals.text_bytes += counts.text_bytes;
  totals.disk_bytes += segment.stored->file.bytes().size();
  if (segment.share == nullptr) return;
  const engine::SegmentCounts& removed = segment.share->counts();
  Subtract(totals.chunks, removed.chunks);
  Subtract(totals.sentences, removed.sentences);
  Subtract(totals.text_bytes, removed.text_bytes);
}

}  // namespace

Snapshot::Snapshot(std::uint64_t number, CollectionSettings settings,
                   std::vector<Segment> segments)
    : number_(number), settings_(settings), segments_(std::move(segments)) {
  // A segment whose documents are all removed has nothing to answer with. The
  // commit removes its file.
  std::erase_if(segments_, [](const Segment& segment) {
    return segment.live_documents() == 0;
  });
  live_.reserve(segments_.size());
  for (Segment& segment : segments_) {
    // The removed documents are read here once, and not in every question.
    UpdateShare(segment);
    live_.push_back(
        {&segment.stored->reader, &segment.removed, segment.share.get()});
    Count(segment, totals_);
  }
}

std::shared_ptr<const engine::DocumentCopies> Snapshot::copies() const {
  const std::scoped_lock lock(copies_mutex_);
  if (copies_ != nullptr) return copies_;
  auto copies = std::make_shared<const engine::DocumentCopies>(live_);
  // What could not be read may be readable next time.
  if (copies->is_whole()) copies_ = copies;
  return copies;
}

void Snapshot::Keep(std::shared_ptr<const void> made) const {
  {
    const std::scoped_lock lock(kept_mutex_);
    kept_.swap(made);
  }
  // The old object is destroyed here, without the lock.
}

bool Snapshot::Has(std::uint64_t segment_number) const noexcept {
  return std::any_of(segments_.begin(), segments_.end(),
                     [&](const Segment& segment) {
                       return segment.stored->number == segment_number;
                     });
}

Result<std::span<const engine::LiveSegment>> AskedSegments::WithNorms(
    std::span<const engine::LiveSegment> live,
    const std::function<std::filesystem::path()>& scratch,
    const std::function<Error(const engine::Error&)>& corrupt) {
  if (!engine::NeedCollectionNorms(live)) return live;
  // Every question calls this. From the second one on, no lock is taken.
  if (is_ready_.load(std::memory_order_acquire)) {
    return std::span<const engine::LiveSegment>(segments_);
  }
  const std::scoped_lock lock(mutex_);
  // Another question has computed the norms while this one waited.
  if (is_ready_.load(std::memory_order_relaxed)) {
    return std::span<const engine::LiveSegment>(segments_);
  }
  auto mapping = platform::TemporaryMapping::Create(
      scratch(), engine::CollectionNormCount(live) * sizeof(std::uint64_t));
  if (!mapping) return StorageError(mapping.error());
  const auto norms = MakeNorms(*mapping);
  const auto computed = engine::ComputeCollectionNorms(live, norms);
  if (!computed) return corrupt(computed.error());
  // The norms are kept only when complete: after an error the next question
  // computes them again.
  norms_ = std::move(*mapping);
  Share(live, norms);
  is_ready_.store(true, std::memory_order_release);
  return std::span<const engine::LiveSegment>(segments_);
}

void AskedSegments::Share(std::span<const engine::LiveSegment> live,
                          std::span<const std::uint64_t> norms) {
  segments_.assign(live.begin(), live.end());
  for (engine::LiveSegment& segment : segments_) {
    const std::size_t chunks = segment.reader->counts().chunks;
    segment.squared_norms = norms.first(chunks);
    norms = norms.subspan(chunks);
  }
}

}  // namespace answerbox::daemon
