// Clients that take nothing, and want of memory: who pays for it.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;

ConnectFields LastingClient(const std::string& id) {
  return {.client_id = id,
          .is_clean = false,
          .properties = Property4(kSessionExpiry, 1000)};
}

TEST(BrokerFlowTest, QoS0ForAClientThatTakesNothingIsDroppedAndCounted) {
  Dialogue dialogue;
  Client& slow = dialogue.Join({.client_id = "slow"});
  slow.Subscribe("a");
  slow.BeginWrite();
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (int i = 0; i < 300; ++i) {
    writer.Publish({.topic = "a", .payload = std::string(1000, 'x')});
    dialogue.CheckBounds();
  }
  EXPECT_GT(dialogue.broker.statistics().messages_dropped, 200U);
  EXPECT_EQ(dialogue.broker.statistics().sessions_given_up, 0U);
  EXPECT_EQ(writer.Send(PingPacket()), "PINGRESP");
}

TEST(BrokerFlowTest, AClientThatTakesNothingIsDroppedInTime) {
  Dialogue dialogue;
  Client& slow = dialogue.Join({.client_id = "slow"});
  slow.Subscribe("a");
  dialogue.Join({}).Publish({.topic = "a"});
  dialogue.Pass(1s);
  dialogue.Pass(29s);
  EXPECT_FALSE(slow.is_closing());
  dialogue.Pass(1s);
  EXPECT_TRUE(slow.is_closing());
}

TEST(BrokerFlowTest, NoMoreIsReadFromAClientThatTakesNothing) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  for (int i = 0; i < 100; ++i) {
    std::string pings;
    for (int j = 0; j < 500; ++j) pings += PingPacket();
    client.Push(pings);
  }
  EXPECT_FALSE(Broker::WantsInput(*client.connection()));
  EXPECT_LE(client.connection()->output.bytes(), 17U * 1024);
  EXPECT_TRUE(client.Received().starts_with("PINGRESP"));
  EXPECT_EQ(client.Send(PingPacket()), "PINGRESP");
}

// The loss is to be seen: the client finds no session.
TEST(BrokerFlowTest, AQueueOfQoS1PastItsBoundEndsTheSession) {
  for (const std::size_t payload_bytes : {1U, 30000U}) {
    Dialogue dialogue;
    Client& reader = dialogue.Join(LastingClient("reader"));
    reader.Subscribe("a", 1);
    reader.Drop();
    Client& writer = dialogue.Join({.client_id = "writer"});
    const PublishFields message = {.topic = "a",
                                   .payload = std::string(payload_bytes, 'x'),
                                   .qos = 1,
                                   .id = 1};
    const int fits = payload_bytes == 1 ? 64 : 8;
    for (int i = 0; i < fits; ++i) writer.Publish(message);
    EXPECT_EQ(dialogue.broker.statistics().sessions, 2U);
    writer.Publish(message);
    EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
    EXPECT_EQ(dialogue.broker.statistics().sessions_given_up, 1U);
    EXPECT_EQ(reader.Connect(LastingClient("reader")), "CONNACK 0x00");
  }
}

TEST(BrokerFlowTest, AConnectedClientPastItsBoundIsTold) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(LastingClient("reader"));
  reader.Subscribe("a", 1);
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (int i = 0; i < 65; ++i) {
    writer.Publish({.topic = "a", .qos = 1, .id = 1});
  }
  EXPECT_EQ(reader.Received(), "DISCONNECT 0x97; closed");
  EXPECT_EQ(writer.Send(PingPacket()), "PINGRESP");
}

// User properties count as payloads do.
TEST(BrokerFlowTest, ABoundOfBytesCountsAllOfAMessage) {
  Dialogue dialogue;
  Client& reader = dialogue.Join(LastingClient("reader"));
  reader.Subscribe("a", 1);
  reader.Drop();
  Client& writer = dialogue.Join({.client_id = "writer"});
  const std::string property =
      "\x26" + Text("name") + Text(std::string(60000, 'v'));
  for (int i = 0; i < 5; ++i) {
    writer.Publish({.topic = "a", .qos = 1, .id = 1, .properties = property});
  }
  EXPECT_EQ(dialogue.broker.statistics().sessions_given_up, 1U);
}

