#include "platform/file/file_writer.h"

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

TEST(FileWriterTest, WritesWhatIsAppendedWhateverItsSize) {
  const TemporaryFolder folder;
  for (const std::size_t buffer : {0u, 1u, 7u, 8u, 9u, 4096u}) {
    auto writer = FileWriter::Create(folder.path() / "file", buffer);
    ASSERT_TRUE(writer);
    std::string expected;
    for (const std::size_t size : {0u, 1u, 6u, 7u, 8u, 9u, 100u, 1u}) {
      const std::string part(size, static_cast<char>('a' + size % 26));
      ASSERT_TRUE(writer->Append(Bytes(part)));
      expected += part;
    }
    ASSERT_TRUE(writer->Sync());
    EXPECT_EQ(ReadFile(folder.path() / "file"), expected);
    EXPECT_EQ(writer->bytes(), expected.size());
  }
}

TEST(FileWriterTest, FlushShowsTheBytesToOthers) {
  const TemporaryFolder folder;
  auto writer = FileWriter::Create(folder.path() / "file");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->Append(Bytes("text")));
  EXPECT_EQ(ReadFile(folder.path() / "file"), "");
  ASSERT_TRUE(writer->Flush());
  EXPECT_EQ(ReadFile(folder.path() / "file"), "text");
}

TEST(FileWriterTest, EmptiesTheFileThatWasThere) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "older and longer");
  auto writer = FileWriter::Create(folder.path() / "file");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->Append(Bytes("new")));
  ASSERT_TRUE(writer->Flush());
  EXPECT_EQ(ReadFile(folder.path() / "file"), "new");
}

TEST(FileWriterTest, OnlyTheOwnerMayReadTheFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(FileWriter::Create(folder.path() / "file"));
  struct stat status {};
  ASSERT_EQ(::stat((folder.path() / "file").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST(FileWriterTest, AWriteThatFailsIsAnErrorThatNamesTheFile) {
  const TemporaryFolder folder;
  const FileSizeLimit limit(0);
  auto writer = FileWriter::Create(folder.path() / "file");
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->Append(Bytes("text")));
  auto flushed = writer->Flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().code.value(), EFBIG);
  EXPECT_EQ(flushed.error().Describe(),
            "write " + (folder.path() / "file").string() + ": File too large");
}

TEST(FileWriterTest, KeepsItsFirstError) {
  const TemporaryFolder folder;
  const FileSizeLimit limit(0);
  auto writer = FileWriter::Create(folder.path() / "file", 0);
  ASSERT_TRUE(writer);
  ASSERT_FALSE(writer->Append(Bytes("text")));
  errno = EIO;
  EXPECT_EQ(writer->Append(Bytes("")).error().code.value(), EFBIG);
  EXPECT_EQ(writer->Flush().error().code.value(), EFBIG);
  EXPECT_EQ(writer->Sync().error().code.value(), EFBIG);
  ASSERT_TRUE(writer->error());
}

TEST(FileWriterTest, AFolderThatIsMissingIsAnError) {
  const TemporaryFolder folder;
  auto writer = FileWriter::Create(folder.path() / "none" / "file");
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().operation, "open");
}

}  // namespace
}  // namespace answerbox::platform
