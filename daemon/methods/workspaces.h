// Workspaces for questions and for gatherings.
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/workspace.h"
#include "engine/gathering/gathering.h"
#include "platform/memory/page_memory.h"

namespace answerbox::daemon {

// Workspaces for questions, one for each that runs at once. A workspace is made
// when it is first needed. The most recently used one is taken first, as its
// memory may still be in the cache. Safe to use from any thread.
class WorkspacePool {
 public:
  explicit WorkspacePool(std::size_t arena_bytes) : arena_bytes_(arena_bytes) {}

  // Gives the workspace back when destroyed. The pool outlives it.
  class Lease {
   public:
    Lease(WorkspacePool& pool, std::unique_ptr<engine::Workspace> workspace)
        : pool_(pool), workspace_(std::move(workspace)) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.TakeBack(std::move(workspace_)); }

    [[nodiscard]] engine::Workspace& workspace() noexcept {
      return *workspace_;
    }

   private:
    WorkspacePool& pool_;
    std::unique_ptr<engine::Workspace> workspace_;
  };

  // Always finds a workspace: the number of question threads bounds how many
  // are needed.
  [[nodiscard]] Lease Acquire() { return {*this, TakeOrMake()}; }

  [[nodiscard]] std::size_t arena_bytes() const noexcept {
    return arena_bytes_;
  }
  // The most arena bytes that any question has needed so far.
  [[nodiscard]] std::size_t high_water_bytes() const {
    const std::lock_guard lock(mutex_);
    return high_water_bytes_;
  }

 private:
  std::unique_ptr<engine::Workspace> TakeOrMake() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<engine::Workspace>(arena_bytes_);
    std::unique_ptr<engine::Workspace> workspace = std::move(idle_.back());
    idle_.pop_back();
    return workspace;
  }

  void TakeBack(std::unique_ptr<engine::Workspace> workspace) {
    const std::lock_guard lock(mutex_);
    high_water_bytes_ =
        std::max(high_water_bytes_, workspace->arena().high_water_mark());
    idle_.push_back(std::move(workspace));
  }

  const std::size_t arena_bytes_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<engine::Workspace>> idle_;
  std::size_t high_water_bytes_ = 0;
};

// Gatherings that run at once. A further one waits on its question thread.
inline constexpr std::size_t kGatheringWorkspaces = 2;

// Bytes that a workspace keeps between two gatherings: enough for most
// contexts.
inline constexpr std::size_t kKeptGatheringBytes = std::size_t{1} << 20;

// A gathering needs far more memory than a question, and is rarer. So there are
// few of these workspaces, and each returns most of its memory to the kernel
// after use. Safe to use from any thread.
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
