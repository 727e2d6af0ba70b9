#include "engine/index/format/scratch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

TEST(HeapScratch, RefusesMoreThanAnAddressCanReach) {
  constexpr std::uint64_t kHalf = std::numeric_limits<std::size_t>::max() / 2;
  HeapScratch scratch;
  for (const std::uint64_t bytes : {kHalf + 1, ~std::uint64_t{0}}) {
    const auto taken = scratch.Take(bytes);
    ASSERT_FALSE(taken) << bytes;
    ExpectError(taken.error(), ErrorCode::kSinkFailed, kScratchField, bytes);
  }
  EXPECT_EQ(scratch.memory_bytes(), 0u);
}

TEST(HeapScratch, GivesAPieceAgainOnceItIsNotNeeded) {
  HeapScratch scratch;
  const std::byte* const first = scratch.Take(100)->data();
  EXPECT_NE(scratch.Take(100)->data(), first);
  const std::size_t memory = scratch.memory_bytes();
  scratch.Reuse();
  EXPECT_EQ(scratch.Take(128)->data(), first);
  EXPECT_EQ(scratch.memory_bytes(), memory);
}

}  // namespace
}  // namespace answerbox::engine
