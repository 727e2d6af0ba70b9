#include "daemon/protocol/tcp/addresses.h"

#include <gtest/gtest.h>

#include <list>
#include <string>
#include <utility>

namespace answerbox::daemon {
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

NetworkPeer PeerAt(const char* address) {
  return {.is_loopback = false, .certificate_name = {}, .address = address};
}

TEST(AddressBoundTest, EachAddressHasItsOwnBound) {
  AddressBound bound(2);
  const TakenAddress first(bound, PeerAt("192.168.1.5"));
  const TakenAddress second(bound, PeerAt("192.168.1.5"));
  EXPECT_TRUE(first.is_taken());
  EXPECT_TRUE(second.is_taken());
  EXPECT_FALSE(TakenAddress(bound, PeerAt("192.168.1.5")).is_taken());
  EXPECT_FALSE(TakenAddress(bound, PeerAt("192.168.1.5")).is_taken());
  EXPECT_TRUE(TakenAddress(bound, PeerAt("fe80::1")).is_taken());
}

TEST(AddressBoundTest, AConnectionThatEndsMakesRoom) {
  AddressBound bound(1);
  for (int i = 0; i < 3; ++i) {
    const TakenAddress taken(bound, PeerAt("10.0.0.1"));
    EXPECT_TRUE(taken.is_taken());
  }
  EXPECT_EQ(bound.addresses(), 0u);
}

TEST(AddressBoundTest, ThisMachineIsNotBounded) {
  AddressBound bound(1);
  std::list<TakenAddress> all;
  for (int i = 0; i < 3; ++i) {
    all.emplace_back(bound, NetworkPeer{.is_loopback = true,
                                        .certificate_name = {},
                                        .address = "127.0.0.1"});
    EXPECT_TRUE(all.back().is_taken());
  }
}

}  // namespace
}  // namespace answerbox::daemon
