// Counts the heap memory of uploads.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "daemon/collections/changes/staged_change.h"
#include "daemon/collections/changes/upload.h"
#include "daemon/collections/store.h"
#include "tests/heap_counter/heap_counter.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kHeldBytes = std::size_t{1} << 20;
constexpr int kUploads = 60;
// The memory of an upload without its text: its name, its file's name, and the
// object.
constexpr std::size_t kOverheadBytes = 2048;

class UploadMemoryTest : public testing::Test {
 protected:
  Upload& Begin() {
    uploads_.push_back(std::make_unique<Upload>(
        "default", "name",
        folder_.path() / (std::to_string(uploads_.size()) + ".upload"),
        budget_));
    return *uploads_.back();
  }

  // Bytes held since the test began.
  [[nodiscard]] std::uint64_t Held() const { return HeapBytes() - before_; }

  tests::TemporaryFolder folder_;
  std::shared_ptr<HeldBytes> budget_ = std::make_shared<HeldBytes>(kHeldBytes);
  const std::uint64_t before_ = HeapBytes();
  std::vector<std::unique_ptr<Upload>> uploads_;
};

TEST_F(UploadMemoryTest, TextTakesWhatTheBudgetSaysAndNoMore) {
  const std::string part(100'000, 'x');
  for (int i = 0; i < kUploads; ++i) {
    Upload& upload = Begin();
    for (int parts = 0; parts < 4; ++parts) {
      ASSERT_TRUE(upload.Append(part, {}, {}));
      EXPECT_LE(Held(), kHeldBytes + kUploads * kOverheadBytes);
    }
  }
  uploads_.clear();
  EXPECT_EQ(budget_->held(), 0u);
}

TEST_F(UploadMemoryTest, MarksTakeWhatTheBudgetSaysAndNoMore) {
  for (int i = 0; i < kUploads; ++i) {
    Upload& upload = Begin();
    std::vector<engine::PageMark> pages;
    for (std::uint32_t page = 0; page < 5000; ++page) {
      pages.push_back({page, 1});
    }
    std::uint64_t extra = pages.capacity() * sizeof(engine::PageMark);
    const auto appended = upload.Append("", pages, {});
    EXPECT_LE(Held(), kHeldBytes + kUploads * kOverheadBytes + extra);
    EXPECT_LE(Held(), budget_->held() + kUploads * kOverheadBytes + extra);
    if (!appended) break;
  }
  uploads_.clear();
  EXPECT_EQ(budget_->held(), 0u);
}

// Each connection has a change open, and puts as much into it as it can.
class StagedMemoryTest : public testing::Test {
 protected:
  static constexpr std::size_t kChanges = 60;
  static constexpr std::size_t kNameBytes = 512;
  // Of a change without steps.
  static constexpr std::size_t kEmptyBytes = 256;

  StagedMemoryTest() {
    for (std::size_t i = 0; i < kChanges; ++i) {
      changes_.push_back(store_->BeginChange("c"));
    }
  }

  static std::string NameOf(std::size_t number) {
    std::string name = std::to_string(number);
    return std::string(kNameBytes - name.size(), 'n') + name;
  }
  Result<void> Stage(StagedChange& change, const std::string& name) {
    auto upload = store_->Begin("c", name);
    EXPECT_TRUE(upload && upload->Append("Red keys.", {}, {}));
    if (auto staged = change.Add(*std::move(upload), {}); !staged) {
      return staged.error();
    }
    return {};
  }
  // What the budget says.
  [[nodiscard]] std::size_t Taken() const {
    std::size_t taken = 0;
    for (const StagedChange& change : changes_) taken += change.memory_bytes();
    return taken;
  }
  void ExpectBounded() const {
    EXPECT_LE(Taken(), kHeldBytes);
    EXPECT_LE(HeapBytes() - before_, Taken() + kChanges * kEmptyBytes);
  }
  void ExpectNoRoom(const Result<void>& refused) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kLimit);
    EXPECT_NE(refused.error().message.find("held_upload_bytes"),
              std::string::npos);
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<CollectionStore> store_ =
      CollectionStore::Open({.state_dir = folder_.path() / "state",
                             .held_upload_bytes = kHeldBytes})
          .value();
  const std::uint64_t before_ = HeapBytes();
  std::vector<StagedChange> changes_;
};

TEST_F(StagedMemoryTest, RemovalsTakeWhatTheBudgetSaysAndNoMore) {
  Result<void> staged;
  std::size_t count = 0;
  while (staged && count < kMaxStagedDocuments) {
    staged = changes_[count % kChanges].Remove(NameOf(count));
    ++count;
  }
  ExpectNoRoom(staged);
  EXPECT_GT(count, kHeldBytes / (2 * kNameBytes));
  ExpectBounded();
}

TEST_F(StagedMemoryTest, AdditionsTakeWhatTheBudgetSaysAndNoMore) {
  Result<void> staged;
  std::size_t count = 0;
  while (staged && count < kMaxStagedDocuments) {
    staged = Stage(changes_[count % kChanges], NameOf(count));
    ++count;
  }
  ExpectNoRoom(staged);
  EXPECT_GT(count, kHeldBytes / (3 * kNameBytes));
  ExpectBounded();
}

TEST_F(StagedMemoryTest, AChangeThatEndsMakesRoomForOthers) {
  while (changes_[0].Remove(NameOf(0))) continue;
  ExpectNoRoom(Stage(changes_[1], NameOf(1)));
  { const StagedChange aborted = std::move(changes_[0]); }
  EXPECT_TRUE(Stage(changes_[1], "key.md"));
  EXPECT_TRUE(changes_[2].Remove("old.md"));
}

}  // namespace
}  // namespace answerbox::daemon
