#include "platform/file/mapped_file.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

std::string Text(const MappedFile& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(MappedFileTest, ShowsTheFilesBytes) {
  const TemporaryFolder folder;
  for (const std::size_t size : {1u, 4095u, 4096u, 4097u, 100000u}) {
    const std::string content(size, 'x');
    tests::WriteFile(folder.path() / "file", content);
    auto file = MappedFile::Open(folder.path() / "file");
    ASSERT_TRUE(file);
    EXPECT_EQ(Text(*file), content);
  }
}

TEST(MappedFileTest, AnEmptyFileHasNoBytes) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "");
  auto file = MappedFile::Open(folder.path() / "file");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
  file->Release();
}

TEST(MappedFileTest, AMissingFileIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  auto file = MappedFile::Open(folder.path() / "none");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), ENOENT);
  EXPECT_EQ(file.error().path, (folder.path() / "none").string());
}

TEST(MappedFileTest, AFolderIsNotAFile) {
  const TemporaryFolder folder;
  auto file = MappedFile::Open(folder.path());
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), EISDIR);
}

TEST(MappedFileTest, OutlivesTheFilesRemovalAndTheReleaseOfItsPages) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "still here");
  auto file = MappedFile::Open(folder.path() / "file");
  ASSERT_TRUE(file);
  std::filesystem::remove(folder.path() / "file");
  file->Release();
  EXPECT_EQ(Text(*file), "still here");
}

TEST(MappedFileTest, MovesWithoutUnmapping) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "moved");
  MappedFile second;
  {
    auto first = MappedFile::Open(folder.path() / "file");
    ASSERT_TRUE(first);
    second = std::move(*first);
  }
  EXPECT_EQ(Text(second), "moved");
}

}  // namespace
}  // namespace answerbox::platform
