// A damaged segment of the old format, after its rebuilding has found the
// damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/index/format/segment_footer.h"
#include "tests/daemon/collections/known_faults.h"
#include "tests/daemon/collections/old_collection.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using engine::Section;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tests::ReadFile;
using tests::TemporaryFolder;
using tests::WriteFile;

const std::vector<std::string> kNames = {"fridge.md", "hands.md", "leave.md"};

class OldDamageTest : public ::testing::TestWithParam<OldCollection> {
 protected:
  OldDamageTest() {
    GetParam().CopyTo(state_dir_);
    intact_ = ReadFile(segment_);
    auto store = CollectionStore::Open({.state_dir = state_dir_}).value();
    replies_ = Replies(*store);
  }

  // Opens a store whose segment has a changed byte in the section. Returns when
  // the store knows the damage. Null if the section has no bytes.
  std::unique_ptr<StoreDriver> OpenDamaged(Section section) {
    GetParam().CopyTo(state_dir_);
    const auto footer =
        engine::DecodeFooter(std::as_bytes(std::span(intact_))).value();
    const engine::SectionPlace place = footer[section];
    if (place.bytes == 0) return nullptr;
    std::string bytes = intact_;
    bytes[static_cast<std::size_t>(place.begin + place.bytes / 2)] ^= 1;
    WriteFile(segment_, bytes);
    faults_ = std::make_unique<KnownFaults>();
    auto store = std::make_unique<StoreDriver>(
        StoreOptions{.state_dir = state_dir_, .on_fault = faults_->teller()});
    const Error fault = faults_->Await();
    ExpectNamed(fault);
    EXPECT_EQ(fault.field, engine::SectionName(section));
    EXPECT_EQ(fault.offset, place.begin);
    return store;
  }

  void ForEachDamagedSection(
      const std::function<void(Section, StoreDriver&)>& test) {
    for (std::size_t i = 0; i < engine::kOldSectionCount; ++i) {
      const auto section = static_cast<Section>(i);
      SCOPED_TRACE(engine::SectionName(section));
      const auto store = OpenDamaged(section);
      if (store != nullptr) test(section, *store);
    }
  }

  void ExpectNamed(const Error& error) {
    EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
    EXPECT_EQ(error.subject, segment_.string());
    EXPECT_THAT(error.message, HasSubstr(segment_.string()));
    EXPECT_TRUE(error.offset);
    EXPECT_THAT(error.field, Not(IsEmpty()));
  }

  // The store's replies about its documents, by the kind of request.
  using Reply = Result<std::string>;
  std::map<std::string, Reply> Replies(CollectionStore& store) const {
    std::map<std::string, Reply> replies;
    const auto listed = store.List(collection_, "", 1000);
    std::string list;
    for (const auto& document : listed ? *listed : kNoDocuments) {
      list += document.name + " " + std::to_string(document.bytes) + " " +
              std::to_string(document.chunks) + " " +
              std::to_string(document.sentences) + " " +
              std::to_string(document.pages) + "\n";
      for (const std::byte byte : document.sha256) {
        list += static_cast<char>(byte);
      }
    }
    replies.emplace("list", listed ? Reply(list) : listed.error());
    for (const std::string& name : kNames) {
      const auto part = store.Text(collection_, name, 0, kMaxTextPartBytes);
      replies.emplace(name, part ? Reply(part->text) : part.error());
    }
    return replies;
  }

  static bool HoldsNames(Section section) {
    return section == Section::kNames || section == Section::kDocuments ||
           section == Section::kDocumentsByName ||
           section == Section::kNameFilter;
  }

  const std::vector<DocumentSummary> kNoDocuments;
  const TemporaryFolder folder_;
  const std::filesystem::path state_dir_ = folder_.path() / "state";
  const std::filesystem::path segment_ = GetParam().SegmentIn(state_dir_);
  const std::string collection_ = GetParam().name;
  std::string intact_;
  std::map<std::string, Reply> replies_;
  std::unique_ptr<KnownFaults> faults_;
};

TEST_P(OldDamageTest, IsAnErrorOfEveryQuestion) {
  ForEachDamagedSection([&](Section section, StoreDriver& store) {
    const auto segments =
        store->SegmentsOf(collection_, *store.Pin(collection_));
    ASSERT_FALSE(segments);
    ExpectNamed(segments.error());
    EXPECT_EQ(segments.error().field, engine::SectionName(section));
  });
}

TEST_P(OldDamageTest, IsServedInNoListAndNoText) {
  ForEachDamagedSection([&](Section section, StoreDriver& store) {
    std::size_t errors = 0;
    for (const auto& [asked, reply] : Replies(*store)) {
      if (reply) {
        EXPECT_EQ(*reply, *replies_.at(asked)) << asked;
      } else {
        ExpectNamed(reply.error());
        ++errors;
      }
    }
    if (section == Section::kText) {
      EXPECT_EQ(errors, kNames.size());
    } else if (!HoldsNames(section)) {
      EXPECT_EQ(errors, 0u);
    }
  });
}

TEST_P(OldDamageTest, LetsDocumentsBeRemovedWhoseNamesAreSound) {
  ForEachDamagedSection([&](Section section, StoreDriver& store) {
    const auto removed = store.Remove(kNames[1], collection_);
    if (removed) {
      EXPECT_EQ(store.Pin(collection_)->document_count(), 2u);
    } else {
      EXPECT_TRUE(HoldsNames(section));
      EXPECT_EQ(removed.error().kind, ErrorKind::kCorrupt);
    }
    // The removal made a new snapshot of the same segment.
    EXPECT_FALSE(store->SegmentsOf(collection_, *store.Pin(collection_)));
  });
}

TEST_P(OldDamageTest, EndsWhenItsDocumentsAreRemoved) {
  const auto store = OpenDamaged(Section::kText);
  ASSERT_TRUE(store->Add("new.md", "Hands are washed often.", collection_));
  EXPECT_FALSE((*store)->SegmentsOf(collection_, *store->Pin(collection_)));
  for (const std::string& name : kNames) {
    ASSERT_TRUE(store->Remove(name, collection_));
  }
  EXPECT_TRUE((*store)->SegmentsOf(collection_, *store->Pin(collection_)));
  EXPECT_FALSE(std::filesystem::exists(segment_));
}

TEST_P(OldDamageTest, LetsItsCollectionBeRemoved) {
  ForEachDamagedSection([&](Section, StoreDriver& store) {
    EXPECT_TRUE(store.Drop(collection_));
    EXPECT_FALSE(std::filesystem::exists(segment_));
  });
}

TEST_P(OldDamageTest, IsToldOnceAndLeavesTheFileAsItIs) {
  const auto store = OpenDamaged(Section::kNames);
  const std::string bytes = ReadFile(segment_);
  EXPECT_EQ(store->Pin(collection_)->totals().old_segments, 1u);
  ASSERT_TRUE(store->SetTheta(collection_, 0.5));
  EXPECT_FALSE(store->Verify(collection_));
  store->Close();
  EXPECT_EQ(faults_->count(), 1u);
  EXPECT_EQ(ReadFile(segment_), bytes);
}

INSTANTIATE_TEST_SUITE_P(Profiles, OldDamageTest,
                         ::testing::Values(kOldDefault, kOldPaper));

}  // namespace
}  // namespace answerbox::daemon
