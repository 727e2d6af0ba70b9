#include "daemon/identity/logins.h"

#include <gtest/gtest.h>

#include <chrono>

namespace answerbox::daemon {
namespace {

// Enough iterations to be measured, and few enough for a test.
constexpr std::uint32_t kIterations = 100'000;

class LoginsTest : public testing::Test {
 protected:
  LoginsTest() {
    EXPECT_TRUE(access_.Add({"user:alice", Hash("correct horse"), {}, {}, {}}));
    EXPECT_TRUE(access_.Add({"user:mute", {}, {}, {}, {}}));
    EXPECT_TRUE(access_.Add({"cert:kiosk", {}, {}, {}, {}}));
  }
  static PasswordHash Hash(const char* password) {
    return *HashPassword(Password(password), kIterations);
  }
  bool Check(const char* name, const char* password) {
    const auto identity = logins_->Check(name, Password(password));
    if (!identity) return false;
    EXPECT_EQ(identity->local_name(), name);
    EXPECT_EQ(identity->source(), IdentitySource::kUser);
    return true;
  }
  std::chrono::nanoseconds TimeOf(const char* name, const char* password) {
    const auto began = std::chrono::steady_clock::now();
    static_cast<void>(Check(name, password));
    return std::chrono::steady_clock::now() - began;
  }

  AccessControl access_;
  std::unique_ptr<Logins> logins_ = *Logins::Make(access_, kIterations);
};

TEST_F(LoginsTest, OnlyNameAndPasswordTogetherProveAUser) {
  EXPECT_TRUE(Check("alice", "correct horse"));
  EXPECT_FALSE(Check("alice", "wrong"));
  EXPECT_FALSE(Check("Alice", "correct horse"));
  EXPECT_FALSE(Check("mute", "correct horse"));
  EXPECT_FALSE(Check("kiosk", "correct horse"));
  EXPECT_FALSE(Check("", "correct horse"));
  EXPECT_FALSE(Check("a b", "correct horse"));
}

// The bound is wide because the machine may be busy. A lookup without a hash is
// a thousand times faster.
TEST_F(LoginsTest, AnUnknownUserTakesAsLongAsAWrongPassword) {
  const auto wrong = TimeOf("alice", "wrong");
  EXPECT_GT(TimeOf("nobody", "wrong"), wrong / 10);
  EXPECT_GT(TimeOf("mute", "wrong"), wrong / 10);
  EXPECT_GT(TimeOf("a b", "wrong"), wrong / 10);
}

TEST_F(LoginsTest, AThousandClientsOfOneUserCostOneHash) {
  const auto first = TimeOf("alice", "correct horse");
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(Check("alice", "correct horse"));
  EXPECT_LT(std::chrono::steady_clock::now() - began, 100 * first);
}

TEST_F(LoginsTest, AChangedPasswordIsForgotten) {
  EXPECT_TRUE(Check("alice", "correct horse"));
  ASSERT_TRUE(access_.SetPassword("user:alice", Hash("other")));
  EXPECT_FALSE(Check("alice", "correct horse"));
  EXPECT_TRUE(Check("alice", "other"));
  ASSERT_TRUE(access_.Remove("user:alice"));
  EXPECT_FALSE(Check("alice", "other"));
}

TEST_F(LoginsTest, WhatIsRememberedIsBounded) {
  const PasswordHash hash = *HashPassword(Password("same"), 1);
  for (std::size_t i = 0; i < Logins::kMaxRemembered + 10; ++i) {
    const std::string name = "n" + std::to_string(i);
    ASSERT_TRUE(access_.Add({"user:" + name, hash, {}, {}, {}}));
    EXPECT_TRUE(Check(name.c_str(), "same"));
    EXPECT_FALSE(Check(name.c_str(), "other"));
    EXPECT_TRUE(Check(name.c_str(), "same"));
  }
}

}  // namespace
}  // namespace answerbox::daemon
