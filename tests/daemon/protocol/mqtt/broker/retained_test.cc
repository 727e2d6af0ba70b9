// Retained messages: section 3.3.1.3.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST(BrokerRetainedTest, TheLastIsSentToWhoSubscribesLater) {
  Dialogue dialogue;
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "a", .payload = "1", .is_retained = true});
  writer.Publish({.topic = "a", .payload = "2", .is_retained = true});
  writer.Publish({.topic = "a", .payload = "3"});
  Client& reader = dialogue.Join({});
  EXPECT_EQ(reader.Subscribe("#"), "SUBACK #1 0x00; PUBLISH a=2 retained");
}

// [MQTT-3.3.1-6], [MQTT-3.3.1-7]
TEST(BrokerRetainedTest, AnEmptyPayloadClearsIt) {
  Dialogue dialogue;
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "a", .payload = "1", .is_retained = true});
  Client& reader = dialogue.Join({});
  reader.Subscribe("a");
  writer.Publish({.topic = "a", .is_retained = true});
  EXPECT_EQ(reader.Received(), "PUBLISH a=");
  EXPECT_EQ(reader.Subscribe("a"), "SUBACK #1 0x00");
  EXPECT_EQ(dialogue.broker.statistics().retained, 0U);
}

// [MQTT-3.3.1-9] to [MQTT-3.3.1-11]
TEST(BrokerRetainedTest, RetainHandlingSaysWhenItIsSent) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish({.topic = "a", .payload = "1", .is_retained = true});
  const std::string sent = "SUBACK #1 0x00; PUBLISH a=1 retained";
  EXPECT_EQ(client.Subscribe("a", 0x20), "SUBACK #1 0x00");  // Never.
  EXPECT_EQ(client.Subscribe("a", 0x10), "SUBACK #1 0x00");  // Not new.
  EXPECT_EQ(client.Subscribe("a", 0x00), sent);
  EXPECT_EQ(client.Subscribe("a", 0x00), sent);
  client.Send(UnsubscribePacket(Version::k5, 1, "a"));
  EXPECT_EQ(client.Subscribe("a", 0x10), sent);
}

TEST(BrokerRetainedTest, IsSentWithTheLesserQoSAndTheIdentifier) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish(
      {.topic = "a", .payload = "1", .qos = 1, .id = 1, .is_retained = true});
  EXPECT_EQ(client.Subscribe("a", 2, "\x0b\7"),
            "SUBACK #1 0x02; PUBLISH a=1 q1 #1 retained");
  EXPECT_EQ(client.Property(kSubscriptionId), "7");
}

TEST(BrokerRetainedTest, IsNotSentToSharedSubscriptionsNorToWildcardsOfDollar) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish({.topic = "$SYS/a", .payload = "1", .is_retained = true});
  client.Publish({.topic = "b", .payload = "2", .is_retained = true});
  EXPECT_EQ(client.Subscribe("$share/g/b"), "SUBACK #1 0x00");
  EXPECT_EQ(client.Subscribe("+/a"), "SUBACK #1 0x00");
  EXPECT_EQ(client.Subscribe("$SYS/+"),
            "SUBACK #1 0x00; PUBLISH $SYS/a=1 retained");
}

// More than a queue holds, of QoS 1: they come as the client takes them.
TEST(BrokerRetainedTest, ManyPassNoBoundOfAQueue) {
  Dialogue dialogue;
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (unsigned i = 100; i < 400; ++i) {
    writer.Publish({.topic = "t/" + std::to_string(i),
                    .payload = "x",
                    .qos = 1,
                    .id = 1,
                    .is_retained = true});
  }
  Client& reader = dialogue.Join({});
  reader.Subscribe("t/+", 1);
  std::string last;
  std::size_t count = 0;
  for (auto packets = reader.packets(); !packets.empty();
       packets = reader.packets()) {
    std::string acknowledgements;
    for (const ServerPacket& packet : packets) {
      if (packet.first_byte >> 4 != 3) continue;
      EXPECT_GT(packet.topic, last);
      last = packet.topic;
      ++count;
      acknowledgements += AcknowledgementPacket(
          PacketType::kPublishAcknowledgement, packet.packet_id);
    }
    reader.Send(acknowledgements);
    dialogue.CheckBounds();
  }
  EXPECT_EQ(count, 300U);
  EXPECT_EQ(dialogue.broker.statistics().sessions_given_up, 0U);
}

TEST(BrokerRetainedTest, HaveABoundOfMessages) {
  Bounds bounds;
  bounds.retained_messages = 2;
  Dialogue dialogue(bounds);
  Client& client = dialogue.Join({});
  client.Subscribe("#");
  const auto publish = [&](const char* topic, unsigned qos) {
    return client.Publish({.topic = topic,
                           .payload = "x",
                           .qos = qos,
                           .id = qos,
                           .is_retained = true});
  };
  publish("a", 0);
  publish("b", 0);
  // Of QoS 1, the publisher learns that nobody got it.
  EXPECT_EQ(publish("c", 1), "PUBACK #1 0x97");
  EXPECT_EQ(publish("c", 0), "PUBLISH c=x");
  EXPECT_EQ(publish("a", 1), "PUBLISH a=x; PUBACK #1");  // In its place.
  Client& old = dialogue.Join({.version = Version::k311, .client_id = "old"});
  EXPECT_EQ(old.Publish({.topic = "c",
                         .payload = "x",
                         .qos = 1,
                         .id = 1,
                         .is_retained = true}),
            "closed");
}

TEST(BrokerRetainedTest, Expire) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish({.topic = "a",
                  .payload = "x",
                  .is_retained = true,
                  .properties = Property4(kMessageExpiry, 5)});
  dialogue.Pass(4s);
  EXPECT_EQ(client.Subscribe("a"), "SUBACK #1 0x00; PUBLISH a=x retained");
  EXPECT_EQ(client.Property(kMessageExpiry), "\0\0\0\1"s);
  dialogue.Pass(1s);
  EXPECT_EQ(client.Subscribe("a"), "SUBACK #1 0x00");
  EXPECT_EQ(dialogue.broker.statistics().retained, 0U);
}

// CVE-2018-12546.
TEST(BrokerRetainedTest, AreGoneWhenTheirPublisherLosesTheRight) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish({.topic = "a", .payload = "x", .is_retained = true});
  dialogue.authority.forbidden = {"publish a"};
  EXPECT_EQ(client.Subscribe("a"), "SUBACK #1 0x00");  // Before it is told.
  dialogue.broker.OnRightsChanged(dialogue.now);
  EXPECT_EQ(dialogue.broker.statistics().retained, 0U);
}

TEST(BrokerRetainedTest, AreNotSentToWhoMayNotReceiveThem) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Publish({.topic = "a", .payload = "x", .is_retained = true});
  client.Publish({.topic = "b", .payload = "y", .is_retained = true});
  dialogue.authority.forbidden = {"receive a"};
  EXPECT_EQ(client.Subscribe("#"), "SUBACK #1 0x00; PUBLISH b=y retained");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
