#include "daemon/protocol/http/codec/answer_links.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace answerbox::daemon::http {
namespace {

using std::chrono::seconds;

const AnswerLinks::Clock::time_point kAnswered{std::chrono::hours(1)};
const std::string kWords = "a \"text\" \xC3\xA9 of the answer";

// What stands after "?t=".
std::string TokenOf(const AnswerLinks& links, std::string_view caller) {
  const std::string link = links.Make("/path", kWords, caller, kAnswered);
  EXPECT_TRUE(link.starts_with("/path?t=")) << link;
  return link.substr(std::string_view("/path?t=").size());
}

TEST(AnswerLinks, BringTheirText) {
  const AnswerLinks links;
  const std::string token = TokenOf(links, "kiosk");
  EXPECT_EQ(token.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_"
                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            std::string::npos);
  const auto link = links.Read("/path", token, "kiosk", kAnswered);
  ASSERT_TRUE(link);
  EXPECT_EQ(link->text, kWords);
  EXPECT_LE(link->made, kAnswered);
  EXPECT_GT(link->made, kAnswered - seconds(1));
}

TEST(AnswerLinks, AreOfOneCallerAndPath) {
  const AnswerLinks links;
  const std::string token = TokenOf(links, "user:anna");
  EXPECT_FALSE(links.Read("/path", token, "kiosk", kAnswered));
  EXPECT_FALSE(links.Read("/path", token, "user:ann", kAnswered));
  EXPECT_FALSE(links.Read("/other", token, "user:anna", kAnswered));
}

TEST(AnswerLinks, EndSoon) {
  const AnswerLinks links;
  const std::string token = TokenOf(links, "kiosk");
  const auto end = kAnswered + AnswerLinks::kLife;
  EXPECT_TRUE(links.Read("/path", token, "kiosk", end - seconds(1)));
  EXPECT_FALSE(links.Read("/path", token, "kiosk", end));
}

TEST(AnswerLinks, AreOfOneStart) {
  const std::string token = TokenOf(AnswerLinks(), "kiosk");
  EXPECT_FALSE(AnswerLinks().Read("/path", token, "kiosk", kAnswered));
}

TEST(AnswerLinks, AreReadWholeAndUnchanged) {
  const AnswerLinks links;
  const std::string token = TokenOf(links, "kiosk");
  for (std::size_t size = 0; size < token.size(); ++size) {
    EXPECT_FALSE(links.Read("/path", token.substr(0, size), "kiosk", kAnswered))
        << size;
  }
  for (std::size_t at = 0; at < token.size(); ++at) {
    for (const char other : {'A', 'b', '-', '=', ' '}) {
      std::string changed = token;
      changed[at] = other;
      if (changed == token) continue;
      EXPECT_FALSE(links.Read("/path", changed, "kiosk", kAnswered))
          << at << other;
    }
  }
  EXPECT_FALSE(links.Read("/path", token + "A", "kiosk", kAnswered));
}

TEST(PicturedPlace, IsReadAsItWasWritten) {
  const PicturedPlace place{
      "ward",       "a \"guide\" \xC3\xA9.pdf", 0xFFFF'FFFF'FFFF'FFFF, 7, 412,
      4'000'000'000};
  EXPECT_EQ(ReadPlace(WritePlace(place)), place);
}

}  // namespace
}  // namespace answerbox::daemon::http
