#include "daemon/collections/snapshots/asked_segments.h"

#include <memory>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "engine/retrieval/tf_idf_cosine.h"

namespace answerbox::daemon {
namespace {

// Makes zero numbers in the bytes of the mapping.
std::span<std::uint64_t> MakeNorms(const platform::TemporaryMapping& mapping) {
  auto* const first = reinterpret_cast<std::uint64_t*>(mapping.bytes().data());
  const std::size_t count = mapping.bytes().size() / sizeof(std::uint64_t);
  std::uninitialized_value_construct_n(first, count);
  return {first, count};
}

}  // namespace

Result<std::span<const engine::LiveSegment>> AskedSegments::WithNorms(
    std::span<const engine::LiveSegment> live,
    const std::function<std::filesystem::path()>& scratch,
    const std::function<Error(const engine::Error&)>& corrupt) {
  if (!engine::NeedCollectionNorms(live)) return live;
  // Questions come by here each time. From the second one on they take no lock.
  if (is_ready_.load(std::memory_order_acquire)) {
    return std::span<const engine::LiveSegment>(segments_);
  }
  const std::scoped_lock lock(mutex_);
  // Another question has computed them while this one waited.
  if (is_ready_.load(std::memory_order_relaxed)) {
    return std::span<const engine::LiveSegment>(segments_);
  }
  auto mapping = platform::TemporaryMapping::Create(
      scratch(), engine::CollectionNormCount(live) * sizeof(std::uint64_t));
  if (!mapping) return StorageError(mapping.error());
  const auto norms = MakeNorms(*mapping);
  const auto computed = engine::ComputeCollectionNorms(live, norms);
  if (!computed) return corrupt(computed.error());
  // Kept only once they are whole: after an error the next question computes
  // them again.
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
