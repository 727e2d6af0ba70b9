#include "engine/numeric/number_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace answerbox::engine {
namespace {

class NumberTableTest : public testing::Test {
 private:
  std::vector<std::byte> storage_ =
      std::vector<std::byte>(std::size_t{1} << 20);

 protected:
  Arena arena_{storage_};
};

TEST_F(NumberTableTest, FindsWhatWasInsertedWhileItGrows) {
  NumberTable table(1, arena_);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    EXPECT_FALSE(table.Find(std::uint64_t{i} << 32 | 7));
    table.Insert(std::uint64_t{i} << 32 | 7, i);
  }
  for (std::uint32_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(table.Find(std::uint64_t{i} << 32 | 7), i);
  }
  EXPECT_FALSE(table.Find(8));
  EXPECT_EQ(table.size(), 5000u);
}

TEST_F(NumberTableTest, NumbersKeysInTheOrderInWhichTheyCome) {
  NumberTable table(1, arena_);
  EXPECT_EQ(table.NumberOf(TextKey("fridge")), 0u);
  EXPECT_EQ(table.NumberOf(TextKey("vaccine")), 1u);
  EXPECT_EQ(table.NumberOf(TextKey("fridge")), 0u);
  for (std::uint32_t i = 2; i < 1000; ++i) EXPECT_EQ(table.NumberOf(i), i);
  EXPECT_EQ(table.NumberOf(TextKey("vaccine")), 1u);
  EXPECT_EQ(table.size(), 1000u);
}

}  // namespace
}  // namespace answerbox::engine
