// Making, dropping and setting collections.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "daemon/collections/snapshots/state_directory.h"
#include "tests/daemon/collections/files_holding.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

class StoreCollectionsTest : public ::testing::Test {
 protected:
  std::filesystem::path Collections() const {
    return folder_.path() / "state" / "collections";
  }

  TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreCollectionsTest, AMadeCollectionHasItsSettingsAfterARestart) {
  const CollectionSettings settings{.theta = 0.123456789,
                                    .profile = engine::Profile::kPaper,
                                    .chunking = {100, 20}};
  auto created = store_.Create("paper", settings);
  ASSERT_TRUE(created);
  EXPECT_EQ(created->name, "paper");
  EXPECT_EQ(created->documents, 0u);
  store_.Restart();
  const auto snapshot = store_.Pin("paper");
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->settings().theta, 0.123456789);
  EXPECT_EQ(snapshot->settings().profile, engine::Profile::kPaper);
  EXPECT_EQ(snapshot->settings().chunking, settings.chunking);
  EXPECT_EQ(snapshot->number(), 1u);
}

TEST_F(StoreCollectionsTest, ACollectionIsMadeOnce) {
  ASSERT_TRUE(store_.Create("a"));
  EXPECT_EQ(store_.Create("a").error().kind, ErrorKind::kAlreadyExists);
}

TEST_F(StoreCollectionsTest, ADocumentsCollectionIsMadeWithTheDefaults) {
  const TemporaryFolder folder;
  StoreDriver store({.state_dir = folder.path() / "state",
                     .defaults = {.theta = 0.5, .chunking = {50, 10}}});
  ASSERT_TRUE(store.Add("a"));
  EXPECT_EQ(store.Pin()->settings().theta, 0.5);
  EXPECT_EQ(store.Pin()->settings().chunking, (engine::Chunking{50, 10}));
}

TEST_F(StoreCollectionsTest, ThetaIsSetAndKept) {
  ASSERT_TRUE(store_.Add("a"));
  auto set = store_.SetTheta("c", 0.75);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->settings.theta, 0.75);
  EXPECT_EQ(set->documents, 1u);
  store_.Restart();
  EXPECT_EQ(store_.Pin()->settings().theta, 0.75);
  EXPECT_EQ(store_.Pin()->number(), 2u);
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
}

// The one file of synonyms in a folder; empty if there is none.
std::filesystem::path SynonymFile(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".synonyms") return entry.path();
  }
  return {};
}

TEST_F(StoreCollectionsTest, SynonymsAreSetKeptAndTakenAway) {
  ASSERT_TRUE(store_.Add("a"));
  const auto folder = *std::filesystem::directory_iterator(Collections());
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  const auto first = SynonymFile(folder);
  EXPECT_FALSE(first.empty());
  const auto set = store_.SetSynonyms("c", "pill, tablet\ndose => amount\n");
  ASSERT_TRUE(set);
  EXPECT_EQ(set->settings.synonyms->synonyms.rule_count(), 2u);
  EXPECT_FALSE(std::filesystem::exists(first));
  const auto second = SynonymFile(folder);
  EXPECT_NE(second, first);
  store_.Restart();
  EXPECT_EQ(store_.Pin()->settings().synonyms->synonyms.rule_count(), 2u);
  EXPECT_EQ(store_.Pin()->number(), 3u);
  ASSERT_TRUE(store_.SetTheta("c", 0.75));
  EXPECT_EQ(store_.Pin()->settings().synonyms->synonyms.rule_count(), 2u);
  ASSERT_TRUE(store_.SetSynonyms("c", ""));
  EXPECT_EQ(store_.Pin()->settings().synonyms, nullptr);
  EXPECT_FALSE(std::filesystem::exists(second));
  store_.Restart();
  EXPECT_EQ(store_.Pin()->settings().synonyms, nullptr);
  EXPECT_EQ(store_.Pin()->settings().theta, 0.75);
}

