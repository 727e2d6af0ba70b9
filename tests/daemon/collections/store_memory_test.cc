// Counts the heap memory that adding, merging and compacting take.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>

#include "tests/daemon/collections/store_driver.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::daemon {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::size_t kDocumentBytes = 20'000;

// Two in three words repeat, and every third word is new.
class Texts {
 public:
  std::string Next() {
    std::string text;
    while (text.size() < kDocumentBytes) {
      ++word_;
      text += word_ % 3 == 0 ? "n" + std::to_string(word_)
                             : "w" + std::to_string(word_ * word_ % 997);
      text += word_ % 12 == 0 ? ". " : " ";
    }
    return text;
  }

 private:
  std::uint64_t word_ = 0;
};

class StoreMemoryTest : public ::testing::Test {
 protected:
  // Sends at most `in_flight` documents at a time, like a client.
  void AddDocuments(StoreDriver& store, std::uint64_t bytes) {
    constexpr std::size_t kInFlight = 16;
    Texts texts;
    std::deque<Waiter<DocumentSummary>> waiting;
    for (std::uint64_t i = 0; i * kDocumentBytes < bytes; ++i) {
      if (waiting.size() == kInFlight) {
        ASSERT_TRUE(waiting.front().Wait());
        waiting.pop_front();
      }
      waiting.push_back(store.Send(std::to_string(i), texts.Next()));
    }
    for (auto& waiter : waiting) ASSERT_TRUE(waiter.Wait());
  }

  tests::TemporaryFolder folder_;
};

TEST_F(StoreMemoryTest, HoldsTheBudgetWhileFiftyTimesAsMuchIsAdded) {
  StoreDriver store({.state_dir = folder_.path() / "state",
                     .writer_memory_bytes = kMiB,
                     .merge_memory_bytes = kMiB,
                     .held_upload_bytes = kMiB});
  ForgetHighestHeapBytes();
  const std::uint64_t before = HeapBytes();
  AddDocuments(store, 50 * kMiB);
  EXPECT_LE(HighestHeapBytes() - before, 4 * kMiB);
  ForgetHighestHeapBytes();
  const auto compacted = store.Compact();
  ASSERT_TRUE(compacted) << compacted.error().message;
  EXPECT_EQ(compacted->segments, 1u);
  EXPECT_LE(HighestHeapBytes() - before, 2 * kMiB);
  RecordProperty("kib_left", static_cast<int>((HeapBytes() - before) >> 10));
}

}  // namespace
}  // namespace answerbox::daemon
