#include "daemon/methods/workspaces.h"

namespace answerbox::daemon {

GatheringWorkspaces::Lease::Lease(GatheringWorkspaces& pool)
    : pool_(pool), place_(pool.Take()) {}

GatheringWorkspaces::Lease::~Lease() { pool_.TakeBack(place_); }

engine::Workspace& GatheringWorkspaces::Lease::workspace() noexcept {
  return pool_.places_[place_]->workspace;
}

std::size_t GatheringWorkspaces::high_water_bytes() const {
  const std::lock_guard lock(mutex_);
  return high_water_bytes_;
}

std::size_t GatheringWorkspaces::Take() {
  std::unique_lock lock(mutex_);
  auto found = is_taken_.end();
  is_free_.wait(lock, [&] {
    found = std::ranges::find(is_taken_, false);
    return found != is_taken_.end();
  });
  const auto place = static_cast<std::size_t>(found - is_taken_.begin());
  // This takes twelve megabytes of address space. The kernel provides pages
  // when they are first written, so a box that never gathers uses none.
  if (!places_[place]) places_[place].emplace();
  is_taken_[place] = true;
  return place;
}

void GatheringWorkspaces::TakeBack(std::size_t place) noexcept {
  // The pages go back before another gathering may take the workspace.
  places_[place]->memory.GiveBack(kKeptGatheringBytes);
  {
    const std::lock_guard lock(mutex_);
    high_water_bytes_ = std::max(
        high_water_bytes_, places_[place]->workspace.arena().high_water_mark());
    is_taken_[place] = false;
  }
  is_free_.notify_one();
}

}  // namespace answerbox::daemon
