#include "daemon/methods/gathering/dense_vectors_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "daemon/methods/query_end.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;
using testing::Not;

class DenseVectorsCacheTest : public testing::Test {
 protected:
  DenseVectorsCacheTest() {
    EXPECT_TRUE(store_.Add("fridge", "The fridge is cold. Its motor hums."));
    EXPECT_TRUE(store_.Add("pump", "The motor of the pump hums at night."));
  }

  engine::Result<DenseVectorsCache::Vectors> Make(
      const std::shared_ptr<const Snapshot>& snapshot,
      const std::string& collection = "c") {
    return cache_.Begin(collection)->Make(snapshot);
  }

  // The store's threads may hold the last snapshot for a moment.
  static bool Goes(const std::weak_ptr<const engine::DenseVectors>& vectors) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(9);
    while (!vectors.expired() && std::chrono::steady_clock::now() < end) {
      std::this_thread::yield();
    }
    return vectors.expired();
  }

  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
  DenseVectorsCache cache_;
};

TEST_F(DenseVectorsCacheTest, KeepsTheVectorsOfASnapshot) {
  const auto snapshot = store_->Pin("c").value();
  EXPECT_EQ(cache_.Find(snapshot), nullptr);
  const auto made = Make(snapshot).value();
  EXPECT_EQ(cache_.Find(snapshot), made);
  EXPECT_EQ(cache_.Find(store_->Pin("c").value()), made);
  EXPECT_EQ(Make(snapshot).value(), made);
}

TEST_F(DenseVectorsCacheTest, VectorsGoWithTheirSnapshot) {
  auto before = Make(store_->Pin("c").value()).value();
  const std::weak_ptr<const engine::DenseVectors> watched = before;
  before.reset();
  EXPECT_FALSE(watched.expired());
  ASSERT_TRUE(store_.Remove("pump"));
  EXPECT_TRUE(Goes(watched));
  EXPECT_EQ(cache_.Find(store_->Pin("c").value()), nullptr);
  EXPECT_TRUE(Make(store_->Pin("c").value()));
}

TEST_F(DenseVectorsCacheTest, VectorsOfADroppedCollectionGo) {
  const std::weak_ptr<const engine::DenseVectors> watched =
      Make(store_->Pin("c").value()).value();
  ASSERT_TRUE(store_.Drop("c"));
  EXPECT_TRUE(Goes(watched));
}

TEST_F(DenseVectorsCacheTest, OneCollectionHasVectorsAtATime) {
  ASSERT_TRUE(store_.Add("gate", "The porter locks the gate.", "other"));
  const auto first = store_->Pin("c").value();
  const auto second = store_->Pin("other").value();
  const std::weak_ptr<const engine::DenseVectors> watched = Make(first).value();
  const auto made = Make(second, "other").value();
  EXPECT_EQ(cache_.Find(second), made);
  EXPECT_EQ(cache_.Find(first), nullptr);
  EXPECT_TRUE(watched.expired());
}

TEST_F(DenseVectorsCacheTest, ThoseOfANewerSnapshotStay) {
  const auto older = store_->Pin("c").value();
  ASSERT_TRUE(store_.Remove("pump"));
  const auto newer = store_->Pin("c").value();
  const auto kept = Make(newer).value();
  // Who asks for those of the older one gets them, for itself.
  EXPECT_EQ(Make(older).value().use_count(), 1);
  EXPECT_EQ(cache_.Find(newer), kept);
  EXPECT_EQ(cache_.Find(older), nullptr);
}

TEST_F(DenseVectorsCacheTest, NewerOnesReplaceThoseOfASnapshotInUse) {
  const auto older = store_->Pin("c").value();
  const auto before = Make(older).value();
  ASSERT_TRUE(store_.Remove("pump"));
  const auto newer = store_->Pin("c").value();
  const auto after = Make(newer).value();
  EXPECT_EQ(cache_.Find(newer), after);
  EXPECT_EQ(cache_.Find(older), nullptr);
  EXPECT_EQ(before.use_count(), 1);  // Only this test still holds them.
}

