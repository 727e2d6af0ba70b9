#include "client/setup/file_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

mode_t RightsOf(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

class FileChanges : public testing::Test {
 protected:
  ScratchFolder folder_;
};

TEST_F(FileChanges, AFileAndItsRightsComeBack) {
  const auto path = folder_.Write("etc/options", "before");
  std::filesystem::permissions(path, std::filesystem::perms{0604});
  const auto saved = SaveFile(path);
  ASSERT_TRUE(saved);
  ASSERT_TRUE(ReplaceFile(path, "after", FileRights{.mode = 0640}));
  EXPECT_EQ(tests::ReadFile(path), "after");
  EXPECT_EQ(RightsOf(path), 0640u);
  EXPECT_TRUE(PutBack(*saved));
  EXPECT_EQ(tests::ReadFile(path), "before");
  EXPECT_EQ(RightsOf(path), 0604u);
}

TEST_F(FileChanges, WhatWasNotThereGoesAgain) {
  const auto path = folder_.path() / "etc/drop-ins/x.conf";
  const auto saved = SaveFile(path);
  ASSERT_TRUE(saved);
  ASSERT_TRUE(ReplaceFile(path, "new", FileRights{}));
  EXPECT_EQ(RightsOf(path.parent_path()), 0755u);
  EXPECT_TRUE(PutBack(*saved));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(FileChanges, AFailureNamesTheFileAndLeavesNothing) {
  folder_.Write("etc", "a file in place of a folder");
  const auto done =
      ReplaceFile(folder_.path() / "etc/options", "new", FileRights{});
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("etc"));
}

}  // namespace
}  // namespace answerbox::client
