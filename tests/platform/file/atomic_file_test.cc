#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "platform/file/file_writer.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::Bytes;
using tests::ReadFile;
using tests::TemporaryFolder;

TEST(AtomicFileTest, TheTargetChangesWithTheCommitAlone) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "old");
  auto file = AtomicFile::Create(folder.path() / "file");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->Append(Bytes("new")));
  EXPECT_EQ(ReadFile(folder.path() / "file"), "old");
  EXPECT_FALSE(file->replaced());
  ASSERT_TRUE(file->Commit());
  EXPECT_TRUE(file->replaced());
  EXPECT_EQ(ReadFile(folder.path() / "file"), "new");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "file.new"));
}

TEST(AtomicFileTest, WithoutACommitNothingStays) {
  const TemporaryFolder folder;
  {
    auto file = AtomicFile::Create(folder.path() / "file");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->Append(Bytes("new")));
    const AtomicFile moved = std::move(*file);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(AtomicFileTest, ALeftoverTemporaryIsWrittenOver) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file.new", "left by a power cut");
  auto file = AtomicFile::Create(folder.path() / "file");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->Append(Bytes("new")));
  ASSERT_TRUE(file->Commit());
  EXPECT_EQ(ReadFile(folder.path() / "file"), "new");
}

TEST(AtomicFileTest, ATargetThatCannotBeReplacedLeavesNoTemporary) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "file");
  {
    auto file = AtomicFile::Create(folder.path() / "file");
    ASSERT_TRUE(file);
    auto committed = file->Commit();
    ASSERT_FALSE(committed);
    EXPECT_EQ(committed.error().operation, "rename");
    EXPECT_FALSE(file->replaced());
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "file.new"));
}

}  // namespace
}  // namespace answerbox::platform
