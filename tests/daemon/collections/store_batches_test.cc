// Changes that wait together are committed together, in their order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

// Holds the writing thread in a completion until Open() is called. Changes that
// are sent meanwhile become one batch.
class Gate {
 public:
  explicit Gate(StoreDriver& store) {
    auto entered = std::make_shared<std::promise<void>>();
    store->Drop("gate", [entered, open = open_.get_future().share()](auto) {
      entered->set_value();
      open.wait();
    });
    entered->get_future().wait();
  }
  ~Gate() { Open(); }

  void Open() {
    if (!std::exchange(opened_, true)) open_.set_value();
  }

 private:
  std::promise<void> open_;
  bool opened_ = false;
};

std::vector<std::string> InOrder(const Snapshot& snapshot) {
  std::vector<std::string> texts;
  for (const auto& segment : snapshot.segments()) {
    const auto& reader = segment.stored->reader;
    for (std::uint32_t at = 0; at < reader.counts().documents; ++at) {
      if (segment.removed.Contains(at)) continue;
      const auto record = reader.Document(at);
      texts.push_back(std::string(record->name) + "=" +
                      std::string(reader.Text(*record).value()));
    }
  }
  return texts;
}

class StoreBatchesTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreBatchesTest, ABatchBecomesOneSegment) {
  Gate gate(store_);
  auto a = store_.Send("a", "One.");
  auto b = store_.Send("b", "Two.");
  EXPECT_EQ(store_->activity().queued_changes, 2u);
  gate.Open();
  ASSERT_TRUE(a.Wait());
  ASSERT_TRUE(b.Wait());
  EXPECT_EQ(store_.Pin()->segments().size(), 1u);
  EXPECT_EQ(store_.Pin()->number(), 2u);
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b"));
}

TEST_F(StoreBatchesTest, ABadDocumentFailsAlone) {
  Gate gate(store_);
  auto a = store_.Send("a", "One.");
  auto bad = store_.Send("bad", "not \xff text");
  auto b = store_.Send("b", "Two.");
  gate.Open();
  EXPECT_TRUE(a.Wait());
  EXPECT_EQ(bad.Wait().error().subject, "invalid_utf8");
  EXPECT_TRUE(b.Wait());
  EXPECT_THAT(store_.Names(), ElementsAre("a", "b"));
}

TEST_F(StoreBatchesTest, ABatchOfBadDocumentsMakesNoCollection) {
  EXPECT_FALSE(store_.Add("a", " \n"));
  EXPECT_EQ(store_.Pin(), nullptr);
  EXPECT_TRUE(
      std::filesystem::is_empty(folder_.path() / "state" / "collections"));
}

TEST_F(StoreBatchesTest, WithinABatchTheLastOfANameStays) {
  Gate gate(store_);
  auto first = store_.Send("a", "First. And longer.");
  auto second = store_.Send("a", "Second.");
  gate.Open();
  auto one = first.Wait();
  auto two = second.Wait();
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  EXPECT_FALSE(one->replaced);
  EXPECT_EQ(one->sentences, 2u);
  EXPECT_TRUE(two->replaced);
  EXPECT_EQ(two->sentences, 1u);
  store_.Restart();
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
  EXPECT_EQ(store_.Text("a"), "Second.");
}

