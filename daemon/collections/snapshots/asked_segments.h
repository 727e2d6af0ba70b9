// The segments of a snapshot, with the squared norms that profile paper needs:
// the squared length of each chunk's vector over the whole collection. Segments
// can't store these, as they depend on all other documents. They are computed
// for the first question, and kept as long as the snapshot, in a file without a
// name.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "daemon/error.h"
#include "engine/index/reading/live_segment.h"
#include "platform/file/temporary_mapping.h"

namespace answerbox::daemon {

class AskedSegments {
 public:
  // Returns `live` with squared norms. The first call reads all postings twice
  // and takes eight bytes a chunk on the disk. Calls during the first one wait
  // for it; later ones cost nothing. After an error the next call tries again.
  // Errors: kStorage; errors of the engine, as `corrupt` converts them.
  //   live     the same in every call; outlives this
  //   scratch  gives the path of a file that does not exist
  [[nodiscard]] Result<std::span<const engine::LiveSegment>> WithNorms(
      std::span<const engine::LiveSegment> live,
      const std::function<std::filesystem::path()>& scratch,
      const std::function<Error(const engine::Error&)>& corrupt);

 private:
  // Gives each segment its part of the norms.
  void Share(std::span<const engine::LiveSegment> live,
             std::span<const std::uint64_t> norms);

  std::atomic<bool> is_ready_ = false;
  std::mutex mutex_;  // Guards the members below until is_ready_; then they are
                      // constant.
  platform::TemporaryMapping norms_;
  std::vector<engine::LiveSegment> segments_;
};

}  // namespace answerbox::daemon
