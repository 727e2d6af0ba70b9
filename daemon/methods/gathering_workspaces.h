// Workspaces for gatherings. A gathering needs far more memory than a question,
// and is rarer. So there are few of these workspaces, and each returns most of
// its memory to the kernel after use.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>

#include "engine/ask/workspace.h"
#include "engine/gathering/gathering.h"
#include "platform/memory/page_memory.h"

namespace answerbox::daemon {

// Gatherings that run at once. A further one waits on its question thread.
inline constexpr std::size_t kGatheringWorkspaces = 2;

// Bytes that a workspace keeps between two gatherings: enough for most
// contexts.
inline constexpr std::size_t kKeptGatheringBytes = std::size_t{1} << 20;

// Safe to use from any thread.
class GatheringWorkspaces {
 public:
  // Holds one workspace for as long as this object lives. The content of its
  // arena is invalid afterwards.
  class Lease {
   public:
    // Waits while all are in use. `pool` outlives it. Throws std::bad_alloc if
    // the workspace is made now and there is no memory for it.
    explicit Lease(GatheringWorkspaces& pool);
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease();

    [[nodiscard]] engine::Workspace& workspace() noexcept;

   private:
    GatheringWorkspaces& pool_;
    std::size_t place_;
  };

  // The most arena bytes that any gathering has needed so far.
  [[nodiscard]] std::size_t high_water_bytes() const;

 private:
  struct Place {
    Place() : workspace(memory.bytes()) {}

    platform::PageMemory memory{engine::kGatheringArenaBytes};
    engine::Workspace workspace;
  };

  [[nodiscard]] std::size_t Take();
  void TakeBack(std::size_t place) noexcept;

  mutable std::mutex mutex_;
  std::condition_variable is_free_;
  // Made when they are first needed.
  std::array<std::optional<Place>, kGatheringWorkspaces> places_;
  std::array<bool, kGatheringWorkspaces> is_taken_{};
  std::size_t high_water_bytes_ = 0;
};

}  // namespace answerbox::daemon
