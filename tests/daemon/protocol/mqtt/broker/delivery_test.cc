// Messages from the client: QoS 0, 1 and 2 (section 4.3), and requests.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST(BrokerDeliveryTest, SaysWhenNobodySubscribes) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 1, .id = 5}),
            "PUBACK #5 0x10");
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 6}),
            "PUBREC #6 0x10");
  Client& old = dialogue.Join({.version = Version::k311, .client_id = "old"});
  EXPECT_EQ(old.Publish({.topic = "a", .qos = 1, .id = 5}), "PUBACK #5");
}

// [MQTT-4.3.3-10]
TEST(BrokerDeliveryTest, AMessageOfQoS2IsSentOnOnce) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 0);
  Client& writer = dialogue.Join({.client_id = "writer"});
  EXPECT_EQ(writer.Publish({.topic = "a", .payload = "1", .qos = 2, .id = 7}),
            "PUBREC #7");
  EXPECT_EQ(writer.Publish({.topic = "a",
                            .payload = "1",
                            .qos = 2,
                            .id = 7,
                            .is_duplicate = true}),
            "PUBREC #7");
  EXPECT_EQ(reader.Received(), "PUBLISH a=1");
  EXPECT_EQ(writer.Acknowledge(kRel, 7), "PUBCOMP #7");
  EXPECT_EQ(writer.Acknowledge(kRel, 7), "PUBCOMP #7 0x92");
  writer.Publish({.topic = "a", .payload = "2", .qos = 2, .id = 7});
  EXPECT_EQ(reader.Received(), "PUBLISH a=2");
}

TEST(BrokerDeliveryTest, AMessageOfQoS2IsSentOnOnceAcrossConnections) {
  for (const Version version : {Version::k311, Version::k5}) {
    Dialogue dialogue;
    Client& reader = dialogue.Join({.client_id = "other"});
    reader.Subscribe("a");
    Client& writer = dialogue.Join(Lasting(version));
    writer.Push(PublishPacket(version, {.topic = "a", .qos = 2, .id = 7}));
    writer.Drop();  // It has not seen PUBREC.
    writer.Connect(Lasting(version));
    EXPECT_EQ(
        writer.Publish({.topic = "a", .qos = 2, .id = 7, .is_duplicate = true}),
        "PUBREC #7");
    EXPECT_EQ(writer.Acknowledge(kRel, 7), "PUBCOMP #7");
    EXPECT_EQ(reader.Received(), "PUBLISH a=");
  }
}

// CVE-2023-28366: ids of QoS 2 that are never released. [MQTT-3.3.4-7]
TEST(BrokerDeliveryTest, MoreUnreleasedThanTheReceiveMaximumEndTheConnection) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  for (unsigned id = 1; id <= dialogue.bounds.receive_maximum; ++id) {
    ASSERT_NE(client.Publish({.topic = "a", .qos = 2, .id = id}), "");
  }
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 1}), "PUBREC #1");
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 99}),
            "DISCONNECT 0x93; closed");
  EXPECT_EQ(dialogue.memory.whole().used_bytes(), 0U);
}

TEST(BrokerDeliveryTest, In311TooManyUnreleasedEndTheConnection) {
  Dialogue dialogue;
  Client& client = dialogue.Join({.version = Version::k311});
  for (unsigned id = 1; id <= 1024; ++id) {
    ASSERT_EQ(client.Publish({.topic = "a", .qos = 2, .id = id}),
              "PUBREC #" + std::to_string(id));
  }
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 1025}), "closed");
}

TEST(BrokerDeliveryTest, WhatMayNotBePublishedIsRefused) {
  Dialogue dialogue;
  dialogue.authority.forbidden = {"publish a"};
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a");
  Client& client = dialogue.Join({});
  EXPECT_EQ(client.Publish({.topic = "a"}), "");
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 1, .id = 1}),
            "PUBACK #1 0x87");
  EXPECT_EQ(client.Publish({.topic = "a", .qos = 2, .id = 2}),
            "PUBREC #2 0x87");
  EXPECT_EQ(client.Acknowledge(kRel, 2), "PUBCOMP #2 0x92");
  Client& old = dialogue.Join({.version = Version::k311, .client_id = "old"});
  // [MQTT-3.3.5-2]
  EXPECT_EQ(old.Publish({.topic = "a", .qos = 1, .id = 1}), "PUBACK #1");
  EXPECT_EQ(old.Publish({.topic = "a", .qos = 2, .id = 2}), "PUBREC #2");
  EXPECT_EQ(old.Acknowledge(kRel, 2), "PUBCOMP #2");
  EXPECT_EQ(reader.Received(), "");
}

TEST(BrokerDeliveryTest, TopicsHaveABoundOfLevelsAndBytes) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  for (const std::string& topic : {std::string(16, '/'), std::string(1025, 'x'),
                                   std::string(60000, '/')}) {
    EXPECT_EQ(client.Publish({.topic = topic, .qos = 1, .id = 1}),
              "PUBACK #1 0x90");
    EXPECT_EQ(client.Subscribe(topic), "SUBACK #1 0x8f");
  }
  EXPECT_EQ(client.Publish({.topic = std::string(15, '/'), .qos = 1, .id = 1}),
            "PUBACK #1 0x10");
}

TEST(BrokerDeliveryTest, ARequestGoesToTheDaemonAlone) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("#");
  Client& client = dialogue.Join({});
  EXPECT_EQ(
      client.Publish({.topic = "ask/x", .payload = "why", .qos = 1, .id = 3}),
      "PUBACK #3");
  EXPECT_EQ(dialogue.requests.taken, std::vector<std::string>{"ask/x=why"});
  EXPECT_EQ(reader.Received(), "");
}

TEST(BrokerDeliveryTest, PacketsWaitForARequestThatMustEndFirst) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  dialogue.requests.next.may_go_on = false;
  EXPECT_EQ(client.Send(PublishPacket(Version::k5, {.topic = "ask/x"}) +
                        PingPacket()),
            "");
  dialogue.broker.Resume(*dialogue.requests.last_asker, dialogue.now);
  EXPECT_EQ(client.Received(), "PINGRESP");
}

TEST(BrokerDeliveryTest, AnAnswerGoesToTheAskerAlone) {
  Dialogue dialogue;
  Client& asker = dialogue.Join({.client_id = "asker"});
  Client& other = dialogue.Join({.client_id = "other"});
  asker.Subscribe("answer");
  other.Subscribe("answer");
  asker.Publish({.topic = "ask/x"});
  Publish answer;
  answer.topic = "answer";
  answer.payload = "because";
  dialogue.broker.Answer(*dialogue.requests.last_asker, answer, dialogue.now);
  EXPECT_EQ(asker.Received(), "PUBLISH answer=because");
  EXPECT_EQ(other.Received(), "");
  asker.Drop();
  EXPECT_EQ(dialogue.requests.last_asker, nullptr);
}

TEST(BrokerDeliveryTest, AResumeThatEndsTheSessionIsSafe) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  dialogue.requests.next.may_go_on = false;
  client.Push(PublishPacket(Version::k5, {.topic = "ask/x"}) +
              DisconnectPacket());
  dialogue.broker.Resume(*dialogue.requests.last_asker, dialogue.now);
  EXPECT_EQ(client.Received(), "closed");
  EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
