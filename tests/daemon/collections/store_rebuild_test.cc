// Collections that an older program wrote are read as they are, and rewritten
// in the background. format_3/ holds the files of that program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "daemon/collections/background/segment_rebuild.h"
#include "engine/index/format/byte_sink.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/daemon/collections/known_faults.h"
#include "tests/daemon/collections/manual_clock.h"
#include "tests/daemon/collections/old_collection.h"
#include "tests/daemon/collections/small_disk.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::ReadFile;
using tests::SmallDisk;
using tests::TemporaryFolder;
using tests::WriteFile;

class RebuildTest : public ::testing::TestWithParam<OldCollection> {
 protected:
  RebuildTest() { GetParam().CopyTo(state_dir_); }

  std::shared_ptr<const StoredSegment> OpenOld() const {
    return OpenStoredSegment(collection_, GetParam().segment).value();
  }

  // The bytes of a segment that is built from the documents.
  static std::string BuiltAnew(const StoredSegment& old,
                               const engine::DocumentSet& removed) {
    const engine::SegmentReader& reader = old.reader;
    engine::MemorySink sink;
    engine::SegmentBuilder builder(reader.profile(), reader.chunking(), sink);
    for (engine::DocumentNumber d = 0; d < reader.counts().documents; ++d) {
      if (removed.Contains(d)) continue;
      const auto record = reader.Document(d).value();
      std::vector<engine::PageMark> pages;
      std::vector<engine::HeadingMark> headings;
      for (std::uint32_t i = 0; i < record.page_count; ++i) {
        pages.push_back(reader.Page(d, i).value());
      }
      for (std::uint32_t i = 0; i < record.heading_count; ++i) {
        headings.push_back(reader.Heading(d, i).value());
      }
      EXPECT_TRUE(builder.Add(record.name, record.sha256,
                              {reader.Text(record).value(), pages, headings}));
    }
    EXPECT_TRUE(builder.Finish());
    return {reinterpret_cast<const char*>(sink.bytes().data()),
            sink.bytes().size()};
  }

  Result<FinishedMerge> RebuildAlone(const Snapshot::Segment& segment,
                                     std::size_t memory_bytes) {
    return Rebuild(segment,
                   {.folder = collection_,
                    .writer_memory_bytes = memory_bytes,
                    .next_segment_number = [this] { return next_number_++; }},
                   [](std::uint64_t) { return true; });
  }

  static std::string BytesOf(const StoredSegment& segment) {
    const auto bytes = segment.file.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  std::size_t CountSegmentFiles() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(collection_)) {
      count += entry.path().extension() == ".segment" ? 1 : 0;
    }
    return count;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path state_dir_ = folder_.path() / "state";
  const std::filesystem::path collection_ = GetParam().FolderIn(state_dir_);
  std::uint64_t next_number_ = 100;
};

TEST_P(RebuildTest, WritesWhatAddingTheDocumentsAnewWould) {
  const auto old = OpenOld();
  ASSERT_TRUE(old->reader.is_of_old_version());
  for (const bool removes : {false, true}) {
    engine::DocumentSet removed(old->reader.counts().documents);
    if (removes) removed.Insert(1);
    const auto rebuilt = RebuildAlone({old, removed}, std::size_t{8} << 20);
    ASSERT_TRUE(rebuilt) << rebuilt.error().message;
    EXPECT_FALSE(rebuilt->segment->reader.is_of_old_version());
    EXPECT_EQ(BytesOf(*rebuilt->segment), BuiltAnew(*old, removed));
  }
}

