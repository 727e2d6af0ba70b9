#include "client/input/file_contents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::client {
namespace {

TEST(FileContentsTest, ReadsAFileOfTheMostBytesAndNoLargerOne) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "file";
  tests::WriteFile(path, "12345");
  const auto whole = ReadFileContents(path, 5);
  ASSERT_TRUE(whole);
  EXPECT_EQ(*whole, "12345");
  const auto refused = ReadFileContents(path, 4);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message,
              testing::HasSubstr("has more than 4 bytes; split it"));
}

}  // namespace
}  // namespace answerbox::client
