// Workspaces for questions, one for each that runs at once. A workspace is made
// when it is first needed. The most recently used one is taken first, as its
// memory may still be in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/ask/ask.h"

namespace answerbox::daemon {

// Safe to use from any thread.
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

}  // namespace answerbox::daemon
