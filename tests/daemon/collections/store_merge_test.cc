// Merging, compacting and verifying, and what happens to changes meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "daemon/collections/background/segment_merge.h"
#include "platform/file/directory.h"
#include "tests/daemon/collections/files_holding.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

class StoreMergeTest : public ::testing::Test {
 protected:
  void AddEach(const std::vector<std::string>& names) {
    for (const std::string& name : names) ASSERT_TRUE(store_.Add(name));
  }
  // Makes two segments; writing one of them takes a while.
  void AddLarge() {
    std::string large;
    while (large.size() < 3'000'000) large += "Hands are washed often. ";
    AddEach({"a"});
    ASSERT_TRUE(store_.Add("large", large));
  }
  // Compacts. Makes `change` once, after the inputs are chosen and before
  // anything is merged.
  Result<CollectionSummary> CompactWhile(const std::function<void()>& change) {
    return store_.Compact("c", [&, done = false](auto, auto) mutable {
      if (!std::exchange(done, true)) change();
    });
  }
  std::vector<std::string> SegmentFiles() const {
    auto names = *platform::ListDirectory(Folder());
    std::erase(names, "manifest");
    return names;
  }
  std::filesystem::path Folder() const {
    return folder_.path() / "state" / "collections" / "c";
  }
  // Changes the first byte of `text` in a segment file, like a failing disk.
  void Damage(const std::string& text, char first = 'X') {
    for (const std::string& name : SegmentFiles()) {
      std::string bytes = tests::ReadFile(Folder() / name);
      const std::size_t at = bytes.find(text);
      if (at == std::string::npos) continue;
      std::fstream file(Folder() / name,
                        std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(at));
      file.put(first);
    }
  }

  TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreMergeTest, CompactingLeavesOneSegmentWithTheSameDocuments) {
  AddEach({"b", "a", "c", "a"});
  ASSERT_TRUE(store_.Remove("b"));
  const std::uint64_t number = store_.Pin()->number();
  auto compacted = store_.Compact();
  ASSERT_TRUE(compacted) << compacted.error().message;
  EXPECT_EQ(compacted->segments, 1u);
  EXPECT_EQ(compacted->documents, 2u);
  EXPECT_EQ(compacted->snapshot, number);
  EXPECT_EQ(SegmentFiles().size(), 1u);
  EXPECT_EQ(store_.Pin()->segments()[0].removed.size(), 0u);
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a", "c"));
  EXPECT_EQ(store_.Text("a"), TextOf("a"));
}

TEST_F(StoreMergeTest, CompactingOneSegmentReclaimsItsRemovedDocuments) {
  AddEach({"a", "b"});
  ASSERT_TRUE(store_.Compact());
  const auto before = store_.Pin();
  ASSERT_TRUE(store_.Compact());  // Nothing to do.
  EXPECT_EQ(store_.Pin(), before);
  ASSERT_TRUE(store_.Remove("a"));
  ASSERT_TRUE(store_.Compact());
  EXPECT_EQ(store_.Pin()->segments()[0].stored->reader.counts().documents, 1u);
}

TEST_F(StoreMergeTest, CompactingAnEmptyCollectionDoesNothing) {
  ASSERT_TRUE(store_.Create("c"));
  auto compacted = store_.Compact();
  ASSERT_TRUE(compacted);
  EXPECT_EQ(compacted->segments, 0u);
}

TEST_F(StoreMergeTest, ProgressEndsWithTheWhole) {
  AddEach({"a", "b"});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reports;
  const auto progress = [&](std::uint64_t done, std::uint64_t total) {
    reports.emplace_back(done, total);
  };
  ASSERT_TRUE(store_.Compact("c", progress));
  ASSERT_GE(reports.size(), 2u);
  EXPECT_EQ(reports.front().first, 0u);
  EXPECT_EQ(reports.back().first, reports.back().second);
  reports.clear();
  auto verified = store_.Verify("c", progress);
  ASSERT_TRUE(verified);
  EXPECT_EQ(reports.back(), std::pair(*verified, *verified));
}

TEST_F(StoreMergeTest, ADocumentRemovedMeanwhileStaysRemoved) {
  AddEach({"a", "b", "c"});
  ASSERT_TRUE(store_.Remove("a"));
  ASSERT_TRUE(CompactWhile([&] { ASSERT_TRUE(store_.Remove("b")); }));
  EXPECT_EQ(store_.Pin()->segments().size(), 1u);
  EXPECT_THAT(store_.Names(), ElementsAre("c"));
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("c"));
  EXPECT_EQ(store_.Text("c"), TextOf("c"));
}

