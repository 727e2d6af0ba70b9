// SUBSCRIBE and UNSUBSCRIBE (sections 3.8 to 3.11), shared subscriptions (4.8),
// rights.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

constexpr unsigned kNoLocal = 4;
constexpr unsigned kRetainAsPublished = 8;

TEST(BrokerSubscriptionTest, IsGrantedForEachFilterInItsOrder) {
  Dialogue dialogue;
  dialogue.authority.forbidden = {"subscribe secret"};
  Client& client = dialogue.Join({});
  EXPECT_EQ(client.Send(Packet(0x82, "\0\7\0"s + Text("a") + "\0"s + Text("b") +
                                         "\1" + Text("secret") + "\2" +
                                         Text("c/#") + "\2")),
            "SUBACK #7 0x00 0x01 0x87 0x02");
  Client& old = dialogue.Join({.version = Version::k311, .client_id = "old"});
  EXPECT_EQ(old.Subscribe("secret", 2), "SUBACK #1 0x80");
  EXPECT_EQ(old.Subscribe("a", 2), "SUBACK #1 0x02");
}

TEST(BrokerSubscriptionTest, EndsByUnsubscribe) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a/+");
  EXPECT_EQ(client.Publish({.topic = "a/b"}), "PUBLISH a/b=");
  EXPECT_EQ(client.Send(Packet(0xA2, "\0\3\0"s + Text("a/+") + Text("none"))),
            "UNSUBACK #3 0x00 0x11");
  EXPECT_EQ(client.Publish({.topic = "a/b"}), "");
  Client& old = dialogue.Join({.version = Version::k311, .client_id = "old"});
  EXPECT_EQ(old.Send(UnsubscribePacket(Version::k311, 9, "x")), "UNSUBACK #9");
}

// [MQTT-3.10.4-3]: what was begun is completed.
TEST(BrokerSubscriptionTest, UnsubscribeLeavesWhatIsInFlight) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a", 2);
  client.Publish({.topic = "a", .qos = 2, .id = 1});
  client.Send(UnsubscribePacket(Version::k5, 1, "a"));
  EXPECT_EQ(client.Acknowledge(PacketType::kPublishReceived, 1), "PUBREL #1");
}

// [MQTT-3.8.4-3]
TEST(BrokerSubscriptionTest, TheSameFilterReplacesIt) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a", 2, "\x0b\1");
  client.Subscribe("a", 0, "\x0b\2");
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 4}),
            "PUBLISH a=; PUBREC #4");
  EXPECT_EQ(client.Property(kSubscriptionId), "2");
}

// [MQTT-3.3.4-2], [MQTT-3.3.4-3]
TEST(BrokerSubscriptionTest, OverlappingOnesBringOneMessageOfTheGreatestQoS) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a/#", 0, "\x0b\1");
  client.Subscribe("a/+", 1, "\x0b\2");
  client.Subscribe("+/b", 1);
  EXPECT_EQ(client.Publish({.topic = "a/b", .qos = 2, .id = 4}),
            "PUBLISH a/b= q1 #1; PUBREC #4");
  std::set<std::string> ids;
  for (const auto& [id, value] : client.packets()[0].properties) {
    if (id == kSubscriptionId) ids.insert(value);
  }
  EXPECT_EQ(ids, (std::set<std::string>{"1", "2"}));
}

TEST(BrokerSubscriptionTest, WildcardsAtTheStartMatchNoDollarTopics) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("#");
  client.Subscribe("+/x");
  EXPECT_EQ(client.Publish({.topic = "$SYS/x"}), "");
  client.Subscribe("$SYS/#");
  EXPECT_EQ(client.Publish({.topic = "$SYS/x"}), "PUBLISH $SYS/x=");
}

TEST(BrokerSubscriptionTest, FiltersMatchLevelsAsWholes) {
  const struct {
    const char* filter;
    const char* topic;
    bool is_match;
  } kCases[] = {
      {"a/#", "a", true},     {"a/#", "a/b/c", true}, {"a/#", "ab", false},
      {"+", "a", true},       {"+", "/a", false},     {"/+", "/a", true},
      {"+/+", "/a", true},    {"a/+", "a", false},    {"a/+", "a/", true},
      {"a/+/#", "a/b", true}, {"a//b", "a//b", true}, {"a/+/b", "a//b", true},
      {"A", "a", false},      {"#", "/", true}};
  for (const auto& each : kCases) {
    Dialogue dialogue;
    Client& client = dialogue.Join({});
    client.Subscribe(each.filter);
    EXPECT_EQ(client.Publish({.topic = each.topic}) != "", each.is_match)
        << each.filter << ' ' << each.topic;
  }
}

TEST(BrokerSubscriptionTest, NoLocalKeepsOnesOwnMessagesAway) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a", 0 | kNoLocal);
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 1, .id = 1}),
            "PUBACK #1 0x10");
  dialogue.Join({.client_id = "other"}).Publish({.topic = "a"});
  EXPECT_EQ(client.Received(), "PUBLISH a=");
}

