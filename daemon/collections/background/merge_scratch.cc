#include "daemon/collections/background/merge_scratch.h"

#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {

engine::Result<std::span<std::byte>> MergeScratch::Take(std::uint64_t bytes) {
  auto mapping = platform::TemporaryMapping::Create(path_, bytes);
  if (!mapping) {
    error_ = StorageError(mapping.error());
    return engine::Error{engine::ErrorCode::kSinkFailed, engine::kScratchField,
                         bytes};
  }
  mappings_.push_back(std::move(*mapping));
  return mappings_.back().bytes();
}

void MergeScratch::Release() const noexcept {
  for (const platform::TemporaryMapping& mapping : mappings_) {
    mapping.Release();
  }
}

}  // namespace answerbox::daemon
