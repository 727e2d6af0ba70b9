#include "platform/file/directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using ::testing::ElementsAre;
using tests::TemporaryFolder;

TEST(DirectoryTest, MakesAFolderAndThoseAboveItForTheOwnerAlone) {
  const TemporaryFolder folder;
  ASSERT_TRUE(MakeDirectory(folder.path() / "a" / "b" / ""));
  struct stat status {};
  ASSERT_EQ(::stat((folder.path() / "a" / "b").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0700u);
}

TEST(DirectoryTest, AFolderThatIsThereStaysAsItIs) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "x");
  EXPECT_TRUE(MakeDirectory(folder.path()));
  EXPECT_THAT(*ListDirectory(folder.path()), ElementsAre("file"));
}

TEST(DirectoryTest, AFileInTheWayIsAnError) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "x");
  EXPECT_EQ(MakeDirectory(folder.path() / "file").error().code.value(),
            ENOTDIR);
  EXPECT_EQ(MakeDirectory(folder.path() / "file" / "a").error().code.value(),
            ENOTDIR);
}

TEST(DirectoryTest, ListsNamesInOrder) {
  const TemporaryFolder folder;
  for (const char* name : {"b", "a", ".c"}) {
    tests::WriteFile(folder.path() / name, "");
  }
  EXPECT_THAT(*ListDirectory(folder.path()), ElementsAre(".c", "a", "b"));
  EXPECT_EQ(ListDirectory(folder.path() / "none").error().code.value(), ENOENT);
}

TEST(DirectoryTest, RemovesATreeButNothingBehindALink) {
  const TemporaryFolder folder;
  ASSERT_TRUE(MakeDirectory(folder.path() / "kept"));
  tests::WriteFile(folder.path() / "kept" / "file", "x");
  ASSERT_TRUE(MakeDirectory(folder.path() / "tree" / "below"));
  tests::WriteFile(folder.path() / "tree" / "below" / "file", "x");
  std::filesystem::create_directory_symlink(folder.path() / "kept",
                                            folder.path() / "tree" / "link");
  ASSERT_TRUE(RemoveTree(folder.path() / "tree"));
  EXPECT_THAT(*ListDirectory(folder.path()), ElementsAre("kept"));
  EXPECT_THAT(*ListDirectory(folder.path() / "kept"), ElementsAre("file"));
}

TEST(DirectoryTest, RemovingWhatIsNotThereSucceeds) {
  const TemporaryFolder folder;
  EXPECT_TRUE(RemoveFile(folder.path() / "none"));
  EXPECT_TRUE(RemoveTree(folder.path() / "none"));
}

TEST(DirectoryTest, GivesAFileASecondName) {
  const tests::TemporaryFolder folder;
  tests::WriteFile(folder.path() / "a", "x");
  ASSERT_TRUE(Link(folder.path() / "a", folder.path() / "b"));
  ASSERT_TRUE(RemoveFile(folder.path() / "a"));
  EXPECT_EQ(tests::ReadFile(folder.path() / "b"), "x");
  tests::WriteFile(folder.path() / "a", "y");
  EXPECT_EQ(Link(folder.path() / "a", folder.path() / "b").error().code,
            std::errc::file_exists);
}

TEST(DirectoryTest, GivesAWholeTreeSecondNamesButFollowsNoLink) {
  const TemporaryFolder folder;
  const auto made = folder.path() / "made";
  ASSERT_TRUE(MakeDirectory(folder.path() / "tree" / "inner"));
  tests::WriteFile(folder.path() / "tree" / "inner" / "file", "x");
  std::filesystem::create_symlink("inner", folder.path() / "tree" / "link");
  ASSERT_TRUE(LinkTree(folder.path() / "tree", made));
  EXPECT_THAT(*ListDirectory(made), ElementsAre("inner"));
  EXPECT_TRUE(std::filesystem::equivalent(
      made / "inner" / "file", folder.path() / "tree" / "inner" / "file"));
  EXPECT_EQ(LinkTree(folder.path() / "tree", made).error().code.value(),
            EEXIST);
}

TEST(DirectoryTest, CopiesAFileAndReplacesNone) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "a", "content");
  ASSERT_TRUE(CopyFile(folder.path() / "a", folder.path() / "b"));
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "b"), 7U);
  EXPECT_EQ(
      CopyFile(folder.path() / "a", folder.path() / "b").error().code.value(),
      EEXIST);
}

