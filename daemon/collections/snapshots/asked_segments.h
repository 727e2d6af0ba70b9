// A snapshot's segments as questions take them. In profile paper that needs the
// length of every chunk's vector over the whole collection, which segments
// can't store: they are computed when the first question comes, and kept as
// long as the snapshot, in a file without name.
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
  // `live` with squared norms. The first call takes as long as it takes to read
  // all postings twice, and eight bytes a chunk on the disk; calls meanwhile
  // wait for it. Later ones are free, and after an error the next one tries
  // again. Errors: kStorage; those of the engine by `corrupt`.
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
  std::mutex mutex_;  // Of the rest until is_ready_, which stays as it is then.
  platform::TemporaryMapping norms_;
  std::vector<engine::LiveSegment> segments_;
};

}  // namespace answerbox::daemon