TEST_F(StoreMergeTest, ADocumentReplacedMeanwhileStaysReplaced) {
  AddEach({"a", "b", "c"});
  ASSERT_TRUE(CompactWhile([&] { ASSERT_TRUE(store_.Add("b", "Replaced.")); }));
  EXPECT_EQ(store_.Pin()->segments().size(), 2u);
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(store_.Text("b"), "Replaced.");
  ASSERT_TRUE(store_.Compact());
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b", "c"));
}

TEST_F(StoreMergeTest, ASegmentEmptiedMeanwhileIsCarriedOver) {
  AddEach({"a", "b", "c"});
  ASSERT_TRUE(CompactWhile([&] {
    ASSERT_TRUE(store_.Remove("a"));  // Each is alone in its segment.
    ASSERT_TRUE(store_.Remove("c"));
  }));
  EXPECT_EQ(store_.Pin()->segments().size(), 1u);
  EXPECT_THAT(store_.Names(), ElementsAre("b"));
}

TEST_F(StoreMergeTest, WhenEveryDocumentIsRemovedMeanwhileNothingIsInstalled) {
  AddEach({"a", "b"});
  ASSERT_TRUE(CompactWhile([&] {
    ASSERT_TRUE(store_.Remove("a"));
    ASSERT_TRUE(store_.Remove("b"));
  }));
  EXPECT_THAT(store_.Pin()->segments(), IsEmpty());
  EXPECT_THAT(SegmentFiles(), IsEmpty());
}

TEST_F(StoreMergeTest, ACollectionMadeAnewMeanwhileIsLeftAlone) {
  AddEach({"a", "b"});
  auto compacted = CompactWhile([&] {
    ASSERT_TRUE(store_.Drop("c"));
    ASSERT_TRUE(store_.Add("new"));
  });
  EXPECT_THAT(store_.Names(), ElementsAre("new"));
  EXPECT_EQ(SegmentFiles().size(), 1u);
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("new"));
  EXPECT_TRUE(compacted);
}

TEST_F(StoreMergeTest, ACollectionDroppedMeanwhileIsNotFound) {
  AddEach({"a", "b"});
  auto compacted = CompactWhile([&] { ASSERT_TRUE(store_.Drop("c")); });
  ASSERT_FALSE(compacted);
  EXPECT_EQ(compacted.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(FilesHolding(folder_.path() / "state/collections", ""),
              IsEmpty());
}

TEST_F(StoreMergeTest, WorkUnderWayIsListed) {
  JobBoard jobs;
  StoreDriver store(
      StoreOptions{.state_dir = folder_.path() / "other", .jobs = &jobs});
  ASSERT_TRUE(store.Add("a"));
  ASSERT_TRUE(store.Add("b"));
  const auto expect_listed = [&](JobKind kind) {
    return [&, kind](std::uint64_t done, std::uint64_t total) {
      const auto listed = jobs.List();
      const auto job = std::ranges::find(listed, kind, &JobStatus::kind);
      ASSERT_NE(job, listed.end()) << ToString(kind);
      EXPECT_EQ(job->collection, "c");
      EXPECT_EQ(job->done, done);
      EXPECT_EQ(job->total, total);
    };
  };
  ASSERT_TRUE(store.Compact("c", expect_listed(JobKind::kCompact)));
  ASSERT_TRUE(store.Verify("c", expect_listed(JobKind::kVerify)));
  ASSERT_TRUE(store.Remove("a"));
  store.Close();
  EXPECT_TRUE(jobs.List().empty());
}

TEST_F(StoreMergeTest, ACollectionDroppedWhileItIsWrittenIsNotFound) {
  AddLarge();
  bool is_dropped = false;
  const auto compacted =
      store_.Compact("c", [&](std::uint64_t done, std::uint64_t total) {
        if (done == 0 || done == total || std::exchange(is_dropped, true)) {
          return;
        }
        ASSERT_TRUE(store_.Drop("c"));
      });
  ASSERT_TRUE(is_dropped);
  ASSERT_FALSE(compacted);
  EXPECT_EQ(compacted.error().kind, ErrorKind::kNotFound);
}

TEST_F(StoreMergeTest, ACollectionMadeAnewWhileItIsWrittenIsLeftAlone) {
  AddLarge();
  bool is_dropped = false;
  const auto compacted =
      store_.Compact("c", [&](std::uint64_t done, std::uint64_t total) {
        if (done == 0 || done == total || std::exchange(is_dropped, true)) {
          return;
        }
        ASSERT_TRUE(store_.Drop("c"));
        ASSERT_TRUE(store_.Add("new"));
      });
  ASSERT_TRUE(is_dropped);
  EXPECT_TRUE(compacted);
  EXPECT_THAT(store_.Names(), ElementsAre("new"));
  EXPECT_EQ(SegmentFiles().size(), 1u);
}

// The writing thread removes the folder before it completes the removal.
TEST_F(StoreMergeTest, DroppingIsNeverTakenForAFailureOfTheDisk) {
  for (int round = 0; round < 20; ++round) {
    AddEach({"a", "b"});
    Waiter<void> dropped;
    const auto compacted =
        CompactWhile([&] { store_->Drop("c", dropped.completion()); });
    ASSERT_TRUE(dropped.Wait());
    if (!compacted) {
      EXPECT_EQ(compacted.error().kind, ErrorKind::kNotFound);
    }
  }
}

TEST_F(StoreMergeTest, ManySmallSegmentsAreMergedInTheBackground) {
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(store_.Add("d" + std::to_string(i)));
  }
  while (store_.Pin()->segments().size() >= 8) std::this_thread::yield();
  EXPECT_EQ(store_.Names().size(), 40u);
  store_.Restart();
  EXPECT_EQ(store_.Names().size(), 40u);
  EXPECT_EQ(store_.Text("d17"), TextOf("d17"));
}

