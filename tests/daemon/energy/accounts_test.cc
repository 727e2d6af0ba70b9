#include "daemon/energy/accounts.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace answerbox::daemon {
namespace {

TEST(AccountBookTest, AnAccountKeepsItsNumber) {
  AccountBook book;
  const AccountNumber first = book.Find("handbook", "unix:1000");
  EXPECT_EQ(book.Find("handbook", "unix:1000"), first);
  EXPECT_EQ(book.at(first).collection, "handbook");
  EXPECT_EQ(book.at(first).caller, "unix:1000");
}

TEST(AccountBookTest, CallersAndCollectionsHaveAccountsOfTheirOwn) {
  AccountBook book;
  const AccountNumber first = book.Find("handbook", "unix:1000");
  EXPECT_NE(book.Find("handbook", "unix:1001"), first);
  EXPECT_NE(book.Find("policies", "unix:1000"), first);
}

TEST(AccountBookTest, WhoComesTooLateIsAmongTheOthers) {
  AccountBook book;
  for (std::uint32_t user = 1; user < AccountBook::kMaxAccounts; ++user) {
    EXPECT_NE(book.Find("handbook", std::to_string(user)),
              AccountBook::kOthers);
  }
  EXPECT_EQ(book.Find("handbook", "unix:100000"), AccountBook::kOthers);
  EXPECT_NE(book.Find("handbook", "1"), AccountBook::kOthers);
}

TEST(AccountBookTest, ThreadsAgreeOnNumbers) {
  AccountBook book;
  std::vector<std::vector<AccountNumber>> numbers(4);
  std::vector<std::thread> threads;
  for (auto& own : numbers) {
    threads.emplace_back([&book, &own] {
      for (std::uint32_t user = 0; user < 100; ++user) {
        own.push_back(book.Find("handbook", std::to_string(user)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : numbers) EXPECT_EQ(own, numbers.front());
}

TEST(AskerTest, TheNextUserOfANameIsSomebodyElse) {
  Identity first = Identity::OfUser("ivy").value();
  first.SetEntry(1);
  Identity next = first;
  EXPECT_EQ(AskerOf(next), AskerOf(first));
  next.SetEntry(2);
  EXPECT_NE(AskerOf(next), AskerOf(first));
  EXPECT_NE(AskerOf(Identity::OfUnixPeer(1000)),
            AskerOf(Identity::OfUnixPeer(1001)));
}

TEST(AskerTest, WhoSharesANameIsNobody) {
  EXPECT_EQ(AskerOf(Identity::Kiosk()), AskerTag::kNobody);
  EXPECT_EQ(AskerOf(Identity::Anonymous()), AskerTag::kNobody);
  EXPECT_EQ(AskerOf(Identity::OfUser("ivy").value()), AskerTag::kNobody);
  EXPECT_NE(AskerOf(Identity::OfCertificate("tablet").value()),
            AskerTag::kNobody);
}

}  // namespace
}  // namespace answerbox::daemon
