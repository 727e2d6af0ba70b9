// Messages to the client: QoS (section 4.3), sending again (4.4), flow control
// (4.9), aliases (3.3.2.3.4), expiry.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST(BrokerDeliveryTest, QoS1IsAcknowledgedByTheClient) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(Lasting(Version::k5));
  reader.Subscribe("a", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  EXPECT_EQ(writer.Publish({.topic = "a", .payload = "1", .qos = 2, .id = 9}),
            "PUBREC #9");
  EXPECT_EQ(reader.Received(), "PUBLISH a=1 q1 #1");  // The lesser QoS.
  EXPECT_EQ(reader.Acknowledge(kAck, 1), "");
  reader.Drop();
  EXPECT_EQ(reader.Connect(Lasting(Version::k5)), "CONNACK 0x00 present");
}

TEST(BrokerDeliveryTest, QoS2TakesFourPackets) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 2);
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "a", .payload = "1", .qos = 2, .id = 9});
  EXPECT_EQ(reader.Received(), "PUBLISH a=1 q2 #1");
  EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1");
  EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1");
  EXPECT_EQ(reader.Acknowledge(kComp, 1), "");
  EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1 0x92");
  EXPECT_EQ(reader.connection()->session->in_flight.size(), 0U);
}

TEST(BrokerDeliveryTest, PubrecWithAnErrorEndsIt) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 2);
  dialogue.Join({}).Publish({.topic = "a", .qos = 2, .id = 9});
  EXPECT_EQ(reader.Received(), "PUBLISH a= q2 #1");
  EXPECT_EQ(reader.Acknowledge(kRec, 1, 0x97), "");
  EXPECT_TRUE(reader.connection()->session->in_flight.empty());
}

TEST(BrokerDeliveryTest, AcknowledgementsOfNothingAreHarmless) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 2);
  dialogue.Join({}).Publish({.topic = "a", .qos = 2, .id = 9});
  reader.Received();
  EXPECT_EQ(reader.Acknowledge(kAck, 1), "");   // Of QoS 2.
  EXPECT_EQ(reader.Acknowledge(kComp, 1), "");  // Before PUBREC.
  EXPECT_EQ(reader.Acknowledge(kAck, 77), "");
  EXPECT_EQ(reader.connection()->session->in_flight.size(), 1U);
}

// [MQTT-4.4.0-1], [MQTT-4.6.0-1]: what was in flight is sent again, in its
// order, with its id; then what waits.
TEST(BrokerDeliveryTest, WhatWasInFlightIsSentAgain) {
  for (const Version version : {Version::k311, Version::k5}) {
    Dialogue dialogue;
    Client& reader = dialogue.Join(Lasting(version));
    reader.Subscribe("#", 2);
    Client& writer = dialogue.Join({.client_id = "writer"});
    for (unsigned id = 1; id <= 3; ++id) {
      writer.Publish({.topic = "t" + std::to_string(id), .qos = 2, .id = id});
    }
    writer.Publish({.topic = "one", .qos = 1, .id = 4});
    writer.Publish({.topic = "lost"});
    reader.Received();
    EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1");
    EXPECT_EQ(reader.Acknowledge(kRec, 2), "PUBREL #2");
    EXPECT_EQ(reader.Acknowledge(kComp, 2), "");
    reader.Drop();
    writer.Publish({.topic = "later", .qos = 1, .id = 5});
    writer.Publish({.topic = "none"});  // QoS 0 does not wait.
    EXPECT_EQ(reader.Connect(Lasting(version)),
              "CONNACK 0x00 present; PUBREL #1; PUBLISH t3= q2 #3 dup; "
              "PUBLISH one= q1 #4 dup; PUBLISH later= q1 #5");
  }
}

// Section 4.9.
TEST(BrokerDeliveryTest, KeepsToTheClientsReceiveMaximum) {
  Dialogue dialogue;
  Client& reader =
      dialogue.Join(Lasting(Version::k5, Property2(kReceiveMaximum, 2)));
  reader.Subscribe("a", 2);
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (unsigned id = 1; id <= 4; ++id) {
    writer.Publish({.topic = "a", .qos = 2, .id = id});
    writer.Acknowledge(kRel, id);
  }
  EXPECT_EQ(reader.Received(), "PUBLISH a= q2 #1; PUBLISH a= q2 #2");
  EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1");  // Not over yet.
  EXPECT_EQ(reader.Acknowledge(kComp, 1), "PUBLISH a= q2 #3");
  reader.Drop();
  const auto narrow = Lasting(Version::k5, Property2(kReceiveMaximum, 1));
  EXPECT_EQ(reader.Connect(narrow),
            "CONNACK 0x00 present; PUBLISH a= q2 #2 dup");
  EXPECT_EQ(reader.Acknowledge(kRec, 2), "PUBREL #2");
  EXPECT_EQ(reader.Acknowledge(kComp, 2), "PUBLISH a= q2 #3 dup");
}

