// State directories that can't be used as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::ReadFile;
using tests::TemporaryFolder;
using tests::WriteFile;

class StoreDamageTest : public ::testing::Test {
 protected:
  StoreDamageTest() {
    StoreDriver store(folder_);
    EXPECT_TRUE(store.Add("a"));
    EXPECT_TRUE(store.Add("b"));
    EXPECT_TRUE(store.Add("a", "Replaced."));
  }

  Result<std::unique_ptr<CollectionStore>> Open() const {
    return CollectionStore::Open({.state_dir = folder_.path() / "state"});
  }
  // Returns why the collection is not served.
  Error Outage() const {
    const auto opened = Open();
    if (!opened) return opened.error();
    const auto outages = (*opened)->OutOfService();
    return outages.size() == 1 ? outages.begin()->second : Error();
  }
  bool IsServed() const {
    const auto opened = Open();
    return opened && (*opened)->Pin("c");
  }
  // Expects that the collection is out of service, and that `file` is named.
  void ExpectCorrupt(const std::filesystem::path& file) const {
    const Error outage = Outage();
    EXPECT_EQ(outage.kind, ErrorKind::kCorrupt);
    EXPECT_EQ(outage.subject, file.string());
    EXPECT_TRUE(outage.offset);
    EXPECT_NE(outage.field, "");
    EXPECT_THAT(outage.message, HasSubstr(file.string()));
  }

  // The same, and that another version wrote the file.
  void ExpectOfOtherVersion(const std::filesystem::path& file) const {
    ExpectCorrupt(file);
    EXPECT_THAT(Outage().message, AllOf(HasSubstr("unsupported format version"),
                                        HasSubstr(kAdviceOnOtherVersions)));
  }

  TemporaryFolder folder_;
  std::filesystem::path collection_ =
      folder_.path() / "state" / "collections" / "c";
  std::filesystem::path manifest_ = collection_ / "manifest";
};

TEST_F(StoreDamageTest, EveryDamagedByteOfAManifestIsFound) {
  const std::string intact = ReadFile(manifest_);
  for (std::size_t at = 0; at < intact.size(); ++at) {
    for (int flip = 1; flip < 0x100; flip *= 2) {
      std::string damaged = intact;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      WriteFile(manifest_, damaged);
      ExpectCorrupt(manifest_);
    }
  }
  WriteFile(manifest_, intact);
  EXPECT_TRUE(IsServed());
}

TEST_F(StoreDamageTest, EveryManifestCutShortIsFound) {
  const std::string intact = ReadFile(manifest_);
  for (std::size_t size = 0; size < intact.size(); ++size) {
    WriteFile(manifest_, intact.substr(0, size));
    ExpectCorrupt(manifest_);
  }
}

TEST_F(StoreDamageTest, ACollectionWithoutAManifestIsNotSkipped) {
  std::filesystem::remove(manifest_);
  ExpectCorrupt(manifest_);
}

// A collection that a program before the first release wrote: its manifest is
// of version 1 without times of removals, its segment of version 3.
TEST_F(StoreDamageTest, ACollectionOfAnUnreleasedFormIsRefusedAndLeftAlone) {
  const std::filesystem::path stored = std::filesystem::path(
      ANSWERBOX_SOURCE_DIR "/tests/daemon/collections/unreleased_form");
  std::filesystem::remove_all(collection_);
  std::filesystem::copy(stored, collection_);
  ExpectOfOtherVersion(manifest_);
  for (const char* name : {"manifest", "5.segment"}) {
    EXPECT_EQ(ReadFile(collection_ / name), ReadFile(stored / name)) << name;
  }
}

TEST_F(StoreDamageTest, ASegmentOfAnotherVersionIsRefusedAndLeftAlone) {
  const auto segment = collection_ / "3.segment";
  std::string bytes = ReadFile(segment);
  for (const char version : {'\0', '\3', '\4', '\5'}) {
    bytes[bytes.size() - 16] = version;
    WriteFile(segment, bytes);
    ExpectOfOtherVersion(segment);
    EXPECT_EQ(ReadFile(segment), bytes);
  }
}

