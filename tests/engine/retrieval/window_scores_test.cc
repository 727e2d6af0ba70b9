#include <gtest/gtest.h>

#include <vector>

#include "engine/retrieval/weighted_list.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

void Add(WindowScores& window, ChunkNumber chunk, std::int32_t raw) {
  window.Touch({&chunk, 1});
  window.by_chunk()[chunk] += Q16::FromRaw(raw);
}

std::vector<std::uint32_t> GroupsWithScores(const WindowScores& window) {
  std::vector<std::uint32_t> groups;
  for (std::uint32_t group = 0; group < window.group_count(); ++group) {
    if (window.HasScores(group)) groups.push_back(group);
  }
  return groups;
}

TEST(WindowScores, AddsUpWhatListsGiveAChunk) {
  TestArena arena;
  WindowScores window(WindowScores::kMostChunks, *arena);
  window.Enter(10'000);
  Add(window, 10'130, 3);
  Add(window, 10'130, 4);
  EXPECT_EQ(window.FirstChunk(1), 10'128u);
  EXPECT_EQ(window.Scores(1)[2].raw(), 7);
  EXPECT_EQ(window.Scores(1)[3].raw(), 0);
}

TEST(WindowScores, RemembersTheGroupsThatWereAddedTo) {
  TestArena arena;
  WindowScores window(WindowScores::kMostChunks, *arena);
  EXPECT_EQ(GroupsWithScores(window), std::vector<std::uint32_t>{});
  for (const ChunkNumber chunk : {0u, 127u, 256u, 4095u}) {
    Add(window, chunk, 1);
  }
  EXPECT_EQ(GroupsWithScores(window), (std::vector<std::uint32_t>{0, 2, 31}));
}

TEST(WindowScores, RemembersAllGroupsFromTheFirstOfManyChunksToTheLast) {
  TestArena arena;
  WindowScores window(WindowScores::kMostChunks, *arena);
  window.Enter(1000);
  std::vector<ChunkNumber> chunks(40, 1000 + 600);
  chunks.front() = 1000 + 200;
  window.Touch(chunks);
  EXPECT_EQ(GroupsWithScores(window), (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(WindowScores, ForgetsAClearedGroupAlone) {
  TestArena arena;
  WindowScores window(WindowScores::kMostChunks, *arena);
  Add(window, 5, 1);
  Add(window, 128, 2);
  window.Clear(0);
  EXPECT_EQ(GroupsWithScores(window), std::vector<std::uint32_t>{1});
  EXPECT_EQ(window.Scores(0)[5].raw(), 0);
  EXPECT_EQ(window.Scores(1)[0].raw(), 2);
}

TEST(WindowScores, TakesTheScoresOfAnother) {
  TestArena arena;
  WindowScores window(256, *arena);
  WindowScores other(256, *arena);
  Add(window, 5, 1);
  Add(other, 5, 2);
  Add(other, 130, 3);
  window.Take(other);
  EXPECT_EQ(window.Scores(0)[5].raw(), 3);
  EXPECT_EQ(window.Scores(1)[2].raw(), 3);
  EXPECT_EQ(GroupsWithScores(window), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(GroupsWithScores(other), std::vector<std::uint32_t>{});
}

TEST(WindowScores, TakesNoMoreGroupsThanItsChunksFill) {
  TestArena arena;
  EXPECT_EQ(WindowScores(1, *arena).group_count(), 1u);
  EXPECT_EQ(WindowScores(128, *arena).group_count(), 1u);
  EXPECT_EQ(WindowScores(129, *arena).group_count(), 2u);
  EXPECT_EQ(WindowScores(0, *arena).group_count(), 0u);
}

}  // namespace
}  // namespace answerbox::engine
