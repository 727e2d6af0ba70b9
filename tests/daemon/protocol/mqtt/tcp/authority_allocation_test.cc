// Asking for rights takes nothing from the heap: it is done for each message.
#include <gtest/gtest.h>

#include <string>

#include "daemon/protocol/mqtt/tcp/topic_authority.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::daemon::mqtt {
namespace {

TEST(AuthorityAllocation, DoesNotHappenWhileRightsStay) {
  AccessControl access;
  const std::string name = "user:" + std::string(100, 'a');
  ASSERT_TRUE(access.Add(
      {name, {}, {{{Right::kAsk}, "house"}}, {}, {{"home/#"}, {"home/#"}}}));
  const TopicAuthority authority(access, false);
  const Authority::Client client{name, "a1"};
  ASSERT_TRUE(authority.MayConnect(client));  // Reads the entries.
  const std::uint64_t before = HeapAllocations();
  EXPECT_TRUE(authority.MayPublish(client, "home/lamp"));
  EXPECT_TRUE(authority.MayPublish(client, "answerbox/house/ask"));
  EXPECT_TRUE(authority.MaySubscribe(client, "home/+"));
  EXPECT_TRUE(authority.MayReceive(client, "home/lamp"));
  EXPECT_TRUE(authority.MayReceive(client, "answerbox/house/answer/a1"));
  EXPECT_FALSE(authority.MayReceive(client, "answerbox/garden/documents"));
  EXPECT_EQ(HeapAllocations(), before);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