TEST_F(StoreCollectionsTest, VerifyingReadsSynonyms) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  const auto folder = *std::filesystem::directory_iterator(Collections());
  EXPECT_TRUE(store_.Verify("c"));
  std::ofstream(SynonymFile(folder), std::ios::binary) << "pill, tablex\n";
  EXPECT_FALSE(store_.Verify("c"));
}

TEST_F(StoreCollectionsTest, DamagedSynonymsAreNamed) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  const auto folder = *std::filesystem::directory_iterator(Collections());
  const auto file = SynonymFile(folder);
  store_.Close();
  std::ofstream(file, std::ios::binary) << "pill, tablex\n";
  const auto opened =
      CollectionStore::Open({.state_dir = Collections().parent_path()});
  ASSERT_TRUE(opened);
  const auto pinned = (*opened)->Pin("c");
  ASSERT_FALSE(pinned);
  EXPECT_EQ(pinned.error().kind, ErrorKind::kCorrupt);
  EXPECT_THAT(pinned.error().message, testing::HasSubstr(file.filename()));
}

TEST_F(StoreCollectionsTest, ADroppedCollectionIsGoneWithItsFiles) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.Drop("c"));
  EXPECT_EQ(store_.Pin(), nullptr);
  EXPECT_THAT(FilesHolding(Collections(), ""), IsEmpty());
  store_.Restart();
  EXPECT_THAT(store_->Collections(), IsEmpty());
}

// Else the manifest of one that was removed could be taken for a newer one.
TEST_F(StoreCollectionsTest, ANewCollectionBeginsAboveThoseThatWereRemoved) {
  ASSERT_TRUE(store_.Create("a"));
  for (const char* name : {"b", "c"}) {
    ASSERT_TRUE(store_.Add("x", TextOf("x"), name));
    ASSERT_TRUE(store_.Add("y", TextOf("y"), name));
    ASSERT_TRUE(store_.Remove("y", name));
  }
  ASSERT_TRUE(store_.Drop("b"));
  EXPECT_EQ(store_.Create("b")->snapshot, 4U);
  ASSERT_TRUE(store_.Drop("a"));
  for (int start = 0; start < 2; ++start) {
    store_.Restart();
    EXPECT_EQ(store_->Newest().dropped, 3U);
  }
  ASSERT_TRUE(store_.Add("x", TextOf("x"), "a"));
  EXPECT_EQ(store_.Pin("a")->number(), 4U);
  // One folder keeps the number, however many were removed.
  ASSERT_TRUE(store_.Drop("a"));
  ASSERT_TRUE(store_.Drop("b"));
  ASSERT_TRUE(store_.Drop("c"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(Collections()),
                          std::filesystem::directory_iterator()),
            1);
  EXPECT_TRUE(FindStrays(Collections().parent_path())->empty());
}

TEST_F(StoreCollectionsTest, WhatIsOlderThanTheLogTellsIsLeftAsItIs) {
  ASSERT_TRUE(store_.Add("a"));
  store_.Close();
  const auto segment = Collections() / "c" / "99.segment";
  tests::WriteFile(segment, "of the newer manifest");
  KnownState known{.collections = {{"c", 2}}};
  auto opened = CollectionStore::Open({.state_dir = Collections().parent_path(),
                                       .read_known = [&] { return known; }});
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->Pin("c").error().kind, ErrorKind::kCorrupt);
  EXPECT_TRUE(std::filesystem::exists(segment));
  EXPECT_EQ((*opened)->Newest(), known);
  opened->reset();
  known.collections["c"] = 1;
  opened = CollectionStore::Open({.state_dir = Collections().parent_path(),
                                  .read_known = [&] { return known; }});
  EXPECT_TRUE((*opened)->Pin("c"));
}

TEST_F(StoreCollectionsTest, ADroppedCollectionCanBeMadeAnew) {
  ASSERT_TRUE(store_.Add("a"));
  ASSERT_TRUE(store_.Drop("c"));
  ASSERT_TRUE(store_.Add("b"));
  EXPECT_THAT(store_.Names(), ElementsAre("b"));
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("b"));
}

