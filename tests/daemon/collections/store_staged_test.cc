// Staged changes: what waits in files is what is committed, or nothing is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/collections/store.h"
#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tests::ReadFile;
using tests::WriteFile;

constexpr std::string_view kKeyText =
    "The red key hangs in room 2 of the hall.";

class StoreStagedTest : public ::testing::Test {
 protected:
  Result<StagedChange::Staged> Stage(StagedChange& change,
                                     const std::string& name,
                                     std::string_view text = kKeyText) {
    auto upload = store_->Begin("c", name);
    if (!upload) return upload.error();
    if (auto appended = upload->Append(text, {}, {}); !appended) {
      return appended.error();
    }
    return change.Add(std::move(*upload), engine::ComputeSha256(text));
  }
  Result<StagedSummary> Commit(StagedChange change) {
    Waiter<StagedSummary> waiter;
    store_->Commit(std::move(change), waiter.completion());
    return waiter.Wait();
  }
  // The only file of an upload.
  [[nodiscard]] std::filesystem::path SpoolFile() const {
    return std::filesystem::directory_iterator(incoming_)->path();
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path incoming_ = folder_.path() / "state/incoming";
  StoreDriver store_{folder_};
};

TEST_F(StoreStagedTest, NothingIsMadeOfAChangeWhoseDocumentChangedOnTheDisk) {
  ASSERT_TRUE(store_.Add("before"));
  StagedChange change = store_->BeginChange("c");
  ASSERT_TRUE(change.Remove("before"));
  ASSERT_TRUE(Stage(change, "key.md"));
  const auto file = SpoolFile();
  std::string text = ReadFile(file);
  text[text.find("room 2") + 5] = '6';
  WriteFile(file, text);
  const auto made = Commit(std::move(change));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kStorage);
  EXPECT_THAT(made.error().message, HasSubstr("key.md"));
  EXPECT_THAT(made.error().message, HasSubstr(file.string()));
  EXPECT_THAT(store_.Names(), ElementsAre("before"));
  EXPECT_TRUE(std::filesystem::is_empty(incoming_));
}

TEST_F(StoreStagedTest, AChangeIsOfTheCollectionThatItWasBegunFor) {
  ASSERT_TRUE(store_.Add("before"));
  StagedChange change = store_->BeginChange("c");
  StagedChange other = store_->BeginChange("c");
  ASSERT_TRUE(change.Remove("before"));
  ASSERT_TRUE(Stage(other, "key.md"));
  ASSERT_TRUE(store_.Drop("c"));
  ASSERT_TRUE(store_.Add("before"));
  StagedChange newer = store_->BeginChange("c");
  ASSERT_TRUE(Stage(newer, "key.md"));
  auto made = Commit(std::move(change));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::kNotFound);
  EXPECT_THAT(made.error().message, HasSubstr("was removed after"));
  EXPECT_THAT(store_.Names(), ElementsAre("before"));
  EXPECT_TRUE(Commit(std::move(newer)));
  ASSERT_TRUE(store_.Drop("c"));
  // It does not make the collection anew.
  EXPECT_FALSE(Commit(std::move(other)));
  EXPECT_FALSE(store_->Pin("c"));
  EXPECT_TRUE(std::filesystem::is_empty(incoming_));
}

TEST_F(StoreStagedTest, AChangeMakesACollectionThatNobodyElseHasMade) {
  StagedChange first = store_->BeginChange("c");
  StagedChange second = store_->BeginChange("c");
  ASSERT_TRUE(Stage(first, "a.md"));
  ASSERT_TRUE(Stage(second, "b.md"));
  EXPECT_TRUE(Commit(std::move(first)));
  EXPECT_TRUE(Commit(std::move(second)));
  EXPECT_THAT(store_.Names(), ElementsAre("a.md", "b.md"));
}

TEST_F(StoreStagedTest, AChangeCanBeBegunAnewAfterItsFileWasCut) {
  {
    StagedChange change = store_->BeginChange("c");
    ASSERT_TRUE(Stage(change, "key.md"));
    std::filesystem::resize_file(SpoolFile(), 20);
    ASSERT_FALSE(Commit(std::move(change)));
  }
  EXPECT_FALSE(store_->Pin("c"));
  StagedChange again = store_->BeginChange("c");
  ASSERT_TRUE(Stage(again, "key.md"));
  const auto made = Commit(std::move(again));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->added.front().sha256, engine::ComputeSha256(kKeyText));
  EXPECT_EQ(store_.Text("key.md"), kKeyText);
}

}  // namespace
}  // namespace answerbox::daemon
