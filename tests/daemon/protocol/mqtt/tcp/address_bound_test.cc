#include "daemon/protocol/mqtt/tcp/address_bound.h"

#include <gtest/gtest.h>

#include <list>

namespace answerbox::daemon::mqtt {
namespace {

NetworkPeer PeerOf(const char* address) {
  return {.is_loopback = false, .certificate_name = {}, .address = address};
}

TEST(AddressBoundTest, EachAddressHasItsOwnBound) {
  AddressBound bound(2);
  const TakenAddress first(bound, PeerOf("192.168.1.5"));
  const TakenAddress second(bound, PeerOf("192.168.1.5"));
  EXPECT_TRUE(first.is_taken());
  EXPECT_TRUE(second.is_taken());
  EXPECT_FALSE(TakenAddress(bound, PeerOf("192.168.1.5")).is_taken());
  EXPECT_FALSE(TakenAddress(bound, PeerOf("192.168.1.5")).is_taken());
  EXPECT_TRUE(TakenAddress(bound, PeerOf("fe80::1")).is_taken());
}

TEST(AddressBoundTest, AConnectionThatEndsMakesRoom) {
  AddressBound bound(1);
  for (int i = 0; i < 3; ++i) {
    const TakenAddress taken(bound, PeerOf("10.0.0.1"));
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
}  // namespace answerbox::daemon::mqtt
