#include <gtest/gtest.h>

#include <string>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

TEST(UnixAddressTest, APathIsTerminatedAndCountedWithItsTerminator) {
  const auto address = MakeUnixAddress("/a");
  ASSERT_TRUE(address);
  EXPECT_STREQ(address->value.sun_path, "/a");
  EXPECT_EQ(address->size, offsetof(sockaddr_un, sun_path) + 3);
}

TEST(UnixAddressTest, AnAbstractNameBeginsWithZeroAndHasNoTerminator) {
  const auto address = MakeUnixAddress("@ab");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->value.sun_path[0], '\0');
  EXPECT_EQ(address->value.sun_path[1], 'a');
  EXPECT_EQ(address->size, offsetof(sockaddr_un, sun_path) + 3);
}

TEST(UnixAddressTest, TakesTheLongestPathAndNoLongerOne) {
  EXPECT_TRUE(MakeUnixAddress(std::string(kMaxUnixPathBytes, 'x')));
  EXPECT_FALSE(MakeUnixAddress(std::string(kMaxUnixPathBytes + 1, 'x')));
  EXPECT_FALSE(MakeUnixAddress(""));
}

}  // namespace
}  // namespace answerbox::platform