TEST_F(StoreDamageTest, ASegmentCutShortIsFound) {
  const auto segment = collection_ / "3.segment";
  const std::string intact = ReadFile(segment);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, intact.size() / 2, intact.size() - 1}) {
    WriteFile(segment, intact.substr(0, size));
    ExpectCorrupt(segment);
  }
}

TEST_F(StoreDamageTest, EveryDamagedByteOfSynonymsIsFound) {
  ASSERT_TRUE(StoreDriver(folder_).SetSynonyms("c", "pill, tablet\n"));
  std::filesystem::path file;
  for (const auto& entry : std::filesystem::directory_iterator(collection_)) {
    if (entry.path().extension() == ".synonyms") file = entry.path();
  }
  ASSERT_FALSE(file.empty());
  const std::string intact = ReadFile(file);
  for (std::size_t at = 0; at < intact.size(); ++at) {
    std::string damaged = intact;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    WriteFile(file, damaged);
    ExpectCorrupt(file);
  }
  EXPECT_THAT(Outage().message, HasSubstr("synonyms are damaged"));
  WriteFile(file, intact.substr(1));
  ExpectCorrupt(file);
  std::filesystem::remove(file);
  ExpectCorrupt(file);
  WriteFile(file, intact);
  EXPECT_TRUE(IsServed());
}

class StoreVerifyTest : public StoreDamageTest {
 protected:
  StoreVerifyTest() {
    Waiter<CollectionSummary> waiter;
    store_->Set("c", {.guard = GuardChange{"{\"guard\":1}\nA bank.\n"},
                      .completion = waiter.completion()});
    EXPECT_TRUE(waiter.Wait());
    for (const auto& entry : std::filesystem::directory_iterator(collection_)) {
      if (entry.path().extension() == ".guard") guard_ = entry.path();
    }
  }
  // Verifying finds that `file` differs at `offset`, and writes it anew.
  void ExpectMended(const std::filesystem::path& file, std::size_t offset,
                    const std::string& intact) {
    const auto found = store_.Verify();
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::kCorrupt);
    EXPECT_EQ(found.error().subject, file.string());
    EXPECT_EQ(found.error().offset, offset);
    EXPECT_THAT(found.error().message, HasSubstr("written the file anew"));
    EXPECT_EQ(ReadFile(file), intact);
    EXPECT_TRUE(store_.Verify());
  }
  void ExpectEveryByteMended(const std::filesystem::path& file) {
    const std::string intact = ReadFile(file);
    for (std::size_t at = 0; at < intact.size(); ++at) {
      std::string damaged = intact;
      damaged[at] = static_cast<char>(damaged[at] ^ 1);
      WriteFile(file, damaged);
      ExpectMended(file, at, intact);
    }
    WriteFile(file, intact.substr(0, 5));
    ExpectMended(file, 5, intact);
    WriteFile(file, intact + "x");
    ExpectMended(file, intact.size(), intact);
    std::filesystem::remove(file);
    ExpectMended(file, 0, intact);
  }

  StoreDriver store_{folder_};
  std::filesystem::path guard_;
};

TEST_F(StoreVerifyTest, ADamagedManifestIsFoundAndWrittenAnew) {
  ExpectEveryByteMended(manifest_);
  store_.Restart();
  EXPECT_EQ(store_.Text("a"), "Replaced.");
}

TEST_F(StoreVerifyTest, ADamagedGuardIsFoundAndWrittenAnew) {
  ExpectEveryByteMended(guard_);
  store_.Restart();
  EXPECT_TRUE(store_.Pin()->settings().guard);
}

