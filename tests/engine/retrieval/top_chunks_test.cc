#include <gtest/gtest.h>

#include <random>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/scored_chunk.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Chunk = ScoredChunk<FixedArithmetic>;

TEST(TopChunks, KeepsWhatSortingEverythingWouldPutFirst) {
  const std::vector<std::string_view> texts(170, "Red apples.");
  const IndexInMemory index{std::span<const std::string_view>(texts)};
  const LiveSegment segments[] = {index.live(), index.live(), index.live()};
  std::mt19937 random(5);
  std::vector<Chunk> all;
  for (std::uint32_t i = 0; i < 500; ++i) {
    all.push_back({{i % 3, i / 3}, Q16::FromRaw(random() % 40)});
  }
  DocumentOrder order(segments);
  std::ranges::shuffle(all, random);
  for (const std::size_t capacity : {0u, 1u, 7u, 499u, 500u, 600u}) {
    TestArena arena;
    TopChunks<FixedArithmetic> top(capacity, order, *arena);
    for (const Chunk& chunk : all) top.Offer(chunk);
    auto sorted = all;
    std::ranges::sort(sorted, RanksBefore<FixedArithmetic>(order));
    sorted.resize(std::min(capacity, sorted.size()));
    const auto kept = top.Sorted().value();
    ASSERT_EQ(kept.size(), sorted.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
      EXPECT_EQ(kept[i].segment, sorted[i].segment) << capacity << " " << i;
      EXPECT_EQ(kept[i].chunk, sorted[i].chunk) << capacity << " " << i;
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
