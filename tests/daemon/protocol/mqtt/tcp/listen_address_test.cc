#include "daemon/protocol/mqtt/tcp/listen_address.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

TEST(ListenAddressTest, IsAnIpAddressOrLocalhostAndAPort) {
  for (const auto& [text, address] :
       {std::pair{"127.0.0.1:1883", "127.0.0.1"},
        std::pair{"localhost:1883", "127.0.0.1"},
        std::pair{"0.0.0.0:1883", "0.0.0.0"}, std::pair{"[::1]:1883", "::1"},
        std::pair{"[::]:1883", "::"}}) {
    const auto read = ReadListenAddress(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->address().to_string(), address);
    EXPECT_EQ(read->port(), 1883);
  }
  EXPECT_EQ(ReadListenAddress("127.0.0.1:1")->port(), 1);
  EXPECT_EQ(ReadListenAddress("127.0.0.1:65535")->port(), 65535);
}

TEST(ListenAddressTest, NothingElseIs) {
  for (const char* text : {"",
                           ":",
                           "1883",
                           ":1883",
                           "127.0.0.1",
                           "127.0.0.1:",
                           "127.0.0.1:0",
                           "127.0.0.1:65536",
                           "127.0.0.1:-1",
                           "127.0.0.1:+1",
                           "127.0.0.1:18a",
                           "127.0.0.1: 1883",
                           "127.0.0.1:1883 ",
                           "example.org:1883",
                           "::1:1883",
                           "[127.0.0.1]:1883",
                           "[::1:1883",
                           "::1]:1883",
                           "[::1]",
                           "[]:1883",
                           "*:1883"}) {
    const auto read = ReadListenAddress(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::kInvalidParams) << text;
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
