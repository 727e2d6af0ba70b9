// Removed and replaced documents leave every file of the state directory: at
// once when a caller waits for it, otherwise within erase_hours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <thread>

#include "tests/daemon/collections/files_holding.h"
#include "tests/daemon/collections/manual_clock.h"
#include "tests/daemon/collections/small_disk.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tests::SmallDisk;
using tests::TemporaryFolder;

// A name and a word that only one document has, and the word as the dictionary
// stores it.
constexpr const char* kName = "xylophagous.md";
constexpr const char* kWord = "Zwieselgnarting";
constexpr const char* kStem = "zwieselgnart";
constexpr const char* kText =
    "Zwieselgnarting is done in the morning. Hands are washed often.";

constexpr std::array kOthers{"a", "b", "c", "d", "e", "f", "g", "h"};

class StoreErasingTest : public ::testing::Test {
 protected:
  explicit StoreErasingTest(seconds erase_after = hours(24))
      : store_(Options(folder_.path() / "state", erase_after)) {}

  StoreOptions Options(const std::filesystem::path& state, seconds after) {
    return {.state_dir = state, .erase_after = after, .clock = clock_.reader()};
  }

  // Adds the marked document in a segment with so many others that its removal
  // alone does not cause a merge.
  void AddAmongOthers(StoreDriver& store) {
    for (const char* name : kOthers) ASSERT_TRUE(store.Add(name));
    ASSERT_TRUE(store.Add(kName, kText));
    ASSERT_TRUE(store.Compact());
    for (const char* bytes : {kName, kWord, kStem}) {
      ASSERT_THAT(FilesHolding(folder_.path(), bytes), Not(IsEmpty())) << bytes;
    }
  }
  void RemoveAmongOthers() {
    AddAmongOthers(store_);
    ASSERT_TRUE(store_.Remove(kName));
    ASSERT_THAT(FilesHolding(folder_.path(), kWord), Not(IsEmpty()));
  }

  void ExpectErased(const std::filesystem::path& folder) {
    for (const char* bytes : {kName, kWord, kStem}) {
      EXPECT_THAT(FilesHolding(folder, bytes), IsEmpty()) << bytes;
    }
  }
  void ExpectErased() { ExpectErased(folder_.path()); }

  // Makes the store look at its clock, and waits until everything is erased.
  void AwaitErased() {
    ASSERT_TRUE(store_.Add("poke", "Look at the clock.", "other"));
    while (store_->activity().erasing.documents > 0) std::this_thread::yield();
  }

  std::filesystem::path Manifest() const {
    return folder_.path() / "state" / "collections" / "c" / "manifest";
  }

  ManualClock clock_;
  TemporaryFolder folder_;
  StoreDriver store_;
};

TEST_F(StoreErasingTest, NoFileHoldsARemovedDocumentOnceItIsErased) {
  RemoveAmongOthers();
  ASSERT_TRUE(store_.Erase());
  ExpectErased();
  EXPECT_THAT(store_.Names(), ElementsAreArray(kOthers));
  EXPECT_EQ(store_.Text("b"), TextOf("b"));
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAreArray(kOthers));
  ExpectErased();
}

TEST_F(StoreErasingTest, NoFileHoldsReplacedTextOnceItIsErased) {
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Add(kName, "Something else."));
  ASSERT_TRUE(store_.Erase());
  EXPECT_THAT(FilesHolding(folder_.path(), kWord), IsEmpty());
  EXPECT_THAT(FilesHolding(folder_.path(), kStem), IsEmpty());
  EXPECT_EQ(store_.Text(kName), "Something else.");
}

// A merge that was given up leaves such a file if the disk could not remove it.
TEST_F(StoreErasingTest, ASegmentThatNoManifestNamesGoesToo) {
  RemoveAmongOthers();
  const auto stray = Manifest().parent_path() / "99.segment";
  tests::WriteFile(stray, kText);
  ASSERT_TRUE(store_.Erase());
  ExpectErased();
  EXPECT_THAT(store_.Names(), ElementsAreArray(kOthers));
}

