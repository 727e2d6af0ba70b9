#include "platform/file/appended_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "tests/platform/file/file_size_limit.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::Bytes;
using tests::FileSizeLimit;
using tests::ReadFile;
using tests::TemporaryFolder;

TEST(AppendedFileTest, GrowsByWhatIsAppended) {
  const TemporaryFolder folder;
  auto file = AppendedFile::Create(folder.path() / "log");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->Append(Bytes("one\n")));
  ASSERT_TRUE(file->Append(Bytes("two\n")));
  EXPECT_FALSE(file->is_synced());
  ASSERT_TRUE(file->Sync());
  EXPECT_TRUE(file->is_synced());
  EXPECT_EQ(file->bytes(), 8u);
  EXPECT_EQ(ReadFile(folder.path() / "log"), "one\ntwo\n");
}

TEST(AppendedFileTest, DoesNotTakeAFileThatIsThere) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "log", "one\n");
  const auto file = AppendedFile::Create(folder.path() / "log");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), EEXIST);
}

TEST(AppendedFileTest, GoesOnBehindWhatIsKept) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "log", "one\ntw\0\0");
  auto file = AppendedFile::Open(folder.path() / "log", 4);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->Append(Bytes("2\n")));
  EXPECT_EQ(ReadFile(folder.path() / "log"), "one\n2\n");
}

TEST(AppendedFileTest, OnlyTheOwnerMayReadTheFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(AppendedFile::Create(folder.path() / "log"));
  struct stat status {};
  ASSERT_EQ(::stat((folder.path() / "log").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST(AppendedFileTest, AWriteThatDoesNotFitLeavesTheFileAsItWas) {
  const TemporaryFolder folder;
  auto file = AppendedFile::Create(folder.path() / "log");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->Append(Bytes("one\n")));
  {
    const FileSizeLimit limit(6);
    const auto appended = file->Append(Bytes("two\n"));
    ASSERT_FALSE(appended);
    EXPECT_EQ(appended.error().operation, "write");
    EXPECT_EQ(ReadFile(folder.path() / "log"), "one\n");
    EXPECT_FALSE(file->is_broken());
  }
  ASSERT_TRUE(file->Append(Bytes("three\n")));
  EXPECT_EQ(ReadFile(folder.path() / "log"), "one\nthree\n");
}

}  // namespace
}  // namespace answerbox::platform
