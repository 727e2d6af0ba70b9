#include "protocol/account/word_account.h"

#include <gtest/gtest.h>

namespace answerbox::protocol {
namespace {

PageAccount Page(std::uint32_t number, WordFate fate, std::uint32_t count) {
  PageAccount page{.page = number};
  page.words[static_cast<std::size_t>(fate)] = count;
  return page;
}

TEST(WordAccount, SumsItsPages) {
  std::vector<PageAccount> pages = {Page(1, WordFate::kUsable, 5),
                                    Page(2, WordFate::kLost, 2)};
  pages[1].pictures = 3;
  const WordAccount account = SumOf(pages);
  EXPECT_EQ(account.total.Shown(), 7u);
  EXPECT_EQ(account.total.Missing(), 2u);
  EXPECT_EQ(account.total.pictures, 3u);
  EXPECT_EQ(account.page_count, 2u);
  EXPECT_EQ(account.pages, pages);
}

TEST(AbridgedAccount, HasThePagesOfWhichNotAllIsInTheText) {
  std::vector<PageAccount> pages = {Page(1, WordFate::kUsable, 5),
                                    Page(2, WordFate::kStruck, 1),
                                    Page(3, WordFate::kLicence, 4),
                                    Page(4, WordFate::kLost, 2),
                                    {.page = 5, .pictures = 1}};
  const WordAccount whole = SumOf(pages);
  const WordAccount account = Abridged(whole);
  EXPECT_EQ(account.total, whole.total);
  EXPECT_EQ(account.page_count, 5u);
  EXPECT_EQ(account.pages,
            (std::vector<PageAccount>{pages[1], pages[3], pages[4]}));
  EXPECT_EQ(account.further_pages, 0u);
}

TEST(AbridgedAccount, KeepsPagesWithMissingWordsFirst) {
  std::vector<PageAccount> pages;
  constexpr std::uint32_t kPages = kMaxAccountPages + 50;
  for (std::uint32_t i = 1; i <= kPages; ++i) {
    pages.push_back({.page = i, .pictures = 1});
  }
  pages.back().words[static_cast<std::size_t>(WordFate::kUnreadable)] = 1;
  const WordAccount account = Abridged(SumOf(pages));
  ASSERT_EQ(account.pages.size(), kMaxAccountPages);
  EXPECT_EQ(account.further_pages, 50u);
  EXPECT_EQ(account.page_count, kPages);
  EXPECT_EQ(account.pages.front().page, 1u);
  EXPECT_EQ(account.pages.back().page, kPages);
  EXPECT_EQ(account.pages[kMaxAccountPages - 2].page, kMaxAccountPages - 1);
}

}  // namespace
}  // namespace answerbox::protocol