TEST_F(StoreErasingTest, ASegmentThatNoManifestNamesAndThatStaysIsAnError) {
  RemoveAmongOthers();
  const auto stray = Manifest().parent_path() / "99.segment";
  std::filesystem::create_directory(stray);
  tests::WriteFile(stray / "text", kText);
  const auto erased = store_.Erase();
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(erased.error().message, HasSubstr(stray.string()));
  std::filesystem::remove_all(stray);
  EXPECT_TRUE(store_.Erase());
}

TEST_F(StoreErasingTest, WhatIsReplacedWithinABatchIsErasedToo) {
  auto blocking = store_.Send("first", TextOf("first"));
  auto old = store_.Send(kName, kText);
  auto other = store_.Send("other", TextOf("other"));
  auto replaced = store_.Send(kName, "Something else.");
  for (auto* waiter : {&blocking, &old, &other, &replaced}) {
    ASSERT_TRUE(waiter->Wait());
  }
  ASSERT_TRUE(store_.Erase());
  EXPECT_THAT(FilesHolding(folder_.path(), kWord), IsEmpty());
}

TEST_F(StoreErasingTest, OneRewritingErasesAllThatWasRemovedFromASegment) {
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Remove(kName));
  ASSERT_TRUE(store_.Remove("a"));
  const std::uint64_t before = store_.Pin()->segments()[0].stored->number;
  ASSERT_TRUE(store_.Erase());
  ASSERT_TRUE(store_.Erase());  // Nothing is left to erase.
  ASSERT_EQ(store_.Pin()->segments().size(), 1u);
  EXPECT_EQ(store_.Pin()->segments()[0].stored->number, before + 1);
  EXPECT_EQ(store_.Pin()->number(), 11u);
}

TEST_F(StoreErasingTest, SegmentsWithoutRemovedDocumentsAreLeftAlone) {
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Add("new"));
  ASSERT_TRUE(store_.Remove(kName));
  const auto untouched = store_.Pin()->segments()[1].stored;
  ASSERT_TRUE(store_.Erase());
  EXPECT_EQ(store_.Pin()->segments()[1].stored, untouched);
}

TEST_F(StoreErasingTest, ErasingWhereNothingWasRemovedIsDoneAtOnce) {
  EXPECT_TRUE(store_.Erase());  // No such collection.
  AddAmongOthers(store_);
  EXPECT_TRUE(store_.Erase());
}

TEST_F(StoreErasingTest, ProgressEndsWithTheWhole) {
  RemoveAmongOthers();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reports;
  ASSERT_TRUE(store_.Erase("c", [&](std::uint64_t done, std::uint64_t total) {
    reports.emplace_back(done, total);
  }));
  EXPECT_EQ(reports.front().first, 0u);
  EXPECT_GT(reports.back().second, 0u);
  EXPECT_EQ(reports.back().first, reports.back().second);
}

TEST_F(StoreErasingTest, WhatIsRemovedBeforeTheWritingBeginsGoesToo) {
  RemoveAmongOthers();
  ASSERT_TRUE(store_.Erase("c", [&, done = false](auto, auto) mutable {
    if (std::exchange(done, true)) return;
    clock_.Pass(hours(1));
    ASSERT_TRUE(store_.Remove("a"));
  }));
  EXPECT_THAT(FilesHolding(folder_.path(), kWord), IsEmpty());
  EXPECT_EQ(store_->activity().erasing.documents, 0u);
}

