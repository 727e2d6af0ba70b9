// Disks and address spaces with too little room.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/collections/small_disk.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::HasSubstr;
using tests::SmallDisk;
using tests::TemporaryFolder;

class StoreRoomTest : public ::testing::Test {
 protected:
  StoreOptions Options(std::uint64_t max_mapped_bytes) const {
    return {.state_dir = folder_.path() / "state",
            .max_mapped_bytes = max_mapped_bytes};
  }

  TemporaryFolder folder_;
};

TEST_F(StoreRoomTest, DocumentsAreRefusedWhenSegmentsTakeAllThatMayBeMapped) {
  // Room for fewer segments than the merge has.
  StoreDriver store(Options(2600));
  int count = 0;
  auto added = store.Add("0");
  for (; added; added = store.Add(std::to_string(count))) ++count;
  EXPECT_GT(count, 3);
  EXPECT_LT(count, 8);
  EXPECT_EQ(added.error().kind, ErrorKind::kLimit);
  EXPECT_THAT(added.error().message, HasSubstr("64-bit"));
  EXPECT_FALSE(store.Add("0", "Replaced."));
  EXPECT_FALSE(store.Add("0", "Text.", "other"));
  EXPECT_EQ(store.Text("0"), TextOf("0"));
  for (int i = 1; i < count; ++i) {
    ASSERT_TRUE(store.Remove(std::to_string(i)));
  }
  ASSERT_TRUE(store.Compact());
  EXPECT_TRUE(store.Add("again"));
}

TEST_F(StoreRoomTest, WhatIsMoreThanMayBeMappedIsOutOfService) {
  StoreDriver store(Options(8000));
  ASSERT_TRUE(store.Add("a", "Text.", "first"));
  ASSERT_TRUE(store.Add("a", "Text.", "second"));
  store.Close();
  const auto bytes = std::filesystem::file_size(
      folder_.path() / "state/collections/first/2.segment");
  EXPECT_TRUE((*CollectionStore::Open(Options(2 * bytes)))->Pin("second"));
  const auto opened = CollectionStore::Open(Options(2 * bytes - 1));
  ASSERT_TRUE(opened);
  EXPECT_TRUE((*opened)->Pin("first"));
  EXPECT_EQ((*opened)->Pin("second").error().kind, ErrorKind::kLimit);
}

TEST_F(StoreRoomTest, MergingIsNotBegunWithoutTheRoomForIt) {
  const SmallDisk disk(folder_.path() / "disk", "512k");
  if (!disk.mounted()) GTEST_SKIP() << "needs the right to mount";
  StoreDriver store({.state_dir = disk.path() / "state"});
  ASSERT_TRUE(store.Add("a", std::string(95000, 'a')));
  ASSERT_TRUE(store.Add("b", std::string(95000, 'b')));
  ASSERT_TRUE(store.Add("c", std::string(95000, 'c')));
  const auto compacted = store.Compact();
  ASSERT_FALSE(compacted);
  EXPECT_EQ(compacted.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(compacted.error().message, HasSubstr("KiB are left"));
  EXPECT_TRUE(store.Add("d"));
  ASSERT_TRUE(store.Remove("a"));
  ASSERT_TRUE(store.Remove("b"));
  EXPECT_TRUE(store.Compact());
}

}  // namespace
}  // namespace answerbox::daemon
