// Records that are counted while memory runs out.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <string>

#include "daemon/audit/caller_rates.h"

namespace {

bool g_has_memory = true;

}  // namespace

void* operator new(std::size_t bytes) {
  void* const block = g_has_memory ? std::malloc(bytes) : nullptr;
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace answerbox::daemon {
namespace {

constexpr CallerRates::Clock::time_point kNow{std::chrono::seconds(1000)};
constexpr std::size_t kMuch = std::size_t{1} << 30;

TEST(CallerRatesMemoryTest, ARecordWithoutMemoryForItsCallerIsNotCounted) {
  CallerRates rates(1);
  for (std::size_t i = 0; i < CallerRates::kMaxCallers; ++i) {
    rates.Note(std::to_string(i), kMuch, kNow);
  }
  g_has_memory = false;
  rates.Note("newcomer", kMuch, kNow);
  rates.Note("0", kMuch, kNow);
  g_has_memory = true;
  EXPECT_FALSE(rates.IsOver("newcomer", kNow));
  for (std::size_t i = 0; i < CallerRates::kMaxCallers; ++i) {
    EXPECT_TRUE(rates.IsOver(std::to_string(i), kNow)) << "none is forgotten";
  }
}

}  // namespace
}  // namespace answerbox::daemon
