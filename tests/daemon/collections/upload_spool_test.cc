#include "daemon/collections/changes/upload_spool.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

TEST(UploadSpoolTest, TextOfOthersLeavesRoomForPagesAndHeadings) {
  const tests::TemporaryFolder folder;
  const auto budget = std::make_shared<HeldBytes>(1 << 20);
  std::vector<std::unique_ptr<UploadSpool>> uploads;
  const auto begin = [&]() -> UploadSpool& {
    const std::string file = std::to_string(uploads.size()) + ".upload";
    return *uploads.emplace_back(std::make_unique<UploadSpool>(
        "default", "name", folder.path() / file, budget));
  };
  for (const std::size_t size : {200'000, 50'000, 10'000, 1'000, 100, 10, 1}) {
    for (int i = 0; i < 8; ++i) {
      ASSERT_TRUE(begin().Append(std::string(size, 'x'), {}, {}));
    }
  }
  std::vector<engine::PageMark> pages;
  std::vector<engine::HeadingMark> headings;
  for (std::uint32_t i = 0; i < 200; ++i) {
    pages.push_back({2 * i, i + 1});
    headings.push_back({{2 * i, 2 * i + 1}, 1});
  }
  EXPECT_TRUE(begin().Append("", pages, headings));
  uploads.clear();
  EXPECT_EQ(budget->held(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
