#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "platform/file/directory.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;
using Seen = std::set<std::pair<int, std::string>>;

Seen Drain(FolderWatch& watch) {
  Seen seen;
  watch.Drain(
      [&](int folder, std::string_view file) { seen.emplace(folder, file); });
  return seen;
}

void Overwrite(const std::filesystem::path& path) {
  std::fstream(path, std::ios::in | std::ios::out) << 'y';
}

TEST(FolderWatchTest, TellsWhichFileWasWrittenTo) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "a", "xx");
  tests::WriteFile(folder.path() / "b", "xx");
  auto watch = FolderWatch::Open();
  ASSERT_TRUE(watch);
  const auto number = watch->Add(folder.path());
  ASSERT_TRUE(number);
  EXPECT_EQ(watch->Add(folder.path()).value(), *number);
  EXPECT_EQ(Drain(*watch), Seen());
  Overwrite(folder.path() / "a");
  EXPECT_EQ(Drain(*watch), Seen({{*number, "a"}}));
  EXPECT_EQ(Drain(*watch), Seen());
  std::filesystem::resize_file(folder.path() / "b", 1);
  EXPECT_EQ(Drain(*watch), Seen({{*number, "b"}}));
}

TEST(FolderWatchTest, FollowsAFolderThatIsRenamed) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "old");
  tests::WriteFile(folder.path() / "old" / "a", "x");
  auto watch = FolderWatch::Open();
  ASSERT_TRUE(watch);
  const int number = watch->Add(folder.path() / "old").value();
  std::filesystem::rename(folder.path() / "old", folder.path() / "new");
  Overwrite(folder.path() / "new" / "a");
  EXPECT_EQ(Drain(*watch), Seen({{number, "a"}}));
  EXPECT_EQ(watch->Add(folder.path() / "new").value(), number);
}

TEST(FolderWatchTest, DoesNotTellOfRemovals) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "a", "x");
  auto watch = FolderWatch::Open();
  ASSERT_TRUE(watch);
  ASSERT_TRUE(watch->Add(folder.path()));
  std::filesystem::remove(folder.path() / "a");
  EXPECT_EQ(Drain(*watch), Seen());
}

TEST(FolderWatchTest, TellsThatItLostCount) {
  const TemporaryFolder folder;
  std::size_t most = 0;
  std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
  ASSERT_GT(most, 0u);
  tests::WriteFile(folder.path() / "a", "x");
  tests::WriteFile(folder.path() / "b", "x");
  auto watch = FolderWatch::Open();
  ASSERT_TRUE(watch);
  ASSERT_TRUE(watch->Add(folder.path()));
  // The kernel joins events of one file that follow each other.
  for (std::size_t i = 0; i <= most / 2 + 1; ++i) {
    std::filesystem::resize_file(folder.path() / "a", i % 2);
    std::filesystem::resize_file(folder.path() / "b", i % 2);
  }
  EXPECT_TRUE(Drain(*watch).contains({FolderWatch::kLost, ""}));
}

TEST(FolderWatchTest, NamesAFolderThatIsMissing) {
  const TemporaryFolder folder;
  auto watch = FolderWatch::Open();
  ASSERT_TRUE(watch);
  const auto number = watch->Add(folder.path() / "none");
  ASSERT_FALSE(number);
  EXPECT_EQ(number.error().path, (folder.path() / "none").string());
}

}  // namespace
}  // namespace answerbox::platform