TEST_F(StoreErasingTest, WhatIsRemovedWhileASegmentIsWrittenWaitsFromThen) {
  std::string large;
  while (large.size() < 3'000'000) large += "Hands are washed often. ";
  ASSERT_TRUE(store_.Add("large", large));
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Remove("a"));
  clock_.Pass(hours(5));
  const auto began = clock_.wall();
  bool is_removed = false;
  ASSERT_TRUE(store_.Erase("c", [&](std::uint64_t done, std::uint64_t total) {
    if (done == 0 || done == total || std::exchange(is_removed, true)) return;
    ASSERT_TRUE(store_.Remove(kName));
    clock_.Pass(hours(1));
  }));
  ASSERT_TRUE(is_removed);
  EXPECT_EQ(store_->activity().erasing.documents, 1u);
  EXPECT_EQ(store_->activity().erasing.due, began + hours(24));
  ASSERT_TRUE(store_.Erase());
  ExpectErased();
}

TEST_F(StoreErasingTest, AnOldSnapshotStillReadsWhatNoFileHolds) {
  AddAmongOthers(store_);
  const auto old = store_.Pin();
  ASSERT_TRUE(store_.Remove(kName));
  ASSERT_TRUE(store_.Erase());
  ExpectErased();
  const engine::SegmentReader& reader = old->segments()[0].stored->reader;
  const auto record = reader.Document(8);
  ASSERT_TRUE(record);
  const auto text = reader.Text(*record);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, kText);
}

TEST_F(StoreErasingTest, TheTimeThatErasingMayTakeEndsWithNothingLeft) {
  RemoveAmongOthers();
  clock_.Pass(hours(18));
  AwaitErased();
  ExpectErased();
  EXPECT_EQ(store_.Names().size(), 8u);
}

TEST_F(StoreErasingTest, WhatIsOverdueAtTheStartIsErasedThen) {
  RemoveAmongOthers();
  store_.Close();
  clock_.Pass(hours(30));
  store_.Restart();
  while (store_->activity().erasing.documents > 0) std::this_thread::yield();
  ExpectErased();
}

TEST_F(StoreErasingTest, ARestartDoesNotBeginTheTimeAnew) {
  RemoveAmongOthers();
  const auto due = store_->activity().erasing.due;
  EXPECT_EQ(due, clock_.wall() + hours(24));
  clock_.Pass(hours(10));
  store_.Restart();
  EXPECT_EQ(store_->activity().erasing.due, due);
}

TEST_F(StoreErasingTest, ChangesAndMergesAfterwardsDoNotBeginTheTimeAnew) {
  RemoveAmongOthers();
  const auto due = store_->activity().erasing.due;
  clock_.Pass(hours(10));
  ASSERT_TRUE(store_.Add("new"));
  ASSERT_TRUE(store_.Remove("a"));
  ASSERT_TRUE(store_.SetTheta("c", 0.5));
  EXPECT_EQ(store_->activity().erasing.due, due);
  store_.Restart();
  EXPECT_EQ(store_->activity().erasing.due, due);
}

