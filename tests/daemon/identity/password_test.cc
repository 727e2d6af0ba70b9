#include "daemon/identity/password.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>

namespace answerbox::daemon {
namespace {

TEST(PasswordTest, OnlyThePasswordFitsItsHash) {
  const auto hash = HashPassword(Password("correct horse"), 10);
  ASSERT_TRUE(hash);
  EXPECT_EQ(hash->iterations, 10U);
  EXPECT_TRUE(IsPassword(Password("correct horse"), *hash));
  for (const char* other : {"", "correct hors", "Correct horse", "battery"}) {
    EXPECT_FALSE(IsPassword(Password(other), *hash)) << other;
  }
}

// Computed with Python: hashlib.pbkdf2_hmac("sha256", b"correct horse",
// bytes(range(16)), 1000).
TEST(PasswordTest, HashesAsTheStandardSays) {
  PasswordHash known;
  known.iterations = 1'000;
  std::iota(known.salt.begin(), known.salt.end(), std::uint8_t{0});
  known.hash = {0xc9, 0x14, 0xcc, 0x4f, 0x06, 0xcc, 0x6e, 0x8f,
                0x46, 0xd1, 0x57, 0xe3, 0xa1, 0xb5, 0xaa, 0x7a,
                0xbc, 0xee, 0xbb, 0x17, 0xbb, 0x04, 0x44, 0xcd,
                0x4c, 0x4a, 0xc1, 0x6c, 0xa2, 0xae, 0x98, 0x64};
  EXPECT_TRUE(IsPassword(Password("correct horse"), known));
  known.hash.back() ^= 1;
  EXPECT_FALSE(IsPassword(Password("correct horse"), known));
}

TEST(PasswordTest, TheSamePasswordHasAnotherHashEachTime) {
  const auto one = HashPassword(Password("same"), 1);
  const auto other = HashPassword(Password("same"), 1);
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->salt, other->salt);
  EXPECT_NE(one->hash, other->hash);
}

TEST(PasswordTest, MoreIterationsGiveAnotherHash) {
  auto hash = HashPassword(Password("same"), 2);
  ASSERT_TRUE(hash);
  ++hash->iterations;
  EXPECT_FALSE(IsPassword(Password("same"), *hash));
}

TEST(PasswordTest, SizesAreBounded) {
  EXPECT_FALSE(Password("").IsOfValidSize());
  EXPECT_TRUE(Password("x").IsOfValidSize());
  EXPECT_TRUE(Password(std::string(kMaxPasswordBytes, 'x')).IsOfValidSize());
  EXPECT_FALSE(
      Password(std::string(kMaxPasswordBytes + 1, 'x')).IsOfValidSize());
}

TEST(PasswordTest, IsWipedWhereItWasMovedFrom) {
  for (const std::string& text : {std::string("short"), std::string(99, 'x')}) {
    Password first(text);
    const Password second(std::move(first));
    EXPECT_EQ(second.text(), text);
    // NOLINTNEXTLINE(bugprone-use-after-move): that is the point.
    EXPECT_EQ(first.text(), "");
  }
}

}  // namespace
}  // namespace answerbox::daemon
