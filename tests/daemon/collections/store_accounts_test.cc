// Accounts of words: they are kept with their documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using protocol::PageAccount;
using protocol::WordAccount;
using protocol::WordFate;

WordAccount AccountOf(std::uint32_t usable, std::uint32_t pages = 1) {
  std::vector<PageAccount> all;
  for (std::uint32_t i = 1; i <= pages; ++i) {
    PageAccount page{.page = i, .pictures = 1};
    page.words[static_cast<std::size_t>(WordFate::kUsable)] = usable;
    all.push_back(page);
  }
  return protocol::SumOf(all);
}

class StoreAccountsTest : public ::testing::Test {
 protected:
  Result<DocumentSummary> Add(const std::string& name,
                              const WordAccount& account,
                              std::string_view text = {}) {
    auto upload = Filled(name, account, text);
    Waiter<DocumentSummary> waiter;
    store_->Commit(std::move(upload), std::nullopt, waiter.completion());
    return waiter.Wait();
  }
  Upload Filled(const std::string& name, const WordAccount& account,
                std::string_view text = {}) {
    auto upload = store_->Begin("c", name);
    EXPECT_TRUE(upload);
    EXPECT_TRUE(upload->Append(text.empty() ? TextOf(name) : std::string(text),
                               {}, {}));
    EXPECT_TRUE(upload->SetAccount(account));
    return std::move(*upload);
  }
  std::optional<WordAccount> Stored(const std::string& name) {
    const auto page = store_->List("c", "", 1000);
    if (!page) return std::nullopt;
    for (const DocumentSummary& document : page->documents) {
      if (document.name == name) return document.account;
    }
    return std::nullopt;
  }

  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreAccountsTest, AreListedAlsoAfterARestart) {
  const auto added = Add("a", AccountOf(7));
  ASSERT_TRUE(added);
  EXPECT_EQ(added->account->total, AccountOf(7).total);
  ASSERT_TRUE(store_.Add("plain"));
  EXPECT_EQ(Stored("a"), AccountOf(7));
  EXPECT_EQ(Stored("plain"), std::nullopt);
  store_.Restart();
  EXPECT_EQ(Stored("a"), AccountOf(7));
}

TEST_F(StoreAccountsTest, GoWithTheirDocuments) {
  ASSERT_TRUE(Add("a", AccountOf(7)));
  ASSERT_TRUE(Add("b", AccountOf(8)));
  ASSERT_TRUE(Add("a", AccountOf(9)));
  EXPECT_EQ(Stored("a"), AccountOf(9));
  ASSERT_TRUE(store_.Add("b"));
  EXPECT_EQ(Stored("b"), std::nullopt);
}

TEST_F(StoreAccountsTest, AreKeptByMergesAndErasing) {
  ASSERT_TRUE(Add("a", AccountOf(7)));
  ASSERT_TRUE(Add("b", AccountOf(8)));
  ASSERT_TRUE(store_.Add("c"));
  ASSERT_TRUE(Add("d", AccountOf(9, 40)));
  ASSERT_TRUE(store_.Remove("b"));
  ASSERT_TRUE(store_.Compact());
  EXPECT_EQ(Stored("a"), AccountOf(7));
  EXPECT_EQ(Stored("d"), AccountOf(9, 40));
  ASSERT_TRUE(store_.Remove("a"));
  ASSERT_TRUE(store_.Erase());
  EXPECT_EQ(Stored("c"), std::nullopt);
  EXPECT_EQ(Stored("d"), AccountOf(9, 40));
}

TEST_F(StoreAccountsTest, WaitWithAStagedDocument) {
  StagedChange change = store_->BeginChange("c");
  const std::string text = TextOf("a");
  ASSERT_TRUE(
      change.Add(Filled("a", AccountOf(7)), engine::ComputeSha256(text)));
  Waiter<StagedSummary> waiter;
  store_->Commit(std::move(change), waiter.completion());
  const auto made = waiter.Wait();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->added[0].account->total, AccountOf(7).total);
  EXPECT_EQ(Stored("a"), AccountOf(7));
}

TEST_F(StoreAccountsTest, OfManyPagesEndAListEarly) {
  constexpr std::uint32_t kPages = 600;
  for (const char* name : {"a", "b", "c"}) {
    ASSERT_TRUE(Add(name, AccountOf(1, kPages)));
  }
  const auto first = store_->List("c", "", 1000);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->documents.size(), 2u);
  EXPECT_TRUE(first->has_more);
  const auto second = store_->List("c", "b", 1000);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->documents.size(), 1u);
  EXPECT_FALSE(second->has_more);
}

TEST_F(StoreAccountsTest, TakeRoomOfUploads) {
  const auto budget = std::make_shared<HeldBytes>(4096);
  Upload upload("c", "a", folder_.path() / "1.upload", budget);
  ASSERT_TRUE(upload.SetAccount(AccountOf(7)));
  const std::size_t held = budget->held();
  EXPECT_GT(held, 0u);
  ASSERT_TRUE(upload.SetAccount(AccountOf(8)));
  EXPECT_EQ(budget->held(), held);
  const auto refused = upload.SetAccount(AccountOf(7, 1000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kLimit);
  EXPECT_EQ(budget->held(), held);
}

}  // namespace
}  // namespace answerbox::daemon