TEST_F(StoreCollectionsTest, CollectionsAreListedByName) {
  ASSERT_TRUE(store_.Create("b"));
  ASSERT_TRUE(store_.Create("a"));
  std::vector<std::string> names;
  for (const auto& summary : store_->Collections()) {
    names.push_back(summary.name);
  }
  EXPECT_THAT(names, ElementsAre("a", "b"));
}

TEST_F(StoreCollectionsTest, NothingIsClearedBehindALink) {
  ASSERT_TRUE(store_.Add("a"));
  store_.Close();
  const auto outside = folder_.path() / "outside";
  std::filesystem::create_directory(outside);
  tests::WriteFile(outside / "precious", "x");
  std::filesystem::create_symlink(outside, Collections() / ".new-9");
  std::filesystem::create_symlink(outside, Collections() / ".dropped-8");
  std::filesystem::create_symlink(outside, Collections() / ".dropped-7-7");
  store_.Restart();
  EXPECT_TRUE(std::filesystem::exists(outside / "precious"));
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
}

// Its files may be on another disk, where nobody would look for them.
TEST_F(StoreCollectionsTest, ALinkedCollectionIsErasedWhereItIs) {
  const auto outside = folder_.path() / "outside";
  for (const bool is_interrupted : {false, true}) {
    ASSERT_TRUE(store_.Add("a"));
    store_.Close();
    std::filesystem::rename(Collections() / "c", outside);
    std::filesystem::create_symlink(outside, Collections() / "c");
    ASSERT_FALSE(std::filesystem::is_empty(outside));
    if (is_interrupted) {
      std::filesystem::rename(Collections() / "c",
                              Collections() / ".dropped-70-70");
    }
    store_.Restart();
    if (!is_interrupted) {
      ASSERT_TRUE(store_.Drop("c"));
    }
    EXPECT_TRUE(std::filesystem::is_empty(outside)) << is_interrupted;
    std::filesystem::remove(outside);
  }
}

TEST_F(StoreCollectionsTest, WhatAnInterruptedRunLeftIsCleared) {
  ASSERT_TRUE(store_.Add("a"));
  store_.Close();
  const auto state = folder_.path() / "state";
  std::filesystem::create_directory(Collections() / ".new-9");
  tests::WriteFile(Collections() / ".new-9" / "manifest", "half");
  std::filesystem::create_directory(Collections() / ".dropped-8");
  tests::WriteFile(Collections() / "c" / "99.segment", "half");
  tests::WriteFile(Collections() / "c" / "manifest.new", "half");
  tests::WriteFile(Collections() / "c" / "7.segment.new", "");
  tests::WriteFile(state / "incoming" / "5.upload", "half");
  store_.Restart();
  EXPECT_FALSE(std::filesystem::exists(Collections() / ".new-9"));
  EXPECT_FALSE(std::filesystem::exists(Collections() / ".dropped-8"));
  EXPECT_FALSE(std::filesystem::exists(Collections() / "c" / "99.segment"));
  EXPECT_FALSE(std::filesystem::exists(Collections() / "c" / "manifest.new"));
  EXPECT_FALSE(std::filesystem::exists(Collections() / "c" / "7.segment.new"));
  EXPECT_TRUE(std::filesystem::is_empty(state / "incoming"));
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
}

TEST_F(StoreCollectionsTest, FilesThatAreNotOursStay) {
  ASSERT_TRUE(store_.Add("a"));
  tests::WriteFile(Collections() / "README", "hello");
  tests::WriteFile(Collections() / "c" / "notes.txt", "hello");
  store_.Restart();
  EXPECT_TRUE(std::filesystem::exists(Collections() / "README"));
  EXPECT_TRUE(std::filesystem::exists(Collections() / "c" / "notes.txt"));
}

}  // namespace
}  // namespace answerbox::daemon