TEST_F(DenseVectorsCacheTest, OneMakesThoseOfACollectionAtATime) {
  auto making = cache_.Begin("c");
  ASSERT_NE(making, nullptr);
  EXPECT_EQ(cache_.Begin("c"), nullptr);
  EXPECT_NE(cache_.Begin("other"), nullptr);
  making.reset();
  EXPECT_NE(cache_.Begin("c"), nullptr);
}

// The thread that may make them does; the others neither wait nor make any.
TEST_F(DenseVectorsCacheTest, ManyThreadsThatAskGetTheSameVectors) {
  const auto snapshot = store_->Pin("c").value();
  constexpr std::size_t kThreads = 4;
  std::array<DenseVectorsCache::Vectors, kThreads> got;
  std::atomic<int> makings = 0;
  std::vector<std::thread> threads;
  for (DenseVectorsCache::Vectors& vectors : got) {
    threads.emplace_back([&] {
      while (vectors == nullptr) {
        vectors = cache_.Find(snapshot);
        if (vectors != nullptr) break;
        const auto making = cache_.Begin("c");
        if (making == nullptr) continue;
        ++makings;
        vectors = making->Make(snapshot).value();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(makings, 1);
  for (const DenseVectorsCache::Vectors& vectors : got) {
    EXPECT_EQ(vectors, cache_.Find(snapshot));
  }
}

TEST_F(DenseVectorsCacheTest, TheirMakingIsListedWhileItGoesOn) {
  JobBoard jobs;
  const auto snapshot = store_->Pin("c").value();
  std::atomic<bool> has_ended = false;
  std::atomic<int> seen = 0;
  std::thread watcher([&] {
    while (!has_ended) {
      for (const JobStatus& job : jobs.List()) {
        EXPECT_EQ(job.kind, JobKind::kVectors);
        EXPECT_EQ(job.collection, "c");
        EXPECT_LE(job.done, job.total);
        ++seen;
      }
    }
  });
  // A making is short, so the watcher may miss one.
  for (int making = 0; making < 5'000 && seen == 0; ++making) {
    DenseVectorsCache cache;
    EXPECT_TRUE(cache.Begin("c")->Make(snapshot, &jobs));
  }
  has_ended = true;
  watcher.join();
  EXPECT_GT(seen, 0);
  EXPECT_TRUE(jobs.List().empty());
}

TEST_F(DenseVectorsCacheTest, AnInterruptedCacheMakesNone) {
  cache_.Interrupt();
  const auto snapshot = store_->Pin("c").value();
  const auto stopped = Make(snapshot);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, engine::ErrorCode::kStopped);
  EXPECT_EQ(
      WithoutDenseVectors(stopped.error(), {*store_, "c", *snapshot, {}}).kind,
      ErrorKind::kShuttingDown);
}

TEST_F(DenseVectorsCacheTest, ACollectionThatNeedsTooMuchMemoryIsToldSo) {
  DenseVectorsCache cache(10'000);
  ASSERT_TRUE(store_.Add("gate", "The porter locks the gate."));
  const auto told = [&] {
    const auto snapshot = store_->Pin("c").value();
    const auto refused = cache.Begin("c")->Make(snapshot);
    EXPECT_EQ(refused.error().code, engine::ErrorCode::kLimitExceeded);
    EXPECT_GT(refused.error().offset, 10'000u);
    const Error error =
        WithoutDenseVectors(refused.error(), {*store_, "c", *snapshot, {}});
    EXPECT_EQ(error.kind, ErrorKind::kLimit);
    EXPECT_THAT(
        error.message,
        HasSubstr("collection \"c\" takes " +
                  std::to_string(refused.error().offset) +
                  " bytes of memory or more, and at most 100663296 are"));
    return error.message;
  };
  EXPECT_THAT(told(), Not(HasSubstr("compact")));
  // A segment that holds living documents besides.
  ASSERT_TRUE(store_.Compact());
  ASSERT_TRUE(store_.Remove("gate"));
  EXPECT_THAT(told(), HasSubstr("Removed documents, of which there are 1, "
                                "count until `answerbox collections compact` "
                                "drops them."));
  ASSERT_TRUE(store_.Compact());
  EXPECT_THAT(told(), Not(HasSubstr("compact")));
}

}  // namespace
}  // namespace answerbox::daemon