// 4 MB for queues: 32 readers of 256 KB each would pass it.
TEST(BrokerFlowTest, WhereMemoryIsShortTheSessionThatHoldsMostGivesUp) {
  Dialogue dialogue;
  Client& modest = dialogue.Join(LastingClient("modest"));
  modest.Subscribe("modest", 1);
  modest.Drop();
  Client& writer = dialogue.Join({.client_id = "writer"});
  writer.Publish({.topic = "modest", .payload = "x", .qos = 1, .id = 1});
  for (int i = 0; i < 32; ++i) {
    const std::string topic = "t" + std::to_string(i);
    Client& greedy = dialogue.Join(LastingClient(topic));
    greedy.Subscribe(topic, 1);
    greedy.Drop();
    for (int message = 0; message < 2; ++message) {
      EXPECT_EQ(writer.Publish({.topic = topic,
                                .payload = std::string(120000, 'x'),
                                .qos = 1,
                                .id = 1}),
                "PUBACK #1");
      dialogue.CheckBounds();
    }
  }
  EXPECT_GT(dialogue.broker.statistics().sessions_given_up, 10U);
  EXPECT_EQ(modest.Connect(LastingClient("modest")),
            "CONNACK 0x00 present; PUBLISH modest=x q1 #1");
}

TEST(BrokerFlowTest, AFloodOfSessionsLeavesRoomForMessages) {
  Dialogue dialogue(Bounds(), 1 << 20);
  Client& reader = dialogue.Join({.client_id = "reader"});
  reader.Subscribe("a", 1);
  Client& flood = dialogue.MakeClient();
  const auto given_up = [&dialogue] {
    return dialogue.broker.statistics().sessions_given_up;
  };
  for (int i = 0; i < 5000 && given_up() < 10; ++i) {
    ASSERT_EQ(flood.Connect(LastingClient("flood" + std::to_string(i))),
              "CONNACK 0x00");
    dialogue.CheckBounds();
  }
  EXPECT_EQ(given_up(), 10U);
  EXPECT_EQ(reader.Publish({.topic = "a",
                            .payload = std::string(20000, 'x'),
                            .qos = 1,
                            .id = 1}),
            "PUBLISH a=" + std::string(32, 'x') + " q1 #1; PUBACK #1");
}

TEST(BrokerFlowTest, AFloodOfRetainedMessagesLeavesRoomForOthers) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a");
  std::string answer = "PUBACK #1 0x10";
  for (int i = 0; i < 100 && answer == "PUBACK #1 0x10"; ++i) {
    answer = client.Publish({.topic = "t" + std::to_string(i),
                             .payload = std::string(100000, 'x'),
                             .qos = 1,
                             .id = 1,
                             .is_retained = true});
    dialogue.CheckBounds();
  }
  EXPECT_EQ(answer, "PUBACK #1 0x97");
  EXPECT_EQ(client.Publish({.topic = "a", .payload = "x"}), "PUBLISH a=x");
}

TEST(BrokerFlowTest, WhereMemoryIsShortSlowClientsGetLessTime) {
  Dialogue dialogue(Bounds(), 1 << 20);
  Client& writer = dialogue.Join({.client_id = "writer"});
  for (int i = 0; i < 4; ++i) {
    const std::string id = "slow" + std::to_string(i);
    Client& slow = dialogue.Join({.client_id = id});
    slow.Subscribe(id);
    writer.Publish({.topic = id, .payload = std::string(50000, 'x')});
    slow.BeginWrite();
  }
  dialogue.Pass(1s);
  dialogue.Pass(2s);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
}

TEST(BrokerFlowTest, TwoThousandUserPropertiesAreCarriedWithinTheBudget) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  client.Subscribe("a");
  std::string properties;
  for (int i = 0; i < 2000; ++i) properties += "\x26" + Text("n") + Text("v");
  EXPECT_EQ(client.Publish({.topic = "a", .properties = properties}),
            "PUBLISH a=");
  EXPECT_EQ(client.packets()[0].properties.size(), 2000U);
  client.Drop();
  EXPECT_EQ(dialogue.memory.whole().used_bytes(), 0U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
