// A page of a cut file is the one kind of unreadable page that any machine has.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "platform/file/mapped_file.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

class UnreadablePagesTest : public ::testing::Test {
 protected:
  UnreadablePagesTest() {
    ::sigaction(SIGBUS, nullptr, &before_);
    SurviveUnreadablePages();
    tests::WriteFile(path_, std::string(4 * page_, 'x'));
  }
  ~UnreadablePagesTest() override { ::sigaction(SIGBUS, &before_, nullptr); }

  const std::size_t page_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "file";
  struct sigaction before_ {};
};

TEST_F(UnreadablePagesTest, AreZerosAndCounted) {
  auto file = MappedFile::Open(path_);
  ASSERT_TRUE(file);
  file->Protect();
  std::filesystem::resize_file(path_, 2 * page_);
  const std::uint32_t before = UnreadablePages();
  EXPECT_EQ(file->text().substr(0, 2 * page_), std::string(2 * page_, 'x'));
  EXPECT_EQ(UnreadablePages(), before);
  EXPECT_EQ(file->text().substr(2 * page_), std::string(2 * page_, '\0'));
  EXPECT_GT(UnreadablePages(), before);
  EXPECT_GT(file->unreadable_pages(), 0u);
}

TEST_F(UnreadablePagesTest, AreReadAgainWhenTheFileIsMappedAgain) {
  auto file = MappedFile::Open(path_);
  ASSERT_TRUE(file);
  file->Protect();
  std::filesystem::resize_file(path_, 2 * page_);
  EXPECT_EQ(file->text().back(), '\0');
  std::filesystem::resize_file(path_, 4 * page_);
  std::fstream(path_, std::ios::in | std::ios::out)
      << std::string(4 * page_, 'y');
  EXPECT_EQ(file->text().back(), '\0');
  EXPECT_TRUE(file->MapAgain(path_));
  EXPECT_EQ(file->text().back(), 'y');
  // Another file of that name is not mapped.
  std::filesystem::rename(path_, folder_.path() / "old");
  tests::WriteFile(path_, std::string(4 * page_, 'z'));
  EXPECT_FALSE(file->MapAgain(path_));
  EXPECT_EQ(file->text().back(), 'y');
}

TEST_F(UnreadablePagesTest, AreZerosInAMappingThatWasMoved) {
  auto file = MappedFile::Open(path_);
  ASSERT_TRUE(file);
  file->Protect();
  const MappedFile moved = std::move(*file);
  MappedFile assigned;
  {
    auto other = MappedFile::Open(path_);
    ASSERT_TRUE(other);
    other->Protect();
    assigned = std::move(*other);
  }
  std::filesystem::resize_file(path_, page_);
  EXPECT_EQ(moved.text().back(), '\0');
  EXPECT_EQ(assigned.text().back(), '\0');
}

using UnreadablePagesDeathTest = UnreadablePagesTest;

TEST_F(UnreadablePagesDeathTest, AnyOtherBusErrorEndsTheProcess) {
  EXPECT_EXIT(static_cast<void>(::raise(SIGBUS)),
              ::testing::KilledBySignal(SIGBUS), "");
}

TEST_F(UnreadablePagesDeathTest, EndTheProcessWhereNobodyComparesChecksums) {
  auto file = MappedFile::Open(path_);
  ASSERT_TRUE(file);
  std::filesystem::resize_file(path_, page_);
  EXPECT_EXIT(
      {
        volatile char last = file->text().back();
        static_cast<void>(last);
      },
      ::testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace answerbox::platform