TEST(BrokerDeliveryTest, PacketIdsGoRoundAndAreNeverZeroOrInUse) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "a", .qos = 1, .id = 1});
  EXPECT_EQ(reader.Received(), "PUBLISH a= q1 #1");  // Stays in flight.
  reader.connection()->session->last_packet_id = 65534;
  for (const char* expected : {"65535", "2", "3"}) {
    writer.Publish({.topic = "a", .qos = 1, .id = 1});
    EXPECT_EQ(reader.Received(), "PUBLISH a= q1 #"s + expected);
  }
}

// [MQTT-3.1.2-24], [MQTT-3.1.2-25]
TEST(BrokerDeliveryTest, AMessageTooLongForTheClientIsPassedOver) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(Lasting(Version::k5));
  reader.Subscribe("a", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  const std::string payload(100, 'x');
  writer.Publish({.topic = "a", .payload = payload, .qos = 1, .id = 1});
  reader.Drop();  // It is in flight, and the client accepts less from now on.
  EXPECT_EQ(
      reader.Connect(Lasting(Version::k5, Property4(kMaximumPacket, 100))),
      "CONNACK 0x00 present");
  writer.Publish({.topic = "a", .payload = payload, .qos = 1, .id = 1});
  writer.Publish({.topic = "a", .payload = "short", .qos = 1, .id = 1});
  EXPECT_EQ(reader.Received(), "PUBLISH a=short q1 #2");
  EXPECT_EQ(reader.connection()->session->in_flight.size(), 1U);
}

// --- Topic aliases ---

TEST(BrokerDeliveryTest, AnAliasStandsForItsTopic) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("#");
  Client& writer = dialogue.Join({.client_id = "writer"});
  const std::string alias = Property2(kAlias, 3);
  writer.Publish({.topic = "a", .properties = alias});
  writer.Publish({.topic = "", .payload = "1", .properties = alias});
  writer.Publish({.topic = "b", .properties = alias});
  writer.Publish({.topic = "", .payload = "2", .properties = alias});
  EXPECT_EQ(reader.Received(),
            "PUBLISH a=; PUBLISH a=1; PUBLISH b=; PUBLISH b=2");
  writer.Drop();  // Aliases last as long as the connection.
  writer.Connect({.client_id = "writer"});
  EXPECT_EQ(writer.Publish({.topic = "", .properties = alias}),
            "DISCONNECT 0x82; closed");
}

TEST(BrokerDeliveryTest, BadAliasesEndTheConnection) {
  Dialogue dialogue;
  for (const unsigned alias : {0U, 17U, 65535U}) {
    Client& client = dialogue.Join({});
    EXPECT_EQ(
        client.Publish({.topic = "a", .properties = Property2(kAlias, alias)}),
        "DISCONNECT 0x94; closed");
  }
  Client& client = dialogue.Join({});
  EXPECT_EQ(client.Publish({.topic = std::string(2000, 'x'),
                            .properties = Property2(kAlias, 1)}),
            "DISCONNECT 0x90; closed");
}

TEST(BrokerDeliveryTest, GivesTopicsAliasesWhereTheClientAcceptsThem) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(
      {.client_id = "reader", .properties = Property2(kAliasMaximum, 1)});
  reader.Subscribe("#", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "first"});
  EXPECT_EQ(reader.Received(), "PUBLISH first=");
  EXPECT_EQ(reader.Property(kAlias), "\0\1"s);
  writer.Publish({.topic = "first"});
  EXPECT_EQ(reader.Received(), "PUBLISH =");
  EXPECT_EQ(reader.Property(kAlias), "\0\1"s);
  writer.Publish({.topic = "second"});
  EXPECT_EQ(reader.Received(), "PUBLISH second=");
  EXPECT_FALSE(reader.Property(kAlias));
}

TEST(BrokerDeliveryTest, AnAliasMakesNoPacketTooLong) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader",
                                  .properties = Property2(kAliasMaximum, 9) +
                                                Property4(kMaximumPacket, 40)});
  reader.Subscribe("a");
  Client& writer = dialogue.Join({.client_id = "writer"});
  // 2 + 3 + 1 + 34 bytes without an alias.
  writer.Publish({.topic = "a", .payload = std::string(34, 'x')});
  EXPECT_EQ(reader.Received(), "PUBLISH a=" + std::string(32, 'x'));
  EXPECT_FALSE(reader.Property(kAlias));
}

