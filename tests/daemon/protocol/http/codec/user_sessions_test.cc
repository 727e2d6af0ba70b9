#include "daemon/protocol/http/codec/user_sessions.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace answerbox::daemon::http {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const UserSessions::Clock::time_point kLogin{std::chrono::hours(1)};

class UserSessionsTest : public testing::Test {
 protected:
  std::string Begin(const std::string& user,
                    UserSessions::Clock::time_point now = kLogin) {
    return *sessions_.Begin(
        std::make_shared<const MethodTable>(*Identity::OfUser(user)), now);
  }

  UserSessions sessions_;
};

TEST_F(UserSessionsTest, EachHasAnIdThatNobodyElseHas) {
  std::set<std::string> ids;
  for (int i = 0; i < 10; ++i) ids.insert(Begin("alice"));
  EXPECT_EQ(ids.size(), 10u);
  for (const std::string& id : ids) {
    EXPECT_EQ(id.size(), 64u);
    ASSERT_NE(sessions_.Find(id, kLogin), nullptr);
    std::string other = id;
    other.back() = other.back() == '0' ? '1' : '0';
    EXPECT_EQ(sessions_.Find(other, kLogin), nullptr);
    EXPECT_EQ(sessions_.Find(id.substr(1), kLogin), nullptr);
  }
  EXPECT_EQ(sessions_.Find("", kLogin), nullptr);
}

TEST_F(UserSessionsTest, EndsWhenItWasIdleForAnHour) {
  const std::string id = Begin("alice");
  EXPECT_NE(sessions_.Find(id, kLogin + minutes(59)), nullptr);
  EXPECT_NE(sessions_.Find(id, kLogin + minutes(118)), nullptr);
  EXPECT_EQ(sessions_.Find(id, kLogin + minutes(178)), nullptr);
  EXPECT_EQ(sessions_.size(), 0u);
  static_cast<void>(Begin("alice"));
  sessions_.EndIdle(kLogin + minutes(59));
  EXPECT_EQ(sessions_.size(), 1u);
  sessions_.EndIdle(kLogin + minutes(60));
  EXPECT_EQ(sessions_.size(), 0u);
}

TEST_F(UserSessionsTest, EndsOnRequest) {
  const std::string id = Begin("alice");
  sessions_.End("no id");
  EXPECT_NE(sessions_.Find(id, kLogin), nullptr);
  sessions_.End(id);
  EXPECT_EQ(sessions_.Find(id, kLogin), nullptr);
}

TEST_F(UserSessionsTest, AUserTakesNobodyElsesPlace) {
  const std::string bobs = Begin("bob");
  const std::string first = Begin("alice");
  for (std::size_t i = 0; i < UserSessions::kMaxOfOneUser; ++i) {
    static_cast<void>(Begin("alice", kLogin + seconds(1)));
  }
  EXPECT_EQ(sessions_.size(), UserSessions::kMaxOfOneUser + 1);
  EXPECT_EQ(sessions_.Find(first, kLogin), nullptr);
  EXPECT_NE(sessions_.Find(bobs, kLogin), nullptr);
}

TEST_F(UserSessionsTest, AllUsersHaveABound) {
  const std::string first = Begin("user0");
  for (std::size_t i = 1; i <= UserSessions::kMaxSessions; ++i) {
    static_cast<void>(Begin("user" + std::to_string(i), kLogin + seconds(i)));
  }
  EXPECT_EQ(sessions_.size(), UserSessions::kMaxSessions);
  EXPECT_EQ(sessions_.Find(first, kLogin), nullptr);
}

TEST(CookieTest, IsForThisHostAlone) {
  EXPECT_EQ(SetCookie("abc", false),
            "Set-Cookie: answerbox=abc; Path=/; HttpOnly; SameSite=Strict\r\n");
  EXPECT_EQ(SetCookie("abc", true),
            "Set-Cookie: __Host-answerbox=abc; Path=/; HttpOnly; "
            "SameSite=Strict; Secure\r\n");
  EXPECT_NE(SetCookie("", false).find("Max-Age=0"), std::string::npos);
}

TEST(CookieTest, IsFoundAmongOthers) {
  EXPECT_EQ(FindId("a=b; answerbox=x; c=d", false), "x");
  EXPECT_EQ(FindId("answerbox=x", false), "x");
  EXPECT_EQ(FindId("answerbox=x", true), "");
  EXPECT_EQ(FindId("__Host-answerbox=x", true), "x");
  EXPECT_EQ(FindId("__Host-answerbox=x", false), "");
  for (const char* none : {"", ";", "answerbox", "answerbox2=x",
                           "answerbox=x;"
                           " answerbox=y",
                           "xanswerbox=x", "; ; ="}) {
    EXPECT_EQ(FindId(none, false), "") << none;
  }
}

}  // namespace
}  // namespace answerbox::daemon::http
