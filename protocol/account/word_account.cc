#include "protocol/account/word_account.h"

#include <algorithm>
#include <utility>

namespace answerbox::protocol {
namespace {

// In the order of WordFate.
constexpr std::array<std::string_view, kWordFates> kFateNames = {
    "usable",  "contents",   "furniture", "references", "index",
    "licence", "struck",     "deleted",   "hidden",     "covered",
    "comment", "unreadable", "lost",
};

bool HasAllInText(const PageAccount& page) {
  constexpr std::size_t kFirstOutside =
      static_cast<std::size_t>(WordFate::kStruck);
  return page.pictures == 0 &&
         std::all_of(page.words.begin() + kFirstOutside, page.words.end(),
                     [](std::uint32_t count) { return count == 0; });
}

}  // namespace

std::string_view ToString(WordFate fate) noexcept {
  return kFateNames[static_cast<std::size_t>(fate)];
}

bool IsSetAside(WordFate fate) noexcept {
  return fate != WordFate::kUsable && fate < WordFate::kUnreadable;
}

std::uint32_t PageAccount::Missing() const {
  return Count(WordFate::kUnreadable) + Count(WordFate::kLost);
}

std::uint32_t PageAccount::Shown() const {
  std::uint32_t sum = 0;
  for (const std::uint32_t count : words) sum += count;
  return sum;
}

std::uint32_t PageAccount::SetAside() const {
  return Shown() - Missing() - Count(WordFate::kUsable);
}

WordAccount SumOf(std::vector<PageAccount> pages) {
  WordAccount account;
  for (const PageAccount& page : pages) {
    for (std::size_t i = 0; i < kWordFates; ++i) {
      account.total.words[i] += page.words[i];
    }
    account.total.pictures += page.pictures;
  }
  account.page_count = static_cast<std::uint32_t>(pages.size());
  account.pages = std::move(pages);
  return account;
}

WordAccount Abridged(WordAccount account) {
  std::vector<PageAccount>& pages = account.pages;
  std::erase_if(pages, HasAllInText);
  if (pages.size() <= kMaxAccountPages) return account;
  std::stable_partition(
      pages.begin(), pages.end(),
      [](const PageAccount& page) { return page.Missing() > 0; });
  account.further_pages +=
      static_cast<std::uint32_t>(pages.size() - kMaxAccountPages);
  pages.resize(kMaxAccountPages);
  std::ranges::sort(pages, {}, &PageAccount::page);
  return account;
}

}  // namespace answerbox::protocol