// [MQTT-3.3.1-12], [MQTT-3.3.1-13]
TEST(BrokerSubscriptionTest, RetainIsAsPublishedOnlyWhereAskedFor) {
  Dialogue dialogue;
  Client& plain = dialogue.Join({.client_id = "plain"});
  Client& keeper = dialogue.Join({.client_id = "keeper"});
  plain.Subscribe("a");
  keeper.Subscribe("a", kRetainAsPublished);
  dialogue.Join({}).Publish(
      {.topic = "a", .payload = "x", .is_retained = true});
  EXPECT_EQ(plain.Received(), "PUBLISH a=x");
  EXPECT_EQ(keeper.Received(), "PUBLISH a=x retained");
}

TEST(BrokerSubscriptionTest, HasABoundOfSubscriptions) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  for (int i = 0; i < 128; ++i) {
    ASSERT_EQ(client.Subscribe("t/" + std::to_string(i)), "SUBACK #1 0x00");
  }
  EXPECT_EQ(client.Subscribe("one more"), "SUBACK #1 0x97");
  EXPECT_EQ(client.Subscribe("t/1", 1), "SUBACK #1 0x01");  // There already.
}

// NanoMQ: malformed SUBSCRIBE. A packet of very many filters costs no more.
TEST(BrokerSubscriptionTest, AFloodOfFiltersIsAnsweredWithinTheBounds) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  std::string filters;
  for (int i = 0; i < 30000; ++i)
    filters += Text("a" + std::to_string(i)) + "\1";
  EXPECT_TRUE(client.Send(Packet(0x82, "\0\7\0"s + filters))
                  .starts_with("SUBACK #7 0x01"));
  EXPECT_EQ(client.packets()[0].codes.size(), 30000U);
  EXPECT_EQ(client.packets()[0].codes.back(), 0x97U);
  EXPECT_EQ(client.connection()->session->subscriptions.size(), 128U);
}

// --- Shared subscriptions ---

TEST(BrokerSubscriptionTest, OneOfEachGroupGetsAMessageInTurn) {
  Dialogue dialogue;
  Client& first = dialogue.Join({.client_id = "first"});
  Client& second = dialogue.Join({.client_id = "second"});
  Client& third = dialogue.Join({.client_id = "third"});
  first.Subscribe("$share/g/a/+");
  second.Subscribe("$share/g/a/+");
  third.Subscribe("$share/h/a/+");
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (const char* payload : {"1", "2"}) {
    writer.Publish({.topic = "a/b", .payload = payload});
  }
  EXPECT_EQ(first.Received(), "PUBLISH a/b=1");
  EXPECT_EQ(second.Received(), "PUBLISH a/b=2");
  EXPECT_EQ(third.Received(), "PUBLISH a/b=1; PUBLISH a/b=2");
}

TEST(BrokerSubscriptionTest, AnOfflineMemberGetsNothingWhileAnotherIsThere) {
  Dialogue dialogue;
  const ConnectFields lasting = {.client_id = "away",
                                 .is_clean = false,
                                 .properties = Property4(kSessionExpiry, 99)};
  Client& away = dialogue.Join(lasting);
  away.Subscribe("$share/g/a", 1);
  Client& here = dialogue.Join({.client_id = "here"});
  here.Subscribe("$share/g/a", 1);
  away.Drop();
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (unsigned id = 1; id <= 3; ++id) {
    EXPECT_EQ(writer.Publish({.topic = "a", .qos = 1, .id = id}),
              "PUBACK #" + std::to_string(id));
  }
  EXPECT_EQ(here.Received(),
            "PUBLISH a= q1 #1; PUBLISH a= q1 #2; PUBLISH a= q1 #3");
  here.Drop();
  writer.Publish({.topic = "a", .qos = 1, .id = 9});  // Nobody else is left.
  EXPECT_EQ(away.Connect(lasting), "CONNACK 0x00 present; PUBLISH a= q1 #1");
}

TEST(BrokerSubscriptionTest, AGroupIsLeftByUnsubscribe) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("$share/g/a");
  EXPECT_EQ(client.Send(UnsubscribePacket(Version::k5, 1, "a")),
            "UNSUBACK #1 0x11");
  EXPECT_EQ(client.Send(UnsubscribePacket(Version::k5, 1, "$share/g/a")),
            "UNSUBACK #1 0x00");
  EXPECT_EQ(client.Publish({.topic = "a"}), "");
}

// --- Rights ---

// CVE-2021-34434.
TEST(BrokerSubscriptionTest, ALostRightEndsSubscriptionsOfLiveSessions) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a");
  reader.Subscribe("$share/g/a");
  dialogue.authority.forbidden = {"subscribe a"};
  dialogue.broker.OnRightsChanged(dialogue.now);
  dialogue.Join({}).Publish({.topic = "a"});
  EXPECT_EQ(reader.Received(), "");
  dialogue.authority.forbidden.clear();
  dialogue.broker.OnRightsChanged(dialogue.now);  // It stays ended.
  EXPECT_EQ(dialogue.Join({}).Publish({.topic = "a", .qos = 1, .id = 1}),
            "PUBACK #1 0x10");
}