TEST_P(RebuildTest, WritesTheSameInParts) {
  const auto old = OpenOld();
  const engine::DocumentSet removed(old->reader.counts().documents);
  {
    // Memory for one document makes parts of one document each.
    const auto rebuilt = RebuildAlone({old, removed}, 12'000);
    ASSERT_TRUE(rebuilt) << rebuilt.error().message;
    EXPECT_EQ(next_number_, 104u);
    EXPECT_EQ(BytesOf(*rebuilt->segment), BuiltAnew(*old, removed));
    EXPECT_EQ(CountSegmentFiles(), 2u);
  }
  EXPECT_EQ(CountSegmentFiles(), 1u);
}

TEST_P(RebuildTest, CopiesNoDamage) {
  const auto path = GetParam().SegmentIn(state_dir_);
  std::string bytes = ReadFile(path);
  bytes[20] ^= 4;
  WriteFile(path, bytes);
  const auto old = OpenOld();
  const engine::DocumentSet removed(old->reader.counts().documents);
  const auto rebuilt = RebuildAlone({old, removed}, std::size_t{8} << 20);
  ASSERT_FALSE(rebuilt);
  EXPECT_EQ(rebuilt.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(rebuilt.error().subject, path.filename().string());
  EXPECT_EQ(rebuilt.error().field, "text");
  EXPECT_EQ(CountSegmentFiles(), 1u);
}

// The disk may give other bytes after the checksums were compared.
TEST_P(RebuildTest, CopiesNoTextThatItsSha256DoesNotFit) {
  const auto path = GetParam().SegmentIn(state_dir_);
  std::string bytes = ReadFile(path);
  bytes[20] ^= 4;
  const auto damaged = std::as_bytes(std::span(bytes));
  const auto sealed = engine::Sealed({damaged.begin(), damaged.end()});
  bytes.assign(reinterpret_cast<const char*>(sealed.data()), sealed.size());
  WriteFile(path, bytes);
  const auto old = OpenOld();
  ASSERT_TRUE(VerifyReleasing(*old));
  const engine::DocumentSet removed(old->reader.counts().documents);
  const auto rebuilt = RebuildAlone({old, removed}, std::size_t{8} << 20);
  ASSERT_FALSE(rebuilt);
  EXPECT_EQ(rebuilt.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(rebuilt.error().subject, path.filename().string());
  EXPECT_EQ(rebuilt.error().field, "document.text");
  EXPECT_EQ(rebuilt.error().offset, 0u);
  EXPECT_EQ(CountSegmentFiles(), 1u);
  // From here on the text is not served either.
  EXPECT_FALSE(old->reader.Text(old->reader.Document(0).value()));
  EXPECT_TRUE(old->reader.KnownDamage());
}

TEST_P(RebuildTest, HappensInTheBackgroundAndLasts) {
  const std::string collection = GetParam().name;
  StoreDriver store(StoreOptions{.state_dir = state_dir_});
  const auto is_old = [&] {
    return store.Pin(collection)
        ->segments()
        .front()
        .stored->reader.is_of_old_version();
  };
  const auto snapshot = store.Pin(collection)->number();
  EXPECT_THAT(store.Names(collection),
              ElementsAre("fridge.md", "hands.md", "leave.md"));
  while (is_old()) std::this_thread::yield();
  EXPECT_EQ(store.Pin(collection)->number(), snapshot);
  EXPECT_THAT(store.Names(collection),
              ElementsAre("fridge.md", "hands.md", "leave.md"));
  EXPECT_THAT(store.Text("fridge.md", collection), HasSubstr("2 °C"));
  EXPECT_EQ(store.Pin(collection)->totals().old_segments, 0u);
  store.Restart();
  EXPECT_FALSE(is_old());
  EXPECT_EQ(CountSegmentFiles(), 1u);
  EXPECT_TRUE(store.Verify(collection));
}

TEST_P(RebuildTest, IsTriedAgainWhenTheDiskWasFull) {
  const SmallDisk disk(folder_.path() / "disk", "512k");
  if (!disk.mounted()) GTEST_SKIP() << "may not mount here";
  const auto state_dir = disk.path() / "state";
  std::filesystem::create_directories(state_dir / "collections");
  GetParam().CopyTo(state_dir);
  const auto ballast = disk.path() / "ballast";
  std::ofstream filling(ballast, std::ios::binary);
  while (filling << std::string(4096, 'x') << std::flush) {
  }
  filling.close();
  ManualClock clock;
  KnownFaults faults;
  StoreDriver store({.state_dir = state_dir,
                     .clock = clock.reader(),
                     .on_fault = faults.teller()});
  EXPECT_EQ(faults.Await().kind, ErrorKind::kStorage);
  std::filesystem::remove(ballast);
  clock.Pass(kRebuildRetry);
  // Makes the store look at its clock.
  ASSERT_TRUE(store.Add("poke", "Look at the clock.", "other"));
  const auto old_segments = [&] {
    return store.Pin(GetParam().name)->totals().old_segments;
  };
  while (old_segments() > 0) std::this_thread::yield();
  EXPECT_EQ(faults.count(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Profiles, RebuildTest,
                         ::testing::Values(kOldDefault, kOldPaper));

}  // namespace
}  // namespace answerbox::daemon
