#include "protocol/exam/guard_text.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kGuardBank =
    "{\"id\":\"a\",\"topic\":\"t\",\"question\":\"Why?\",\"must\":true}\n"
    "{\"id\":\"b\",\"topic\":\"t\",\"question\":\"How?\"}\n"
    "{\"id\":\"c\",\"topic\":\"t\",\"question\":\"Who?\"}\n";

TEST(GuardText, ReadsBackWhatItWrites) {
  const auto text = MakeGuardText(kGuardBank, {67, true});
  ASSERT_TRUE(text) << text.error().message;
  const auto guard = ReadGuardText(*text);
  ASSERT_TRUE(guard);
  EXPECT_EQ(guard->bank.size(), 3U);
  EXPECT_TRUE(guard->bank[0].must);
  EXPECT_EQ(guard->rule.must_pass.Text(), "67%");
  EXPECT_EQ(ReadGuardRule(*text)->questions, 3U);
}

TEST(GuardText, RoundsAShareUp) {
  EXPECT_EQ((MustPass{67, true}.Of(3)), 3U);
  EXPECT_EQ((MustPass{66, true}.Of(3)), 2U);
  EXPECT_EQ((MustPass{0, true}.Of(3)), 0U);
  EXPECT_EQ((MustPass{100, true}.Of(3)), 3U);
  EXPECT_EQ((MustPass{2, false}.Of(3)), 2U);
}

TEST(GuardText, ReadsNumbersAndShares) {
  EXPECT_EQ(ParseMustPass("12")->Text(), "12");
  EXPECT_EQ(ParseMustPass("90%")->Text(), "90%");
  for (const char* wrong : {"", "%", "-1", "101%", "9.5", "12 ", "x"}) {
    EXPECT_FALSE(ParseMustPass(wrong)) << wrong;
  }
}

TEST(GuardText, RefusesMoreThanTheBankHas) {
  EXPECT_TRUE(MakeGuardText(kGuardBank, {3, false}));
  EXPECT_EQ(MakeGuardText(kGuardBank, {4, false}).error().kind,
            ErrorKind::kInvalidParams);
}

TEST(GuardText, NamesThePlaceInABadBank) {
  const auto made = MakeGuardText("{}\n", {});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("line 1, column 1"), std::string::npos)
      << made.error().message;
}

TEST(GuardText, RefusesEveryProperPrefix) {
  const std::string text = *MakeGuardText(kGuardBank, {2, false});
  for (std::size_t bytes = 0; bytes + 1 < text.size(); ++bytes) {
    EXPECT_FALSE(ReadGuardText(text.substr(0, bytes))) << bytes;
  }
}

}  // namespace
}  // namespace answerbox::protocol
