#include "platform/service/account_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

TEST(AccountFiles, AGroupHasANumberAndMembers) {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "group";
  tests::WriteFile(file, "root:x:0:\n# odd\nask:x:7:alice,bob\n");
  const auto named = GroupNamed(file, "ask");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->number, 7u);
  EXPECT_THAT(named->members, testing::ElementsAre("alice", "bob"));
  const auto numbered = GroupNumbered(file, 0);
  ASSERT_TRUE(numbered);
  EXPECT_EQ(numbered->name, "root");
  EXPECT_FALSE(GroupNamed(file, "as"));
  EXPECT_FALSE(GroupNumbered(file, 8));
  EXPECT_FALSE(GroupNamed(folder.path() / "missing", "ask"));
}

TEST(AccountFiles, AUserIsFoundByTheWholeName) {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "passwd";
  tests::WriteFile(file, "alice:x:1000:1000::/home/alice:/bin/sh\n");
  EXPECT_EQ(UserNumber(file, "alice"), 1000u);
  EXPECT_FALSE(UserNumber(file, "ali"));
  EXPECT_FALSE(UserNumber(file, ""));
  EXPECT_FALSE(UserNumber(folder.path() / "missing", "alice"));
}

TEST(OwnAddresses, AreNeitherLoopbackNorOfOneLink) {
  for (const std::string& address : OwnAddresses()) {
    EXPECT_FALSE(address.starts_with("127.")) << address;
    EXPECT_FALSE(address.starts_with("fe80:")) << address;
    EXPECT_NE(address, "::1");
  }
}

}  // namespace
}  // namespace answerbox::platform