// --- Expiry ---

// [MQTT-3.3.2-5], [MQTT-3.3.2-6]
TEST(BrokerDeliveryTest, MessagesExpireWhileTheyWait) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(Lasting(Version::k5));
  reader.Subscribe("#", 1);
  reader.Drop();
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "short",
                  .qos = 1,
                  .id = 1,
                  .properties = Property4(kMessageExpiry, 10)});
  writer.Publish({.topic = "long",
                  .qos = 1,
                  .id = 2,
                  .properties = Property4(kMessageExpiry, 300)});
  dialogue.Pass(10s);
  EXPECT_EQ(reader.Connect(Lasting(Version::k5)),
            "CONNACK 0x00 present; PUBLISH long= q1 #1");
  EXPECT_EQ(reader.Property(kMessageExpiry), "\0\0\1\x22"s);  // 290 s are left.
}

TEST(BrokerDeliveryTest, PropertiesArePassedOn) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a");
  dialogue.Join({}).Publish(
      {.topic = "a",
       .properties = Property1(0x01, 1) + PropertyText(0x03, "text/plain") +
                     PropertyText(0x08, "answers") + PropertyText(0x09, "42") +
                     "\x26\0\1n\0\1v"s});
  EXPECT_EQ(reader.Received(), "PUBLISH a=");
  EXPECT_EQ(reader.Property(0x01), "\1");
  EXPECT_EQ(reader.Property(0x03), "text/plain");
  EXPECT_EQ(reader.Property(0x08), "answers");
  EXPECT_EQ(reader.Property(0x09), "42");
  EXPECT_EQ(reader.Property(0x26), "n=v");
}

// [MQTT-4.3.3-7]: what was sent is completed.
TEST(BrokerDeliveryTest, WhatIsInFlightDoesNotExpire) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(Lasting(Version::k5));
  reader.Subscribe("a", 2);
  dialogue.Join({.client_id = "writer"})
      .Publish({.topic = "a",
                .qos = 2,
                .id = 1,
                .properties = Property4(kMessageExpiry, 5)});
  EXPECT_EQ(reader.Received(), "PUBLISH a= q2 #1");
  reader.Drop();
  dialogue.Pass(10s);
  EXPECT_EQ(reader.Connect(Lasting(Version::k5)),
            "CONNACK 0x00 present; PUBLISH a= q2 #1 dup");
  EXPECT_EQ(reader.Property(kMessageExpiry), "\0\0\0\1"s);
  EXPECT_EQ(reader.Acknowledge(kRec, 1), "PUBREL #1");
}

// [MQTT-4.6.0-2] to [MQTT-4.6.0-4]
TEST(BrokerDeliveryTest, AcknowledgementsComeInTheOrderOfTheirPackets) {
  for (const Version version : {Version::k311, Version::k5}) {
    Dialogue dialogue;
    Client& reader = dialogue.Join({.version = version, .client_id = "reader"});
    reader.Subscribe("a", 2);
    Client& writer = dialogue.Join({.version = version, .client_id = "writer"});
    std::string packets;
    for (const unsigned id : {9U, 3U, 5U}) {
      packets += PublishPacket(version, {.topic = "a", .qos = 2, .id = id});
      packets +=
          PublishPacket(version, {.topic = "a", .qos = 1, .id = id + 50});
    }
    EXPECT_EQ(writer.Send(packets),
              "PUBREC #9; PUBACK #59; PUBREC #3; PUBACK #53; PUBREC #5; "
              "PUBACK #55");
    reader.Received();
    EXPECT_EQ(reader.Send(AcknowledgementPacket(kRec, 5) +
                          AcknowledgementPacket(kRec, 1) +
                          AcknowledgementPacket(kRec, 3)),
              "PUBREL #5; PUBREL #1; PUBREL #3");
  }
}

TEST(BrokerDeliveryTest, UserPropertiesKeepTheirOrder) {
  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("#");
  ConnectFields with_will;
  const std::string list =
      "\x26\0\1b\0\1"
      "1\x26\0\1a\0\1"
      "2\x26\0\1b\0\1"
      "3"s;
  with_will.will = WillFields{.topic = "w", .properties = list};
  Client& writer = dialogue.Join(with_will);
  writer.Publish({.topic = "a", .properties = list});
  writer.Drop();
  EXPECT_EQ(reader.Received(), "PUBLISH a=; PUBLISH w=");
  for (const ServerPacket& packet : reader.packets()) {
    std::string order;
    for (const auto& property : packet.properties) order += property.second;
    EXPECT_EQ(order, "b=1a=2b=3");
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
