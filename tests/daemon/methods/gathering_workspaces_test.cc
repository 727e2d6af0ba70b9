#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/methods/workspaces.h"

namespace answerbox::daemon {
namespace {

// All of an arena, written to.
std::byte* Fill(engine::Workspace& workspace) {
  engine::Arena& arena = workspace.arena();
  arena.Reset();
  std::pmr::memory_resource& resource = arena;
  void* const memory = resource.allocate(arena.capacity(), 1);
  std::memset(memory, 7, arena.capacity());
  return static_cast<std::byte*>(memory);
}

std::size_t ResidentPages(std::byte* memory, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((bytes + page - 1) / page);
  EXPECT_EQ(::mincore(memory, bytes, pages.data()), 0);
  return static_cast<std::size_t>(std::ranges::count_if(
      pages, [](unsigned char flags) { return (flags & 1) != 0; }));
}

TEST(GatheringWorkspacesTest, GiveBackAllButTheKeptBytesAfterUse) {
  GatheringWorkspaces workspaces;
  std::byte* memory = nullptr;
  {
    GatheringWorkspaces::Lease lease(workspaces);
    EXPECT_EQ(lease.workspace().arena().capacity(),
              engine::kGatheringArenaBytes);
    memory = Fill(lease.workspace());
    EXPECT_GT(ResidentPages(memory, engine::kGatheringArenaBytes), 0u);
  }
  EXPECT_EQ(ResidentPages(memory, engine::kGatheringArenaBytes),
            ResidentPages(memory, kKeptGatheringBytes));
  EXPECT_EQ(ResidentPages(memory + kKeptGatheringBytes,
                          engine::kGatheringArenaBytes - kKeptGatheringBytes),
            0u);
  EXPECT_EQ(workspaces.high_water_bytes(), engine::kGatheringArenaBytes);
}

TEST(GatheringWorkspacesTest, OneAfterTheOtherUsesTheSameMemory) {
  GatheringWorkspaces workspaces;
  engine::Workspace* first = nullptr;
  {
    GatheringWorkspaces::Lease lease(workspaces);
    first = &lease.workspace();
    Fill(*first);
  }
  GatheringWorkspaces::Lease lease(workspaces);
  EXPECT_EQ(&lease.workspace(), first);
  EXPECT_NE(Fill(lease.workspace()), nullptr);
}

TEST(GatheringWorkspacesTest, OneMoreThanThereAreWaits) {
  GatheringWorkspaces workspaces;
  std::optional<GatheringWorkspaces::Lease> first(std::in_place, workspaces);
  std::optional<GatheringWorkspaces::Lease> second(std::in_place, workspaces);
  EXPECT_NE(&first->workspace(), &second->workspace());
  static_assert(kGatheringWorkspaces == 2);
  engine::Workspace* const freed = &first->workspace();
  engine::Workspace* got = nullptr;
  std::thread third([&] {
    GatheringWorkspaces::Lease lease(workspaces);
    got = &lease.workspace();
  });
  first.reset();
  third.join();
  EXPECT_EQ(got, freed);
}

}  // namespace
}  // namespace answerbox::daemon
