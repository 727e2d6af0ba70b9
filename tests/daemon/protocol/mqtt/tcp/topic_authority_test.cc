#include "daemon/protocol/mqtt/tcp/topic_authority.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

using Client = Authority::Client;

class TopicAuthorityTest : public testing::Test {
 protected:
  TopicAuthorityTest() {
    EXPECT_TRUE(access_.Add({"user:alice",
                             {},
                             {{{Right::kAsk}, "house"}},
                             {},
                             {{"home/#"}, {"home/#"}}}));
    EXPECT_TRUE(access_.Add({"user:boss", {}, {{Rights::All(), "*"}}, {}, {}}));
  }
  void ExpectReceives(const Client& client,
                      std::initializer_list<const char*> topics, bool may) {
    for (const char* topic : topics) {
      EXPECT_EQ(authority_.MayReceive(client, topic), may)
          << client.identity << ' ' << topic;
    }
  }

  const Client alice_{"user:alice", "a1"};
  const Client boss_{"user:boss", "b1"};
  const Client anonymous_{"anonymous", "x1"};
  AccessControl access_;
  TopicAuthority authority_{access_, true};
};

TEST_F(TopicAuthorityTest, WhoHasNoEntryMayNotConnectUnlessAnonymous) {
  EXPECT_TRUE(authority_.MayConnect(alice_));
  EXPECT_TRUE(authority_.MayConnect(anonymous_));
  EXPECT_FALSE(authority_.MayConnect({"user:nobody", "a1"}));
  EXPECT_FALSE(authority_.MayConnect({"cert:alice", "a1"}));
  EXPECT_FALSE(authority_.MayConnect({"", "a1"}));
  ASSERT_TRUE(access_.Remove("user:alice"));
  EXPECT_FALSE(authority_.MayConnect(alice_));
}

TEST_F(TopicAuthorityTest, AnonymousClientsThatAreNotAllowedHaveNoRight) {
  const TopicAuthority without(access_, false);
  EXPECT_FALSE(without.MayConnect(anonymous_));
  for (const char* topic : {"any/topic", "answerbox/house/ask"}) {
    EXPECT_FALSE(without.MayPublish(anonymous_, topic)) << topic;
    EXPECT_TRUE(authority_.MayPublish(anonymous_, topic)) << topic;
  }
  for (const char* topic : {"any/topic", "answerbox/status"}) {
    EXPECT_FALSE(without.MaySubscribe(anonymous_, topic)) << topic;
    EXPECT_FALSE(without.MayReceive(anonymous_, topic)) << topic;
    EXPECT_TRUE(authority_.MaySubscribe(anonymous_, topic)) << topic;
    EXPECT_TRUE(authority_.MayReceive(anonymous_, topic)) << topic;
  }
  EXPECT_TRUE(without.MayConnect(alice_));
  EXPECT_TRUE(without.MayPublish(alice_, "home/lamp"));
}

TEST_F(TopicAuthorityTest, RequestsMayBePublishedByAllAndOwnTopicsByNobody) {
  for (const Client& client : {alice_, boss_, anonymous_}) {
    EXPECT_TRUE(authority_.MayPublish(client, "answerbox/house/ask"));
    EXPECT_TRUE(authority_.MayPublish(client, "answerbox/rpc"));
    for (const char* topic : {"answerbox/status", "answerbox/house/documents",
                              "answerbox/house/answer/a1",
                              "answerbox/progress/a1", "$SYS/broker/version"}) {
      EXPECT_FALSE(authority_.MayPublish(client, topic)) << topic;
    }
  }
}

TEST_F(TopicAuthorityTest, OtherTopicsAreAsTheEntrySays) {
  EXPECT_TRUE(authority_.MayPublish(alice_, "home/lamp"));
  EXPECT_TRUE(authority_.MayPublish(alice_, "clients/alice/x"));
  EXPECT_FALSE(authority_.MayPublish(alice_, "office/lamp"));
  EXPECT_FALSE(authority_.MayPublish(boss_, "home/lamp"));
  EXPECT_TRUE(authority_.MaySubscribe(alice_, "home/+"));
  EXPECT_FALSE(authority_.MaySubscribe(alice_, "#"));
  EXPECT_FALSE(authority_.MaySubscribe({"user:nobody", "n"}, "home/+"));
  ExpectReceives(alice_, {"home/lamp"}, true);
  ExpectReceives(boss_, {"home/lamp"}, false);
}

