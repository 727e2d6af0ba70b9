// A disk that fails: the change fails, acknowledged changes stay, and the store
// works again when the disk does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "platform/file/directory.h"
#include "tests/daemon/collections/small_disk.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::SmallDisk;
using tests::TemporaryFolder;

std::string LargeText(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    text += "Sentence number " + std::to_string(i) + " is here. ";
  }
  return text;
}

// Limits the size of each file of this process to `bytes`.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

class StoreStorageTest : public ::testing::Test {
 protected:
  // Expects only "a": on disk, in memory, and after a restart.
  static void ExpectOnlyA(StoreDriver& store,
                          const std::filesystem::path& state) {
    EXPECT_THAT(store.Names(), ElementsAre("a"));
    EXPECT_THAT(*platform::ListDirectory(state / "collections" / "c"),
                ElementsAre("2.segment", "manifest"));
    EXPECT_TRUE(std::filesystem::is_empty(state / "incoming"));
    EXPECT_EQ(store.Pin()->number(), 1u);
    store.Restart();
    EXPECT_THAT(store.Names(), ElementsAre("a"));
  }

  TemporaryFolder folder_;
};

TEST_F(StoreStorageTest, AFileThatMayNotGrowFailsTheChangeAlone) {
  StoreDriver store(folder_);
  ASSERT_TRUE(store.Add("a"));
  {
    const FileSizeLimit limit(16 << 10);
    auto added = store.Add("b", LargeText(100'000));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind, ErrorKind::kStorage);
    EXPECT_THAT(added.error().message, HasSubstr("file size limit"));
    EXPECT_THAT(added.error().message, HasSubstr(".segment"));
  }
  ExpectOnlyA(store, folder_.path() / "state");
  EXPECT_TRUE(store.Add("b", LargeText(100'000)));
}

TEST_F(StoreStorageTest, ASpoolThatMayNotGrowFailsItsUpload) {
  StoreDriver store(folder_);
  ASSERT_TRUE(store.Add("a"));
  {
    const FileSizeLimit limit(16 << 10);
    auto added = store.Add("b", LargeText(300'000));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().kind, ErrorKind::kStorage);
    EXPECT_THAT(added.error().message, HasSubstr("incoming"));
  }
  ExpectOnlyA(store, folder_.path() / "state");
}

TEST_F(StoreStorageTest, AManifestThatCannotBeWrittenChangesNothing) {
  StoreDriver store(folder_);
  ASSERT_TRUE(store.Add("a"));
  {
    const FileSizeLimit limit(16);
    EXPECT_EQ(store.Remove("a").error().kind, ErrorKind::kStorage);
    EXPECT_EQ(store.SetTheta("c", 0.5).error().kind, ErrorKind::kStorage);
    EXPECT_EQ(store.Create("d").error().kind, ErrorKind::kStorage);
  }
  EXPECT_EQ(store.Pin("d"), nullptr);
  EXPECT_THAT(*platform::ListDirectory(folder_.path() / "state/collections"),
              ElementsAre("c"));
  ExpectOnlyA(store, folder_.path() / "state");
  EXPECT_TRUE(store.Remove("a"));
}

TEST_F(StoreStorageTest, AFullDiskFailsTheChangeUntilThereIsRoom) {
  const SmallDisk disk(folder_.path() / "disk", "512k");
  if (!disk.mounted()) GTEST_SKIP() << "may not mount here";
  StoreDriver store(StoreOptions{.state_dir = disk.path() / "state"});
  ASSERT_TRUE(store.Add("a"));
  tests::WriteFile(disk.path() / "ballast", std::string(300'000, 'x'));
  auto added = store.Add("b", LargeText(150'000));
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(added.error().message, HasSubstr("make room"));
  ExpectOnlyA(store, disk.path() / "state");
  std::filesystem::remove(disk.path() / "ballast");
  EXPECT_TRUE(store.Add("b", LargeText(150'000)));
  EXPECT_THAT(store.Names(), ElementsAre("a", "b"));
}

TEST_F(StoreStorageTest, AReadOnlyDiskAnswersButTakesNothing) {
  const SmallDisk disk(folder_.path() / "disk", "512k");
  if (!disk.mounted()) GTEST_SKIP() << "may not mount here";
  StoreDriver store(StoreOptions{.state_dir = disk.path() / "state"});
  ASSERT_TRUE(store.Add("a"));
  ASSERT_TRUE(disk.SetReadOnly(true));
  auto added = store.Add("b");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(added.error().message, HasSubstr("read-only"));
  EXPECT_EQ(store.Drop("c").error().kind, ErrorKind::kStorage);
  EXPECT_EQ(store.Text("a"), TextOf("a"));
  ASSERT_TRUE(disk.SetReadOnly(false));
  EXPECT_TRUE(store.Add("b"));
}

TEST_F(StoreStorageTest, AReadOnlyStateDirectoryIsRefusedAtStart) {
  const SmallDisk disk(folder_.path() / "disk", "512k");
  if (!disk.mounted() || !disk.SetReadOnly(true)) {
    GTEST_SKIP() << "may not mount here";
  }
  auto opened = CollectionStore::Open({.state_dir = disk.path() / "state"});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(opened.error().message, HasSubstr("read-only"));
}

}  // namespace
}  // namespace answerbox::daemon
