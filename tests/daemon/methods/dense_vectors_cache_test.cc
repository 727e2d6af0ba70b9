#include "daemon/methods/dense_vectors_cache.h"

#include <gtest/gtest.h>

#include "tests/daemon/collections/store_driver.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

class DenseVectorsCacheTest : public testing::Test {
 protected:
  DenseVectorsCacheTest() {
    EXPECT_TRUE(store_.Add("fridge", "The fridge is cold. Its motor hums."));
    EXPECT_TRUE(store_.Add("pump", "The motor of the pump hums at night."));
  }

  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(DenseVectorsCacheTest, KeepsTheVectorsOfASnapshot) {
  DenseVectorsCache cache;
  const auto snapshot = store_->Pin("c").value();
  const auto made = cache.Of(snapshot).value();
  EXPECT_EQ(cache.Of(snapshot).value(), made);
  EXPECT_EQ(cache.Of(store_->Pin("c").value()).value(), made);
}

TEST_F(DenseVectorsCacheTest, MakesOthersAfterAChangeAndLeavesTheOldInUse) {
  DenseVectorsCache cache;
  const auto before = cache.Of(store_->Pin("c").value()).value();
  ASSERT_TRUE(store_.Remove("pump"));
  const auto after = cache.Of(store_->Pin("c").value()).value();
  EXPECT_NE(after, before);
  EXPECT_EQ(before.use_count(), 1);  // Only this test still holds them.
}

TEST_F(DenseVectorsCacheTest, ACollectionThatNeedsTooMuchMemoryHasNone) {
  DenseVectorsCache cache(10'000);
  const auto refused = cache.Of(store_->Pin("c").value());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, engine::ErrorCode::kLimitExceeded);
  EXPECT_GT(refused.error().offset, 10'000u);
}

}  // namespace
}  // namespace answerbox::daemon