TEST(BrokerSubscriptionTest, ASubscriptionDecidesUntilRightsChange) {
  Dialogue dialogue;
  dialogue.authority.is_subscribing_enough = true;
  dialogue.authority.forbidden = {"receive a"};  // Not asked for.
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("+");
  reader.Subscribe("$share/g/a");
  Client& writer = dialogue.Join({});
  writer.Publish({.topic = "a"});
  EXPECT_EQ(reader.Received(), "PUBLISH a=");
  dialogue.authority.rights_generation = 2;
  writer.Publish({.topic = "a"});  // Before the broker is told.
  EXPECT_EQ(reader.Received(), "");
  dialogue.broker.OnRightsChanged(dialogue.now);
  writer.Publish({.topic = "a"});
  EXPECT_EQ(reader.Received(), "PUBLISH a=");
}

TEST(BrokerSubscriptionTest, WhereSubscribingIsNotEnoughEachMessageAsks) {
  Dialogue dialogue;
  dialogue.authority.forbidden = {"receive a"};
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("+");
  Client& writer = dialogue.Join({});
  writer.Publish({.topic = "a"});
  writer.Publish({.topic = "b"});
  EXPECT_EQ(reader.Received(), "PUBLISH b=");
}

TEST(BrokerSubscriptionTest, ALostRightTakesMessagesOutOfQueues) {
  const ConnectFields lasting = {.client_id = "reader",
                                 .is_clean = false,
                                 .properties = Property4(kSessionExpiry, 99)};
  Dialogue dialogue;
  Client& reader = dialogue.Join(lasting);
  reader.Subscribe("#", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "in flight", .qos = 1, .id = 1});
  EXPECT_EQ(reader.Received(), "PUBLISH in flight= q1 #1");
  reader.Drop();
  writer.Publish({.topic = "waiting", .qos = 1, .id = 1});
  writer.Publish({.topic = "allowed", .qos = 1, .id = 1});
  dialogue.authority.forbidden = {"receive in flight", "receive waiting"};
  dialogue.broker.OnRightsChanged(dialogue.now);
  writer.Publish({.topic = "waiting", .qos = 1, .id = 1});
  EXPECT_EQ(reader.Connect(lasting),
            "CONNACK 0x00 present; PUBLISH allowed= q1 #2");
}

TEST(BrokerSubscriptionTest, AMessageInFlightIsNotSentAgainWithoutTheRight) {
  const ConnectFields lasting = {.client_id = "reader",
                                 .is_clean = false,
                                 .properties = Property4(kSessionExpiry, 99)};
  Dialogue dialogue;
  Client& reader = dialogue.Join(lasting);
  reader.Subscribe("a", 1);
  dialogue.Join({}).Publish({.topic = "a", .qos = 1, .id = 1});
  reader.Received();
  dialogue.authority.forbidden = {"receive a"};
  dialogue.broker.OnRightsChanged(dialogue.now);  // While it is connected.
  reader.Drop();
  EXPECT_EQ(reader.Connect(lasting), "CONNACK 0x00 present");
}

TEST(BrokerSubscriptionTest, WhoMayNotConnectAnyMoreIsSentAway) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  Client& other = dialogue.Join({.client_id = "other"});
  dialogue.authority.forbidden = {"connect client"};
  dialogue.broker.OnRightsChanged(dialogue.now);
  EXPECT_EQ(client.Received(), "DISCONNECT 0x87; closed");
  EXPECT_EQ(other.Send(PingPacket()), "PINGRESP");
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
}

// [MQTT-4.8.2-3] to [MQTT-4.8.2-6]: a message of QoS 2 stays with the member
// that it was sent to.
TEST(BrokerSubscriptionTest, AMessageOfAGroupGoesToNoSecondMember) {
  Dialogue dialogue;
  Client& first = dialogue.Join({.client_id = "first"});
  Client& second = dialogue.Join({.client_id = "second"});
  first.Subscribe("$share/g/a", 2);
  second.Subscribe("$share/g/a", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "a", .payload = "1", .qos = 2, .id = 1});
  EXPECT_EQ(first.Received(), "PUBLISH a=1 q2 #1");
  writer.Publish({.topic = "a", .payload = "2", .qos = 2, .id = 2});
  EXPECT_EQ(second.Received(), "PUBLISH a=2 q1 #1");  // The QoS granted.
  EXPECT_EQ(second.Acknowledge(PacketType::kPublishAcknowledgement, 1, 0x97),
            "");
  first.Drop();  // Its session ends.
  EXPECT_EQ(second.Received(), "");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
