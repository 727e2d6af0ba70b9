#include "daemon/collections/files/account_bytes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace answerbox::daemon {
namespace {

using protocol::PageAccount;
using protocol::WordAccount;
using protocol::WordFate;

WordAccount Account() {
  PageAccount first{.page = 0};
  for (std::uint32_t i = 0; i < protocol::kWordFates; ++i) {
    first.words[i] = 100 + i;
  }
  WordAccount account =
      protocol::SumOf({first, {.page = 1, .pictures = 2}, {.page = 900}});
  account.page_count = 70'000;
  account.further_pages = 12;
  account.guessed_charset = "windows-1252";
  account.is_mended = true;
  account.are_drawings_unread = true;
  return account;
}

TEST(AccountBytes, AreReadAsTheyWereWritten) {
  for (const WordAccount& account : {Account(), WordAccount()}) {
    EXPECT_EQ(DecodeAccount(EncodeAccount(account)), account);
  }
}

// The worked example of docs/segment-format.md.
TEST(AccountBytes, AreThoseOfTheDocument) {
  PageAccount page{.page = 1};
  page.words[static_cast<std::size_t>(WordFate::kUsable)] = 11;
  page.words[static_cast<std::size_t>(WordFate::kLost)] = 1;
  EXPECT_EQ(EncodeAccount(protocol::SumOf({page})),
            std::string("\x81\x20\x0b\x01\x01\0\0\0\x01\x81\x20\x0b\x01", 13));
}

TEST(AccountBytes, HaveRoomForTheLargestAccount) {
  PageAccount page;
  page.words.fill(protocol::kMostCounted);
  page.pictures = protocol::kMostCounted;
  WordAccount account{.total = page,
                      .page_count = protocol::kMostCounted,
                      .further_pages = protocol::kMostCounted};
  for (std::uint32_t i = 0; i < protocol::kMaxAccountPages; ++i) {
    page.page = protocol::kMostPageNumber -
                static_cast<std::uint32_t>(protocol::kMaxAccountPages) + i;
    account.pages.push_back(page);
  }
  account.guessed_charset.assign(protocol::kMaxCharsetBytes, 'x');
  const std::string bytes = EncodeAccount(account);
  EXPECT_LE(bytes.size(), engine::kMaxAttachmentBytes);
  EXPECT_EQ(DecodeAccount(bytes), account);
  ++account.page_count;
  EXPECT_EQ(DecodeAccount(EncodeAccount(account)), std::nullopt);
}

TEST(AccountBytes, AreRefusedWhereTheyAreCutWithinAField) {
  const std::string bytes = EncodeAccount(Account());
  std::size_t read = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto account = DecodeAccount(std::string_view(bytes).substr(0, size));
    // Cut after a page, the account is one of fewer pages.
    if (!account) continue;
    EXPECT_LT(account->pages.size(), 3u);
    ++read;
  }
  EXPECT_EQ(read, 3u);
}

TEST(AccountBytes, AreNeverReadPastTheirBounds) {
  const std::string bytes = EncodeAccount(Account());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const auto account = DecodeAccount(damaged);
      if (!account) continue;
      EXPECT_LE(account->total.pictures, protocol::kMostCounted);
      EXPECT_LE(account->pages.size(), protocol::kMaxAccountPages);
      EXPECT_LE(account->guessed_charset.size(), protocol::kMaxCharsetBytes);
    }
  }
}

TEST(AccountBytes, OfALaterProgramGiveNoTotal) {
  const std::string bytes = EncodeAccount(Account());
  engine::Attachment attachment{engine::kWordAccountKind, kWordAccountVersion,
                                bytes};
  engine::DocumentText document;
  document.attachments = {&attachment, 1};
  EXPECT_EQ(TotalOf(document), Account().total);
  ++attachment.version;
  EXPECT_EQ(TotalOf(document), std::nullopt);
}

}  // namespace
}  // namespace answerbox::daemon
