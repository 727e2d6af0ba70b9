#include "daemon/collections/changes/spooled_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

class SpooledTextTest : public ::testing::Test {
 protected:
  std::filesystem::path File() const { return folder_.path() / "1.upload"; }

  tests::TemporaryFolder folder_;
  std::shared_ptr<HeldBytes> budget_ = std::make_shared<HeldBytes>(1 << 20);
};

TEST_F(SpooledTextTest, HoldsAShortTextInMemory) {
  SpooledText text(File(), budget_);
  const std::string half(kMaxHeldTextBytes / 2, 'x');
  ASSERT_TRUE(text.Append(half));
  ASSERT_TRUE(text.Append(half));
  EXPECT_FALSE(text.in_file());
  EXPECT_EQ(budget_->held(), kMaxHeldTextBytes);
  EXPECT_EQ(*text.Read(), half + half);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(SpooledTextTest, MovesToAFileWithTheByteThatIsTooMany) {
  SpooledText text(File(), budget_);
  const std::string most(kMaxHeldTextBytes, 'x');
  ASSERT_TRUE(text.Append(most));
  ASSERT_TRUE(text.Append("y"));
  EXPECT_TRUE(text.in_file());
  EXPECT_EQ(budget_->held(), 0u);
  EXPECT_EQ(*text.Read(), most + "y");
  EXPECT_EQ(text.bytes(), most.size() + 1);
}

TEST_F(SpooledTextTest, GoesToAFileWhenTheBudgetIsSpent) {
  ASSERT_TRUE(budget_->Take((1 << 20) - 3));
  SpooledText text(File(), budget_);
  ASSERT_TRUE(text.Append("abc"));
  EXPECT_FALSE(text.in_file());
  ASSERT_TRUE(text.Append("d"));
  EXPECT_TRUE(text.in_file());
  EXPECT_EQ(*text.Read(), "abcd");
  // The part of the budget that others hold stays theirs.
  EXPECT_EQ(budget_->held(), (1u << 20) - 3);
}

TEST_F(SpooledTextTest, TheBudgetBearsRoomThatIsNotUsedYet) {
  SpooledText text(File(), budget_);
  ASSERT_TRUE(text.Append(std::string(1000, 'x')));
  EXPECT_EQ(budget_->held(), 1000u);
  ASSERT_TRUE(text.Append("y"));
  EXPECT_EQ(budget_->held(), 2000u);
  ASSERT_TRUE(text.Append(std::string(999, 'z')));
  EXPECT_EQ(budget_->held(), 2000u);
  EXPECT_EQ(*text.Read(), std::string(1000, 'x') + "y" + std::string(999, 'z'));
}

TEST_F(SpooledTextTest, TakesNoMoreRoomThanIsLeft) {
  ASSERT_TRUE(budget_->Take((1 << 20) - 250));
  SpooledText text(File(), budget_);
  ASSERT_TRUE(text.Append(std::string(100, 'x')));
  // Doubling the buffer would need room for twice as much beside the old
  // buffer, and there is none.
  ASSERT_TRUE(text.Append(std::string(30, 'y')));
  EXPECT_FALSE(text.in_file());
  EXPECT_EQ(budget_->held(), (1u << 20) - 120);
}

TEST_F(SpooledTextTest, LeavesNeitherFileNorBudgetBehind) {
  for (const std::size_t size : {std::size_t{3}, kMaxHeldTextBytes + 1}) {
    {
      SpooledText text(File(), budget_);
      ASSERT_TRUE(text.Append(std::string(size, 'x')));
      ASSERT_TRUE(text.Read());
    }
    EXPECT_EQ(budget_->held(), 0u);
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  }
}

TEST_F(SpooledTextTest, AnEmptyTextIsEmpty) {
  SpooledText text(File(), budget_);
  EXPECT_EQ(*text.Read(), "");
}

TEST_F(SpooledTextTest, AFolderThatIsMissingIsAnError) {
  SpooledText text(folder_.path() / "none" / "1.upload", budget_);
  EXPECT_FALSE(text.Append(std::string(kMaxHeldTextBytes + 1, 'x')));
}

TEST(HeldBytesTest, GivesTextHalfOfItAtMost) {
  HeldBytes budget(10);
  EXPECT_FALSE(budget.TakeForText(6));
  EXPECT_TRUE(budget.TakeForText(5));
  EXPECT_FALSE(budget.TakeForText(1));
  EXPECT_TRUE(budget.Take(5));
  budget.ReturnFromText(2);
  EXPECT_EQ(budget.held(), 8u);
  EXPECT_TRUE(budget.Take(2));
  EXPECT_FALSE(budget.TakeForText(1));
}

TEST(HeldBytesTest, GivesItsLimitAndNoMore) {
  HeldBytes budget(10);
  EXPECT_TRUE(budget.Take(10));
  EXPECT_TRUE(budget.Take(0));
  EXPECT_FALSE(budget.Take(1));
  budget.Return(4);
  EXPECT_FALSE(budget.Take(5));
  EXPECT_TRUE(budget.Take(4));
}

}  // namespace
}  // namespace answerbox::daemon