TEST(DirectoryTest, TellsWhenAFileWasTouched) {
  using std::chrono::hours;
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  EXPECT_EQ(Touch(file).error().code.value(), ENOENT);
  EXPECT_EQ(LastWritten(file).error().code.value(), ENOENT);
  tests::WriteFile(file, "x");
  std::filesystem::last_write_time(
      file, std::filesystem::file_time_type::clock::now() - hours(24));
  const auto age = [&file] {
    return std::chrono::system_clock::now() - *LastWritten(file);
  };
  EXPECT_GT(age(), hours(23));
  ASSERT_TRUE(Touch(file));
  EXPECT_LT(age(), hours(1));
  EXPECT_GT(age(), -hours(1));
}

TEST(DirectoryTest, RenamesAndSyncs) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "a", "x");
  ASSERT_TRUE(Rename(folder.path() / "a", folder.path() / "b"));
  EXPECT_TRUE(SyncDirectory(folder.path()));
  EXPECT_THAT(*ListDirectory(folder.path()), ElementsAre("b"));
  EXPECT_EQ(Rename(folder.path() / "a", folder.path() / "c").error().path,
            (folder.path() / "a").string());
  EXPECT_FALSE(SyncDirectory(folder.path() / "b"));
}

TEST(DirectoryTest, SetsAsideAnEntryOfAnyKindAndOverwritesNone) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "usage";
  std::filesystem::create_symlink("nowhere", path);
  EXPECT_EQ(SetAside(path).value(), "usage.damaged");
  std::filesystem::create_directories(path / "full");
  EXPECT_EQ(SetAside(path).value(), "usage.damaged.2");
  for (int i = 3; i <= kMaxSetAside; ++i) {
    tests::WriteFile(path, std::to_string(i));
    EXPECT_TRUE(SetAside(path)) << i;
  }
  EXPECT_EQ(tests::ReadFile(folder.path() / "usage.damaged.9"), "9");
  tests::WriteFile(path, "10");
  EXPECT_FALSE(SetAside(path));
  EXPECT_EQ(tests::ReadFile(path), "10");
}

::mode_t ModeOf(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777u;
}

TEST(DirectoryTest, TakesFromOthersWhatTheyMay) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "file";
  tests::WriteFile(file, "x");
  ::chmod(file.c_str(), 0777);
  ASSERT_TRUE(TakeFromOthers(file, TakenRight::kWriting));
  EXPECT_EQ(ModeOf(file), 0755u);
  ASSERT_TRUE(TakeFromOthers(file, TakenRight::kAny));
  EXPECT_EQ(ModeOf(file), 0700u);
}

TEST(DirectoryTest, TakesNothingFromWhatMayNotBeOurs) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "file";
  tests::WriteFile(file, "x");
  ::chmod(file.c_str(), 0644);
  std::filesystem::create_symlink(file, folder.path() / "link");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0644), 0);
  for (const char* const name : {"link", "pipe"}) {
    EXPECT_FALSE(TakeFromOthers(folder.path() / name, TakenRight::kAny));
    EXPECT_EQ(ModeOf(folder.path() / name), 0644u) << name;
  }
}

TEST(DirectoryTest, AFileWithAnotherNameBecomesOneOfItsOwn) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "file";
  const auto other = folder.path() / "other";
  const auto victim = folder.path() / "victim";
  const std::string content(100'000, 'x');
  tests::WriteFile(other, content);
  ::chmod(other.c_str(), 0644);
  std::filesystem::create_hard_link(other, file);
  // What is in the place of the new file is not written to.
  tests::WriteFile(victim, "precious");
  std::filesystem::create_hard_link(victim, folder.path() / "file.new");
  ASSERT_TRUE(TakeFromOthers(file, TakenRight::kAny).value());
  EXPECT_EQ(ModeOf(file), 0600u);
  EXPECT_EQ(tests::ReadFile(file), content);
  EXPECT_EQ(std::filesystem::hard_link_count(file), 1u);
  EXPECT_EQ(ModeOf(other), 0644u);
  EXPECT_EQ(tests::ReadFile(victim), "precious");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "file.new"));
  EXPECT_FALSE(TakeFromOthers(file, TakenRight::kAny).value());
}

}  // namespace
}  // namespace answerbox::platform