TEST_F(StoreVerifyTest, TellsThatAFileCouldNotBeWrittenAnew) {
  const std::string intact = ReadFile(manifest_);
  const auto in_the_way = collection_ / "manifest.new";
  std::filesystem::create_directory(in_the_way);
  WriteFile(manifest_, "x");
  const auto found = store_.Verify();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kCorrupt);
  EXPECT_THAT(found.error().message,
              HasSubstr("could not write the file anew"));
  EXPECT_THAT(found.error().message, HasSubstr(in_the_way.string()));
  std::filesystem::remove(in_the_way);
  ExpectMended(manifest_, 0, intact);
}

TEST_F(StoreVerifyTest, BytesReadAreThoseOfAllFiles) {
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(collection_)) {
    bytes += entry.file_size();
  }
  const auto verified = store_.Verify();
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_EQ(*verified, bytes);
}

TEST_F(StoreVerifyTest, AMissingFileOfASegmentIsFound) {
  std::filesystem::remove(collection_ / "3.segment");
  const auto found = store_.Verify();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().subject, (collection_ / "3.segment").string());
}

TEST_F(StoreVerifyTest, DamagedSynonymsAreToBeSetAgain) {
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  for (const auto& entry : std::filesystem::directory_iterator(collection_)) {
    if (entry.path().extension() == ".synonyms") WriteFile(entry.path(), "x");
  }
  const auto found = store_.Verify();
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("set the synonyms again"));
  ASSERT_TRUE(store_.SetSynonyms("c", "pill, tablet\n"));
  EXPECT_TRUE(store_.Verify());
}

TEST_F(StoreVerifyTest, AStartWithADamagedGuardSaysWhatToDo) {
  store_.Close();
  WriteFile(guard_, "x");
  ExpectCorrupt(guard_);
  const std::string message = Outage().message;
  EXPECT_THAT(message, HasSubstr("exam is damaged"));
  EXPECT_THAT(message, HasSubstr("collections repair c"));
}

TEST_F(StoreDamageTest, ACollectionOfSynonymsWithoutAManifestIsNotSkipped) {
  ASSERT_TRUE(StoreDriver(folder_).SetSynonyms("c", "pill, tablet\n"));
  for (const char* segment : {"1.segment", "2.segment", "3.segment"}) {
    std::filesystem::remove(collection_ / segment);
  }
  std::filesystem::remove(manifest_);
  ExpectCorrupt(manifest_);
}

TEST_F(StoreDamageTest, AMissingSegmentIsNamed) {
  std::filesystem::remove(collection_ / "3.segment");
  EXPECT_THAT(Outage().message, HasSubstr("3.segment"));
}

TEST_F(StoreDamageTest, AnotherSegmentInItsPlaceIsFound) {
  const auto segment = collection_ / "3.segment";
  TemporaryFolder folder;
  StoreDriver other(folder);
  ASSERT_TRUE(other.Add("other", "Another text altogether."));
  std::filesystem::copy_file(folder.path() / "state/collections/c/2.segment",
                             segment,
                             std::filesystem::copy_options::overwrite_existing);
  ExpectCorrupt(segment);
}

TEST_F(StoreDamageTest, TwoStoresCannotShareADirectory) {
  auto first = Open();
  ASSERT_TRUE(first);
  auto second = Open();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(second.error().message,
              HasSubstr("in use by process " + std::to_string(::getpid())));
  first->reset();
  EXPECT_TRUE(Open());
}

TEST_F(StoreDamageTest, AFileInTheWayOfTheDirectoryIsNamed) {
  WriteFile(folder_.path() / "file", "x");
  for (const char* path : {"file", "file/state"}) {
    auto opened = CollectionStore::Open({.state_dir = folder_.path() / path});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, ErrorKind::kStorage);
    EXPECT_THAT(opened.error().message,
                HasSubstr((folder_.path() / path).string()));
  }
}

TEST_F(StoreDamageTest, DefaultsOutOfRangeAreRefused) {
  auto opened = CollectionStore::Open(
      {.state_dir = folder_.path() / "state", .defaults = {.theta = 2}});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::kInvalidParams);
}

}  // namespace
}  // namespace answerbox::daemon
