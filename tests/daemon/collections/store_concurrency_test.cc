// Reads while documents are added and removed and segments are merged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

// A reader must see a state that existed: the anchor is always there, names are
// sorted and unique, and each text belongs to its name.
bool IsConsistent(const CollectionStore& store) {
  const auto page = store.List("c", "", 1000);
  if (!page) return false;
  std::vector<std::string> names;
  for (const auto& document : page->documents) {
    names.push_back(document.name);
  }
  const bool sorted = std::adjacent_find(names.begin(), names.end(),
                                         std::greater_equal<>()) == names.end();
  const auto anchor = store.Text("c", "anchor", 0, 1000);
  return sorted && !names.empty() && names.front() == "anchor" && anchor &&
         anchor->text == TextOf("anchor");
}

TEST(StoreConcurrencyTest, ReadersSeeConsistentStatesThroughout) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  ASSERT_TRUE(store.Add("anchor"));
  std::atomic<bool> done = false;
  std::atomic<int> bad = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        if (!IsConsistent(*store)) ++bad;
        for (const auto& summary : store->Collections()) {
          if (summary.documents == 0) ++bad;
        }
      }
    });
  }
  for (int round = 0; round < 30; ++round) {
    const std::string name = "d" + std::to_string(round % 7);
    EXPECT_TRUE(store.Add(name));
    if (round % 3 == 0) {
      EXPECT_TRUE(store.Remove(name));
    }
    if (round % 5 == 0) {
      EXPECT_TRUE(store.Compact());
    }
    if (round % 10 == 0) {
      EXPECT_TRUE(store.Verify());
    }
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(bad, 0);
}

TEST(StoreConcurrencyTest, ManyThreadsMayChangeAtOnce) {
  const tests::TemporaryFolder folder;
  StoreDriver store(folder);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&store, thread] {
      for (int i = 0; i < 10; ++i) {
        const std::string name =
            std::to_string(thread) + "-" + std::to_string(i);
        EXPECT_TRUE(store.Add(name));
        if (i % 2 == 0) {
          EXPECT_TRUE(store.Remove(name));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store.Names().size(), 20u);
  EXPECT_EQ(store.Pin()->number(), 60u);
  store.Restart();
  EXPECT_EQ(store.Names().size(), 20u);
}

}  // namespace
}  // namespace answerbox::daemon
