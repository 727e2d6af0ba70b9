#include "platform/file/temporary_mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

TEST(TemporaryMapping, HoldsZerosAndWhatWasWritten) {
  const TemporaryFolder folder;
  const auto mapping = TemporaryMapping::Create(folder.path() / "t", 10000);
  ASSERT_TRUE(mapping);
  const std::span<std::byte> bytes = mapping->bytes();
  ASSERT_EQ(bytes.size(), 10000u);
  EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(),
                          [](std::byte byte) { return byte == std::byte{0}; }));
  bytes.front() = std::byte{1};
  bytes.back() = std::byte{2};
  mapping->Release();
  EXPECT_EQ(bytes.front(), std::byte{1});
  EXPECT_EQ(bytes.back(), std::byte{2});
}

TEST(TemporaryMapping, HasNoName) {
  const TemporaryFolder folder;
  const auto mapping = TemporaryMapping::Create(folder.path() / "t", 1);
  ASSERT_TRUE(mapping);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(TemporaryMapping, MayBeEmpty) {
  const TemporaryFolder folder;
  const auto mapping = TemporaryMapping::Create(folder.path() / "t", 0);
  ASSERT_TRUE(mapping);
  EXPECT_TRUE(mapping->bytes().empty());
}

TEST(TemporaryMapping, NamesTheFileThatCannotBeMade) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "missing" / "t";
  const auto mapping = TemporaryMapping::Create(path, 1);
  ASSERT_FALSE(mapping);
  EXPECT_EQ(mapping.error().code.value(), ENOENT);
  EXPECT_EQ(mapping.error().path, path.string());
}

TEST(TemporaryMapping, RefusesMoreThanThereIsAndLeavesNothing) {
  const TemporaryFolder folder;
  for (const std::uint64_t bytes :
       {std::uint64_t{std::numeric_limits<std::size_t>::max()},
        std::uint64_t{1} << 61}) {
    EXPECT_FALSE(TemporaryMapping::Create(folder.path() / "t", bytes));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  }
}

}  // namespace
}  // namespace answerbox::platform
