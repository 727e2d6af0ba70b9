#include "protocol/account/account_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace answerbox::protocol {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

WordAccount Account() {
  PageAccount first{.page = 1};
  for (std::uint32_t i = 0; i < kWordFates; ++i) first.words[i] = 10 + i;
  PageAccount picture{.page = 7, .pictures = 2};
  WordAccount account = SumOf({first, picture});
  account.page_count = 9;
  account.further_pages = 3;
  account.guessed_charset = "windows-1252";
  account.is_mended = true;
  account.is_structure_lost = true;
  return account;
}

std::string Refusal(std::string_view text) {
  const auto account = ReadAccount(json::parse(text).as_object());
  return account ? "" : account.error().message;
}

TEST(AccountJson, IsReadAsItWasWritten) {
  for (const WordAccount& account : {Account(), WordAccount()}) {
    const auto read = ReadAccount(ToJson(account));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, account);
  }
}

TEST(AccountJson, SaysWhatIsThere) {
  PageAccount page{.page = 3};
  page.words[static_cast<std::size_t>(WordFate::kUsable)] = 8;
  page.words[static_cast<std::size_t>(WordFate::kStruck)] = 2;
  page.words[static_cast<std::size_t>(WordFate::kLost)] = 1;
  EXPECT_EQ(json::serialize(ToJson(SumOf({page}))),
            R"({"words":11,"usable":8,"lost":1,"unreadable":0,"pictures":0,)"
            R"("set_aside":{"struck":2},"page_count":1,"pages":[{"words":11,)"
            R"("usable":8,"lost":1,"unreadable":0,"pictures":0,)"
            R"("set_aside":{"struck":2},"page":3,"is_picture":false}],)"
            R"("is_mended":false,"are_drawings_unread":false,)"
            R"("is_structure_lost":false})");
}

TEST(AccountJson, TakesNothingForWhatIsMissing) {
  EXPECT_EQ(ReadAccount({}).value(), WordAccount());
}

TEST(AccountJson, RefusesWhatIsUnknown) {
  EXPECT_THAT(Refusal(R"({"told":"much"})"), HasSubstr(R"("told" is not)"));
  EXPECT_THAT(Refusal(R"({"set_aside":{"lost":1}})"), HasSubstr(R"("lost")"));
  EXPECT_THAT(Refusal(R"({"page_count":1,"pages":[{"number":1}]})"),
              HasSubstr(R"("pages" at [0]: "number" is not)"));
}

TEST(AccountJson, RefusesWhatIsOutOfItsRange) {
  EXPECT_NE(Refusal(R"({"usable":268435456})"), "");
  EXPECT_EQ(Refusal(R"({"usable":268435455})"), "");
  EXPECT_NE(Refusal(R"({"lost":-1})"), "");
  EXPECT_NE(Refusal(R"({"set_aside":[]})"), "");
  EXPECT_NE(Refusal(R"({"page_count":1,"pages":[7]})"), "");
  EXPECT_NE(Refusal(R"({"guessed_charset":"a b"})"), "");
  const std::string longer(kMaxCharsetBytes + 1, 'x');
  EXPECT_NE(Refusal(R"({"guessed_charset":")" + longer + R"("})"), "");
}

TEST(AccountJson, RefusesWhatContradictsItself) {
  EXPECT_NE(Refusal(R"({"usable":3,"words":4})"), "");
  EXPECT_NE(Refusal(R"({"pages":[{"page":1}]})"), "");
  EXPECT_NE(Refusal(R"({"page_count":2,"pages":[{"page":2},{"page":2}]})"), "");
  EXPECT_NE(
      Refusal(R"({"page_count":1,"pages":[{"page":1,"usable":1,"pictures":1,)"
              R"("is_picture":true}]})"),
      "");
}

TEST(AccountJson, RefusesMorePagesThanAreKept) {
  json::array pages;
  for (std::size_t i = 0; i <= kMaxAccountPages; ++i) {
    pages.push_back(json::object{{"page", i}});
  }
  const auto account =
      ReadAccount({{"page_count", 2000}, {"pages", std::move(pages)}});
  ASSERT_FALSE(account);
  EXPECT_THAT(account.error().message, HasSubstr("at most 1000"));
}

}  // namespace
}  // namespace answerbox::protocol