TEST_F(StoreBatchesTest, ADocumentCanBeAddedAndRemovedInOneBatch) {
  Gate gate(store_);
  auto a = store_.Send("a", "One.");
  auto b = store_.Send("b", "Two.");
  Waiter<void> removed;
  store_->Remove("c", "b", removed.completion());
  Waiter<void> again;
  store_->Remove("c", "b", again.completion());
  gate.Open();
  ASSERT_TRUE(a.Wait());
  ASSERT_TRUE(b.Wait());
  EXPECT_TRUE(removed.Wait());
  EXPECT_EQ(again.Wait().error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(store_.Names(), ElementsAre("a"));
  EXPECT_EQ(store_.Pin()->number(), 3u);
}

TEST_F(StoreBatchesTest, OtherCollectionsAndKindsOfChangeKeepTheirOrder) {
  Gate gate(store_);
  auto a = store_.Send("a", "In one.", "one");
  auto b = store_.Send("b", "In two.", "two");
  Waiter<void> dropped;
  store_->Drop("one", dropped.completion());
  auto c = store_.Send("c", "In one again.", "one");
  gate.Open();
  EXPECT_TRUE(a.Wait());
  EXPECT_TRUE(b.Wait());
  EXPECT_TRUE(dropped.Wait());
  EXPECT_TRUE(c.Wait());
  EXPECT_THAT(store_.Names("one"), ElementsAre("c"));
  EXPECT_THAT(store_.Names("two"), ElementsAre("b"));
}

// The memory of the writer that a segment of one small document uses up.
constexpr std::size_t kOneDocument = std::size_t{20} << 10;

// Makes the same changes as one batch, one by one, in segments of one document,
// and merged. Each way must give the same documents in the same order, and the
// same snapshot number.
TEST_F(StoreBatchesTest, HowChangesAreBatchedDoesNotShow) {
  const std::vector<std::pair<std::string, std::string>> adds = {
      {"a", "1."}, {"b", "2."}, {"a", "3."}, {"c", "4."},
      {"b", "5."}, {"d", "6."}, {"a", "7."}};
  std::vector<std::vector<std::string>> orders;
  std::vector<std::uint64_t> numbers;
  for (const std::size_t budget : {std::size_t{8} << 20, kOneDocument}) {
    for (const bool at_once : {true, false}) {
      const TemporaryFolder folder;
      StoreDriver store({.state_dir = folder.path() / "state",
                         .writer_memory_bytes = budget});
      {
        std::optional<Gate> gate;
        if (at_once) gate.emplace(store);
        std::vector<Waiter<DocumentSummary>> waiters;
        for (const auto& [name, text] : adds) {
          waiters.push_back(store.Send(name, text));
          if (!at_once) {
            ASSERT_TRUE(waiters.back().Wait());
          }
        }
        if (gate) gate->Open();
        for (auto& waiter : waiters) {
          if (at_once) {
            ASSERT_TRUE(waiter.Wait());
          }
        }
      }
      ASSERT_TRUE(store.Remove("d"));
      orders.push_back(InOrder(*store.Pin()));
      ASSERT_TRUE(store.Compact());
      orders.push_back(InOrder(*store.Pin()));
      store.Restart();
      orders.push_back(InOrder(*store.Pin()));
      numbers.push_back(store.Pin()->number());
    }
  }
  EXPECT_THAT(orders.front(), ElementsAre("c=4.", "b=5.", "a=7."));
  EXPECT_THAT(orders, ::testing::Each(orders.front()));
  EXPECT_THAT(numbers, ::testing::Each(8u));
}

TEST_F(StoreBatchesTest, ABatchOverTheWritersMemoryBecomesSeveralSegments) {
  const TemporaryFolder folder;
  StoreDriver store({.state_dir = folder.path() / "state",
                     .writer_memory_bytes = kOneDocument});
  Gate gate(store);
  auto a = store.Send("a", "One. Two.");
  auto b = store.Send("b", "Three.");
  auto again = store.Send("a", "Four.");
  gate.Open();
  EXPECT_EQ(a.Wait()->sentences, 2u);
  EXPECT_EQ(b.Wait()->sentences, 1u);
  EXPECT_TRUE(again.Wait()->replaced);
  // All documents of the first segment are gone, so it is left out.
  EXPECT_EQ(store.Pin()->segments().size(), 2u);
  EXPECT_THAT(InOrder(*store.Pin()), ElementsAre("b=Three.", "a=Four."));
  EXPECT_EQ(store.Pin()->number(), 3u);
}

TEST_F(StoreBatchesTest, ADocumentTooLargeForTheWritersMemoryFailsAlone) {
  const TemporaryFolder folder;
  StoreDriver store({.state_dir = folder.path() / "state",
                     .writer_memory_bytes = std::size_t{1} << 20});
  std::string words;
  for (int i = 0; i < 200'000; ++i) words += "w" + std::to_string(i) + ' ';
  Gate gate(store);
  auto before = store.Send("before", "One.");
  auto large = store.Send("large", words);
  auto after = store.Send("after", "Two.");
  gate.Open();
  EXPECT_TRUE(before.Wait());
  EXPECT_TRUE(after.Wait());
  const auto refused = large.Wait();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kLimit);
  EXPECT_THAT(refused.error().message, HasSubstr("4 MiB"));
  EXPECT_THAT(refused.error().message, HasSubstr("writer_memory_bytes"));
  EXPECT_THAT(InOrder(*store.Pin()), ElementsAre("before=One.", "after=Two."));
}

TEST_F(StoreBatchesTest, PastTheQueuesLimitChangesAreBusy) {
  const TemporaryFolder folder;
  StoreDriver store(
      {.state_dir = folder.path() / "state", .max_queued_changes = 2});
  Gate gate(store);
  auto a = store.Send("a", "One.");
  auto b = store.Send("b", "Two.");
  EXPECT_EQ(store.Send("c", "Three.").Wait().error().kind, ErrorKind::kBusy);
  EXPECT_EQ(store.Create("d").error().kind, ErrorKind::kBusy);
  gate.Open();
  EXPECT_TRUE(a.Wait());
  EXPECT_TRUE(b.Wait());
  EXPECT_TRUE(store.Add("c", "Three."));
}

TEST_F(StoreBatchesTest, AcceptedChangesFinishBeforeTheStoreCloses) {
  std::vector<Waiter<DocumentSummary>> waiters;
  for (int i = 0; i < 20; ++i) {
    waiters.push_back(store_.Send("d" + std::to_string(i), "Text."));
  }
  store_.Close();
  for (auto& waiter : waiters) EXPECT_TRUE(waiter.Wait());
  store_.Restart();
  EXPECT_EQ(store_.Names().size(), 20u);
}

// A completion on the store's own thread tries until the destructor, which
// waits for that thread, has begun to refuse changes.
TEST_F(StoreBatchesTest, WhileTheStoreClosesChangesAreRefused) {
  ASSERT_TRUE(store_.Add("a"));
  auto refused = std::make_shared<std::atomic<bool>>(false);
  store_->Drop("none", [store = &*store_, refused](auto) {
    while (!*refused) {
      store->Remove("none", "a", [refused](Result<void> result) {
        if (result.error().kind == ErrorKind::kShuttingDown) *refused = true;
      });
      std::this_thread::yield();
    }
  });
  store_.Close();
  EXPECT_TRUE(*refused);
}

}  // namespace
}  // namespace answerbox::daemon
