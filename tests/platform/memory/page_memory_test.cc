#include "platform/memory/page_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

namespace answerbox::platform {
namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20;

// How many of its pages are in memory.
std::size_t PagesOf(const PageMemory& memory) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((memory.bytes().size() + page - 1) / page);
  EXPECT_EQ(
      ::mincore(memory.bytes().data(), memory.bytes().size(), pages.data()), 0);
  return static_cast<std::size_t>(std::ranges::count_if(
      pages, [](unsigned char flags) { return (flags & 1) != 0; }));
}

TEST(PageMemoryTest, TakesNoMemoryUntilItIsWrittenTo) {
  const PageMemory memory(kBytes);
  EXPECT_EQ(PagesOf(memory), 0u);
  memory.bytes()[kBytes - 1] = std::byte{1};
  EXPECT_GT(PagesOf(memory), 0u);
}

TEST(PageMemoryTest, GivesItsPagesBackAndCanBeUsedAgain) {
  const PageMemory memory(kBytes);
  std::byte* const address = memory.bytes().data();
  std::memset(address, 7, kBytes);
  EXPECT_GT(PagesOf(memory), 0u);
  memory.GiveBack(0);
  EXPECT_EQ(PagesOf(memory), 0u);
  EXPECT_EQ(memory.bytes().data(), address);
  EXPECT_EQ(memory.bytes()[1], std::byte{0});
  memory.bytes()[1] = std::byte{9};
  EXPECT_EQ(memory.bytes()[1], std::byte{9});
}

TEST(PageMemoryTest, KeepsItsFirstBytes) {
  const PageMemory memory(kBytes);
  std::memset(memory.bytes().data(), 7, kBytes);
  const std::size_t all = PagesOf(memory);
  memory.GiveBack(1);
  EXPECT_EQ(PagesOf(memory), 1u);
  EXPECT_EQ(memory.bytes()[0], std::byte{7});
  EXPECT_EQ(memory.bytes()[kBytes - 1], std::byte{0});
  std::memset(memory.bytes().data(), 7, kBytes);
  memory.GiveBack(kBytes);
  EXPECT_EQ(PagesOf(memory), all);
}

TEST(PageMemoryTest, MoreThanThereIsThrows) {
  constexpr std::size_t kAllButAMebibyte =
      std::numeric_limits<std::size_t>::max() - (std::size_t{1} << 20) + 1;
  EXPECT_THROW(PageMemory{kAllButAMebibyte}, std::bad_alloc);
}

}  // namespace
}  // namespace answerbox::platform
