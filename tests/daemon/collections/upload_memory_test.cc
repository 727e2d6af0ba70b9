// Counts the heap memory of uploads.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "daemon/collections/changes/upload_spool.h"
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
  UploadSpool& Begin() {
    uploads_.push_back(std::make_unique<UploadSpool>(
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
  std::vector<std::unique_ptr<UploadSpool>> uploads_;
};

TEST_F(UploadMemoryTest, TextTakesWhatTheBudgetSaysAndNoMore) {
  const std::string part(100'000, 'x');
  for (int i = 0; i < kUploads; ++i) {
    UploadSpool& upload = Begin();
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
    UploadSpool& upload = Begin();
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

}  // namespace
}  // namespace answerbox::daemon