TEST_F(StoreMergeTest, MergesStayWithinTheirMemory) {
  AddEach({"a", "b", "c", "d"});
  const auto snapshot = store_.Pin();
  std::size_t largest = 0;
  std::size_t all = 0;
  for (const auto& segment : snapshot->segments()) {
    largest = std::max(largest, ShapeOf(segment).merge_memory_bytes);
    all += ShapeOf(segment).merge_memory_bytes;
  }
  ASSERT_LT(2 * largest, all);
  store_.Close();
  const auto state = folder_.path() / "state";
  {
    StoreDriver none({.state_dir = state, .merge_memory_bytes = 1});
    auto compacted = none.Compact();
    ASSERT_FALSE(compacted);
    EXPECT_EQ(compacted.error().kind, ErrorKind::kLimit);
    EXPECT_THAT(compacted.error().message, HasSubstr("merge_memory_bytes"));
    EXPECT_EQ(none.Pin()->segments().size(), 4u);
  }
  StoreDriver small({.state_dir = state, .merge_memory_bytes = 2 * largest});
  std::set<std::uint64_t> totals;  // The total grows with each step.
  std::ignore = small.Compact(
      "c", [&](std::uint64_t, std::uint64_t total) { totals.insert(total); });
  EXPECT_GT(totals.size(), 1u);
  EXPECT_EQ(small.Names().size(), 4u);
}

TEST_F(StoreMergeTest, VerifyingFindsADamagedByte) {
  AddEach({"a", "b"});
  ASSERT_TRUE(store_.Verify());
  Damage("called b");
  auto verified = store_.Verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(verified.error().subject, (Folder() / "3.segment").string());
  EXPECT_TRUE(verified.error().offset);
}

TEST_F(StoreMergeTest, DamageIsNotMergedIntoAGoodSegment) {
  AddEach({"a", "b"});
  Damage("called b");
  auto compacted = store_.Compact();
  ASSERT_FALSE(compacted);
  EXPECT_EQ(compacted.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(store_.Pin()->segments().size(), 2u);
  EXPECT_EQ(SegmentFiles().size(), 2u);
  Damage("Xalled b", 'c');  // It is whole again.
  EXPECT_EQ(store_.Text("a"), TextOf("a"));
}

TEST_F(StoreMergeTest, LongWorkThatWaitsIsRefusedWhenTheStoreCloses) {
  AddEach({"a", "b"});
  Waiter<CollectionSummary> first;
  Waiter<std::uint64_t> second;
  std::atomic<bool> waiting = false;
  std::atomic<bool> closing = false;
  CollectionStore* store = &*store_;
  store->Compact(
      "c",
      [&](auto, auto) {
        waiting = true;
        while (!closing) {
          store->Remove("none", "a", [&](Result<void> result) {
            if (result.error().kind == ErrorKind::kShuttingDown) closing = true;
          });
          std::this_thread::yield();
        }
      },
      first.completion());
  while (!waiting) std::this_thread::yield();
  store->Verify("c", {}, second.completion());
  store_.Close();
  EXPECT_EQ(second.Wait().error().kind, ErrorKind::kShuttingDown);
  std::ignore = first.Wait();
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b"));
}

}  // namespace
}  // namespace answerbox::daemon