TEST_F(StoreErasingTest, AClockThatWasSetBackAtARestartDelaysNothing) {
  RemoveAmongOthers();
  store_.Close();
  clock_.SetWallBy(-hours(10'000));
  store_.Restart();
  while (store_->activity().erasing.documents > 0) std::this_thread::yield();
  ExpectErased();
}

TEST_F(StoreErasingTest, AClockThatIsSetBackMeanwhileDelaysNothing) {
  RemoveAmongOthers();
  clock_.SetWallBy(-hours(10'000));
  clock_.Pass(hours(18));
  AwaitErased();
  ExpectErased();
}

TEST_F(StoreErasingTest, ADroppedCollectionLeavesNothing) {
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Drop("c"));
  ExpectErased();
  EXPECT_EQ(store_->activity().erasing.documents, 0u);
}

TEST_F(StoreErasingTest, ACollectionThatCannotBeDeletedIsTriedAgain) {
  AddAmongOthers(store_);
  {
    // A folder with something mounted on it can't be removed.
    const SmallDisk busy(Manifest().parent_path() / "busy", "64k");
    if (!busy.mounted()) GTEST_SKIP() << "may not mount here";
    ASSERT_TRUE(store_.Drop("c"));
    EXPECT_EQ(store_->activity().erasing.documents, 9u);
    EXPECT_EQ(store_->activity().erasing.due, clock_.wall());
    // The store tries again at once. The clock passes only after this attempt,
    // which is what puts the next one off.
    while (store_->activity().erasing.problem.empty()) {
      std::this_thread::yield();
    }
    for (const auto& entry : std::filesystem::directory_iterator(
             folder_.path() / "state" / "collections")) {
      ::umount2((entry.path() / "busy").c_str(), MNT_DETACH);
    }
  }
  clock_.Pass(minutes(2));
  AwaitErased();
  ExpectErased();
}

TEST_F(StoreErasingTest, ACollectionWhoseDroppingWasCutShortIsClearedAtStart) {
  AddAmongOthers(store_);
  store_.Close();
  std::filesystem::rename(
      Manifest().parent_path(),
      Manifest().parent_path().parent_path() / ".dropped-9");
  store_.Restart();
  ExpectErased();
}

TEST_F(StoreErasingTest, AnUploadThatIsGivenUpLeavesNothing) {
  {
    auto upload = store_->Begin("c", kName);
    ASSERT_TRUE(upload);
    ASSERT_TRUE(upload->Append(kText + std::string(400'000, ' '), {}, {}));
    ASSERT_THAT(FilesHolding(folder_.path(), kWord), Not(IsEmpty()));
  }
  ExpectErased();
}

TEST_F(StoreErasingTest, AnUploadThatAKillCutShortIsClearedAtStart) {
  store_.Close();
  tests::WriteFile(folder_.path() / "state" / "incoming" / "7.upload", kText);
  store_.Restart();
  ExpectErased();
}

TEST_F(StoreErasingTest, ADocumentThatIsRefusedLeavesNothing) {
  ASSERT_TRUE(store_.Add("a"));
  engine::Sha256 wrong{};
  ASSERT_FALSE(store_.Send(kName, kText, "c", wrong).Wait());
  ExpectErased();
}

TEST_F(StoreErasingTest, DamageThatKeepsTextFromBeingErasedIsNamed) {
  RemoveAmongOthers();
  const auto file = FilesHolding(folder_.path(), "called b").front();
  const std::size_t at = tests::ReadFile(file).find("called b");
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(static_cast<std::streamoff>(at))
      .put('X');
  const auto erased = store_.Erase();
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().kind, ErrorKind::kCorrupt);
  EXPECT_THAT(erased.error().message, HasSubstr(file));
  EXPECT_EQ(store_->activity().erasing.documents, 1u);
}

TEST_F(StoreErasingTest, AFullDiskIsToldAndTriedAgain) {
  const SmallDisk disk(folder_.path() / "disk", "1m");
  if (!disk.mounted()) GTEST_SKIP() << "may not mount here";
  StoreDriver store(Options(disk.path() / "state", hours(24)));
  AddAmongOthers(store);
  ASSERT_TRUE(store.Remove(kName));
  std::ofstream ballast(disk.path() / "ballast", std::ios::binary);
  while (ballast << std::string(4096, 'x') << std::flush) {
  }
  ballast.close();
  const auto erased = store.Erase();
  ASSERT_FALSE(erased);
  EXPECT_EQ(erased.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(erased.error().message, HasSubstr("KiB"));
  std::filesystem::remove(disk.path() / "ballast");
  clock_.Pass(hours(18));
  ASSERT_TRUE(store.Add("poke", "Look at the clock.", "other"));
  while (store->activity().erasing.documents > 0) std::this_thread::yield();
  ExpectErased(disk.path());
}

class StoreErasingAtOnceTest : public StoreErasingTest {
 protected:
  StoreErasingAtOnceTest() : StoreErasingTest(seconds(0)) {}
};

TEST_F(StoreErasingAtOnceTest, ErasesByItself) {
  AddAmongOthers(store_);
  ASSERT_TRUE(store_.Remove(kName));
  while (store_->activity().erasing.documents > 0) std::this_thread::yield();
  ExpectErased();
}

}  // namespace
}  // namespace answerbox::daemon