TEST_F(TopicAuthorityTest, OwnTopicsFollowRightsToCollections) {
  ExpectReceives(alice_,
                 {"answerbox/status", "answerbox/house/documents",
                  "answerbox/house/exam", "answerbox/energy"},
                 true);
  ExpectReceives(alice_,
                 {"answerbox/garden/documents", "answerbox/garden/exam",
                  "$SYS/broker/version", "answerbox/house/ask", "answerbox/rpc",
                  "answerbox/house"},
                 false);
  ExpectReceives(boss_, {"answerbox/garden/documents", "$SYS/broker/version"},
                 true);
  // Its sums are over all collections.
  ExpectReceives(boss_, {"answerbox/device/state"}, true);
  ExpectReceives(alice_, {"answerbox/device/state"}, false);
  ExpectReceives({"user:nobody", "n"},
                 {"answerbox/house/documents", "answerbox/energy"}, false);
}

TEST_F(TopicAuthorityTest, AnswersAndProgressAreForTheClientThatTheyName) {
  ExpectReceives(alice_,
                 {"answerbox/house/answer/a1", "answerbox/rpc/answer/a1",
                  "answerbox/progress/a1"},
                 true);
  for (const Client& client : {boss_, anonymous_}) {
    ExpectReceives(client,
                   {"answerbox/house/answer/a1", "answerbox/rpc/answer/a1",
                    "answerbox/progress/a1", "answerbox/progress/",
                    "answerbox/house/answer/"},
                   false);
  }
}

// What IsSubscribingEnough promises.
TEST_F(TopicAuthorityTest,
       WhoMayNotReceiveATopicMaySubscribeToNoneOfItsFilters) {
  constexpr const char* kTopics[] = {
      "home",       "home/lamp",        "office/lamp",
      "/home",      "clients/alice/x",  "clients/boss/x",
      "answerbox",  "answerbox/status", "answerbox/garden/documents",
      "answerboxes"};
  constexpr const char* kFilters[] = {
      "#",      "+",         "home/#", "home/+",   "+/lamp",      "+/+",
      "+/+/x",  "home/lamp", "home",   "/home",    "clients/+/x", "answerbox/#",
      "$SYS/#", "answerbox", "+/#",    "clients/#"};
  std::size_t enough = 0;
  for (const Client& client : {alice_, boss_, anonymous_}) {
    for (const char* topic : kTopics) {
      for (const char* filter : kFilters) {
        if (!Matches(filter, topic) ||
            !authority_.MaySubscribe(client, filter) ||
            !authority_.IsSubscribingEnough(topic)) {
          continue;
        }
        ++enough;
        EXPECT_TRUE(authority_.MayReceive(client, topic))
            << client.identity << ' ' << filter << ' ' << topic;
      }
    }
  }
  EXPECT_GT(enough, 20U);
  EXPECT_FALSE(authority_.IsSubscribingEnough("answerbox/garden/documents"));
  EXPECT_FALSE(authority_.IsSubscribingEnough("$SYS/broker/version"));
}

TEST_F(TopicAuthorityTest, AChangeOfRightsCountsAtOnce) {
  const std::uint64_t before = authority_.generation();
  EXPECT_NE(before, 0U);
  ExpectReceives(alice_, {"home/lamp"}, true);
  ASSERT_TRUE(access_.Set(
      "user:alice",
      {.grants = {}, .theta = {}, .topics = TopicRights{{}, {"x"}}}));
  EXPECT_NE(authority_.generation(), before);
  ExpectReceives(alice_, {"home/lamp"}, false);
  ExpectReceives(alice_, {"x"}, true);
}

TEST_F(TopicAuthorityTest, AClientIdGivesNoRightToACollection) {
  ExpectReceives({"user:alice", "documents"}, {"answerbox/progress/documents"},
                 false);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
