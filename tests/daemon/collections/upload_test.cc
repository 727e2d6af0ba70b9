#include "daemon/collections/changes/upload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

TEST(UploadTest, TextOfOthersLeavesRoomForPagesAndHeadings) {
  const tests::TemporaryFolder folder;
  const auto budget = std::make_shared<HeldBytes>(1 << 20);
  std::vector<std::unique_ptr<Upload>> uploads;
  const auto begin = [&]() -> Upload& {
    const std::string file = std::to_string(uploads.size()) + ".upload";
    return *uploads.emplace_back(std::make_unique<Upload>(
        "default", "name", folder.path() / file, budget));
  };
  for (const std::size_t size :
       {200'000U, 50'000U, 10'000U, 1'000U, 100U, 10U, 1U}) {
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

// What Stow leaves of an upload.
std::unique_ptr<StowedDocument> Stowed(
    const std::filesystem::path& path, const std::shared_ptr<HeldBytes>& budget,
    std::string_view text, std::span<const engine::PageMark> pages,
    std::span<const engine::HeadingMark> headings,
    std::span<const NumberedBlock> blocks = {}) {
  Upload spool("default", "name", path, budget);
  EXPECT_TRUE(spool.Append(text, pages, headings, blocks));
  EXPECT_GT(budget->held(), 0u);
  auto stowed = spool.Stow(engine::ComputeSha256(text));
  EXPECT_TRUE(stowed);
  return *std::move(stowed);
}

// What is stowed takes nothing of the budget, and is read back as it was.
TEST(UploadTest, StowedDocumentsHoldNoMemoryOfTheUpload) {
  const tests::TemporaryFolder folder;
  const auto budget = std::make_shared<HeldBytes>(1 << 20);
  const auto path = folder.path() / "1.upload";
  {
    const std::vector<engine::PageMark> pages = {{0, 1, 0}, {5, 2, 81}};
    std::vector<NumberedBlock> blocks(2);
    blocks[0].block.kind = engine::TextBlockKind::kHeading;
    blocks[0].block.range = {0, 5};
    blocks[0].block.level = 2;
    blocks[1].block.kind = engine::TextBlockKind::kParagraph;
    blocks[1].block.range = {6, 11};
    const auto stowed = Stowed(path, budget, "Cold. Words", pages, {}, blocks);
    EXPECT_EQ(budget->held(), 0u);
    EXPECT_EQ(stowed->name(), "name");
    const auto read = stowed->Read();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->text, "Cold. Words");
    EXPECT_TRUE(std::ranges::equal(read->pages, pages));
    ASSERT_EQ(read->headings.size(), 1u);
    EXPECT_EQ(read->headings[0].level, 2);
    ASSERT_EQ(read->blocks.size(), 2u);
    EXPECT_EQ(read->blocks[1].range, blocks[1].block.range);
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

void ExpectChanged(DocumentSource& document,
                   const std::filesystem::path& path) {
  const auto read = document.Read();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kStorage);
  EXPECT_EQ(read.error().subject, path.string());
}

TEST(UploadTest, FindsAStowedFileThatWasCutOrGrew) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "1.upload";
  const std::vector<engine::PageMark> pages = {{0, 1, 0}};
  const auto stowed =
      Stowed(path, std::make_shared<HeldBytes>(1 << 20), "Words", pages, {});
  const std::string intact = tests::ReadFile(path);
  for (std::size_t bytes = 0; bytes < intact.size(); ++bytes) {
    tests::WriteFile(path, intact.substr(0, bytes));
    ExpectChanged(*stowed, path);
  }
  tests::WriteFile(path, intact + "x");
  ExpectChanged(*stowed, path);
  tests::WriteFile(path, intact);
  EXPECT_TRUE(stowed->Read());
}

TEST(UploadTest, FindsEveryChangedByteOfAStowedFile) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "1.upload";
  const std::vector<engine::PageMark> pages = {{0, 1, 0}};
  const std::vector<engine::HeadingMark> headings = {{{0, 5}, 1}};
  const auto stowed = Stowed(path, std::make_shared<HeldBytes>(1 << 20),
                             "Words in room 2", pages, headings);
  const std::string intact = tests::ReadFile(path);
  for (std::size_t at = 0; at < intact.size(); ++at) {
    std::string changed = intact;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    tests::WriteFile(path, changed);
    ExpectChanged(*stowed, path);
  }
}

TEST(UploadTest, FindsThatTheFileOfALongUploadChanged) {
  const tests::TemporaryFolder folder;
  const auto path = folder.path() / "1.upload";
  Upload spool("default", "name", path, std::make_shared<HeldBytes>(1 << 20));
  ASSERT_TRUE(spool.Append(std::string(kMaxHeldTextBytes, 'x'), {}, {}));
  ASSERT_TRUE(spool.Append("y", {}, {}));
  ASSERT_TRUE(spool.Read());
  std::filesystem::resize_file(path, 100'000);
  ExpectChanged(spool, path);
  tests::WriteFile(path, std::string(kMaxHeldTextBytes + 1, 'x'));
  ExpectChanged(spool, path);
}

}  // namespace
}  // namespace answerbox::daemon
