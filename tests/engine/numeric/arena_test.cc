#include "engine/numeric/arena.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <new>
#include <vector>

namespace answerbox::engine {
namespace {

TEST(Arena, ServesContainersFromTheStorageItWasGiven) {
  alignas(std::max_align_t) std::array<std::byte, 256> storage;
  Arena arena(storage);
  std::pmr::vector<std::uint32_t> numbers({1, 2, 3}, &arena);
  const auto* first = reinterpret_cast<const std::byte*>(numbers.data());
  EXPECT_GE(first, storage.data());
  EXPECT_LT(first, storage.data() + storage.size());
}

TEST(Arena, FitsExactlyItsCapacityAndNotAByteMore) {
  alignas(std::max_align_t) std::array<std::byte, 64> storage;
  Arena arena(storage);
  EXPECT_NE(arena.allocate(64, 1), nullptr);
  EXPECT_THROW(static_cast<void>(arena.allocate(1, 1)), std::bad_alloc);
}

TEST(Arena, AlignsAsAsked) {
  alignas(std::max_align_t) std::array<std::byte, 64> storage;
  Arena arena(storage);
  static_cast<void>(arena.allocate(1, 1));
  const auto place =
      reinterpret_cast<std::uintptr_t>(arena.allocate(8, alignof(double)));
  EXPECT_EQ(place % alignof(double), 0u);
}

TEST(Arena, IsUnchangedByARefusedAllocation) {
  alignas(std::max_align_t) std::array<std::byte, 64> storage;
  Arena arena(storage);
  static_cast<void>(arena.allocate(10, 1));
  EXPECT_THROW(static_cast<void>(arena.allocate(1000, 8)), std::bad_alloc);
  EXPECT_EQ(arena.used(), 10u);
  EXPECT_NE(arena.allocate(54, 1), nullptr);
}

TEST(Arena, RemembersItsHighWaterMarkAcrossResets) {
  alignas(std::max_align_t) std::array<std::byte, 64> storage;
  Arena arena(storage);
  static_cast<void>(arena.allocate(40, 1));
  arena.Reset();
  static_cast<void>(arena.allocate(8, 1));
  EXPECT_EQ(arena.used(), 8u);
  EXPECT_EQ(arena.high_water_mark(), 40u);
}

}  // namespace
}  // namespace answerbox::engine
