#include <gtest/gtest.h>
#include <unistd.h>

#include "platform/file/directory.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

TEST(DirectoryLockTest, TheSecondHolderIsRefusedAndLearnsTheFirst) {
  const TemporaryFolder folder;
  auto first = DirectoryLock::Acquire(folder.path() / "lock");
  ASSERT_TRUE(first);
  auto second = DirectoryLock::Acquire(folder.path() / "lock");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code.value(), EWOULDBLOCK);
  EXPECT_EQ(DirectoryLock::Holder(folder.path() / "lock"), ::getpid());
}

TEST(DirectoryLockTest, IsFreeAgainWhenItsHolderIsGone) {
  const TemporaryFolder folder;
  { ASSERT_TRUE(DirectoryLock::Acquire(folder.path() / "lock")); }
  EXPECT_TRUE(DirectoryLock::Acquire(folder.path() / "lock"));
}

TEST(DirectoryLockTest, ALinkInItsPlaceIsNotFollowed) {
  const TemporaryFolder folder;
  const auto precious = folder.path() / "precious";
  tests::WriteFile(precious, "precious");
  std::filesystem::create_symlink(precious, folder.path() / "lock");
  const auto lock = DirectoryLock::Acquire(folder.path() / "lock");
  ASSERT_FALSE(lock);
  EXPECT_EQ(lock.error().code.value(), ELOOP);
  EXPECT_EQ(tests::ReadFile(precious), "precious");
}

TEST(DirectoryLockTest, AFileThatNamesNobodyHasNoHolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(DirectoryLock::Holder(folder.path() / "lock"), std::nullopt);
  tests::WriteFile(folder.path() / "lock", "");
  EXPECT_EQ(DirectoryLock::Holder(folder.path() / "lock"), std::nullopt);
  tests::WriteFile(folder.path() / "lock", "somebody\n");
  EXPECT_EQ(DirectoryLock::Holder(folder.path() / "lock"), std::nullopt);
}

}  // namespace
}  // namespace answerbox::platform
