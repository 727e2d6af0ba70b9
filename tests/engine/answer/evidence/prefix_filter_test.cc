#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "engine/answer/evidence/soft_matches.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class PrefixFilterTest : public testing::TestWithParam<std::size_t> {};

TEST_P(PrefixFilterTest, HasWhatWasAddedAndFewOthers) {
  std::mt19937_64 random(GetParam());
  TestArena arena;
  PrefixFilter filter(GetParam(), *arena);
  std::vector<std::uint64_t> added(GetParam());
  for (std::uint64_t& number : added) filter.Add(number = random());
  for (const std::uint64_t number : added) {
    EXPECT_TRUE(filter.MayHave(number)) << number;
  }
  constexpr int kOthers = 10'000;
  int seeming = 0;
  for (int i = 0; i < kOthers; ++i) seeming += filter.MayHave(random()) ? 1 : 0;
  EXPECT_LE(seeming, kOthers * 3 / 100);
}

INSTANTIATE_TEST_SUITE_P(Numbers, PrefixFilterTest,
                         testing::Values(0, 1, 2, 63, 64, 1000, 4096));

}  // namespace
}  // namespace answerbox::engine
