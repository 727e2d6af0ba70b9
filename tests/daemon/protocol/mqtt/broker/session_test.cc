// Sessions and how long they last (section 4.1), and keep alive (3.1.2.10).
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

const ConnectFields kOld = {.version = Version::k311};
const ConnectFields kLasting5 = {.is_clean = false,
                                 .properties = Property4(kSessionExpiry, 100)};
const ConnectFields kLasting3 = {.version = Version::k311, .is_clean = false};

TEST(BrokerConnectTest, SaysWhetherThereWasASession) {
  for (const ConnectFields& lasting : {kLasting3, kLasting5}) {
    Dialogue dialogue;
    dialogue.Join(lasting).Drop();
    EXPECT_EQ(dialogue.MakeClient().Connect(lasting), "CONNACK 0x00 present");
    ConnectFields clean = lasting;
    clean.is_clean = true;  // [MQTT-3.2.2-2]
    EXPECT_EQ(dialogue.MakeClient().Connect(clean), "CONNACK 0x00");
  }
}

TEST(BrokerConnectTest, ACleanSessionEndsWithItsConnection) {
  for (const Version version : {Version::k311, Version::k5}) {
    Dialogue dialogue;
    dialogue.Join({.version = version}).Drop();
    EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
  }
}

TEST(BrokerConnectTest, ASessionExpires) {
  Dialogue dialogue;
  dialogue.Join(kLasting5).Drop();
  dialogue.Pass(99s);
  EXPECT_EQ(dialogue.MakeClient().Connect(kLasting5), "CONNACK 0x00 present");
  dialogue.Pass(1000s);  // Not while it has a connection.
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
  EXPECT_EQ(dialogue.MakeClient().Connect(kLasting5), "CONNACK 0x00 present");
}

TEST(BrokerConnectTest, AnExpiredSessionIsGone) {
  Dialogue dialogue;
  dialogue.Join(kLasting5).Drop();
  dialogue.Pass(100s);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
  EXPECT_EQ(dialogue.memory.whole().used_bytes(), 0U);
}

TEST(BrokerConnectTest, KeepsNoSessionLongerThanItsBound) {
  Dialogue dialogue;
  Client& client =
      dialogue.Join({.properties = Property4(kSessionExpiry, 0xFFFFFFFF)});
  EXPECT_EQ(client.Property(kSessionExpiry), "\0\x09\x3a\x80"s);  // 7 days.
  Client& modest = dialogue.Join(
      {.client_id = "modest", .properties = Property4(kSessionExpiry, 60)});
  EXPECT_FALSE(modest.Property(kSessionExpiry));
}

TEST(BrokerConnectTest, DisconnectChangesTheExpiry) {
  Dialogue dialogue;
  dialogue.Join(kLasting5).Send(
      DisconnectPacket(0, Property4(kSessionExpiry, 0)));
  EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
  dialogue.Join(kLasting5).Send(
      DisconnectPacket(0, Property4(kSessionExpiry, 500)));
  dialogue.Pass(499s);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
  dialogue.Pass(1s);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
}

// Section 3.14.2.2.2.
TEST(BrokerConnectTest, DisconnectCanNotMakeASessionLast) {
  Dialogue dialogue;
  EXPECT_EQ(
      dialogue.Join({}).Send(DisconnectPacket(0, Property4(kSessionExpiry, 5))),
      "DISCONNECT 0x82; closed");
}

// [MQTT-3.1.4-3]
TEST(BrokerConnectTest, TheSameClientTakesItsSessionOver) {
  Dialogue dialogue;
  Client& first = dialogue.Join(kLasting5);
  first.Subscribe("a");
  Client& second = dialogue.MakeClient();
  EXPECT_EQ(second.Connect(kLasting5), "CONNACK 0x00 present");
  EXPECT_EQ(first.Received(), "DISCONNECT 0x8e; closed");
  EXPECT_EQ(dialogue.Join({.client_id = "x"}).Publish({.topic = "a"}), "");
  EXPECT_EQ(second.Received(), "PUBLISH a=");
}

TEST(BrokerConnectTest, In311TheOldConnectionIsClosedWithoutAWord) {
  Dialogue dialogue;
  Client& first = dialogue.Join(kOld);
  Client& second = dialogue.Join(kOld);
  EXPECT_EQ(first.Received(), "closed");
  EXPECT_EQ(second.Send(PingPacket()), "PINGRESP");
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
}

TEST(BrokerConnectTest, ClientIdsBelongToAnIdentity) {
  Dialogue dialogue;
  Client& anna = dialogue.Join({.user = "anna"});
  dialogue.Join({.user = "berta"});
  EXPECT_EQ(anna.Send(PingPacket()), "PINGRESP");
  EXPECT_EQ(dialogue.broker.statistics().sessions, 2U);
}

// --- Keep alive ---

TEST(BrokerConnectTest, EndsAfterOneAndAHalfTimesTheKeepAlive) {
  for (const unsigned keep_alive : {1U, 10U}) {
    Dialogue dialogue;
    Client& client = dialogue.Join({.keep_alive = keep_alive});
    const std::chrono::milliseconds limit(keep_alive * 1500);
    dialogue.Pass(limit - 1ms);
    EXPECT_EQ(client.Send(PingPacket()), "PINGRESP");
    dialogue.Pass(limit - 1ms);
    EXPECT_EQ(client.Received(), "");
    dialogue.Pass(1ms);
    EXPECT_EQ(client.Received(), "DISCONNECT 0x8d; closed");
  }
}

// CVE-2020-13849.
TEST(BrokerConnectTest, KeepAlivesOf0And65535DoNotLastForEver) {
  for (const unsigned keep_alive : {0U, 65535U}) {
    Dialogue dialogue;
    Client& client = dialogue.Join({.keep_alive = keep_alive});
    EXPECT_EQ(client.Property(kServerKeepAlive), "\x0e\x10"s);  // 3,600 s.
    dialogue.Pass(5399s);
    EXPECT_EQ(client.Received(), "");
    dialogue.Pass(1s);
    EXPECT_EQ(client.Received(), "DISCONNECT 0x8d; closed");
  }
}

TEST(BrokerConnectTest, In311TheClientsKeepAliveHolds) {
  Dialogue dialogue;
  Client& never = dialogue.Join(kOld);
  Client& late = dialogue.Join(
      {.version = Version::k311, .client_id = "late", .keep_alive = 65535});
  dialogue.Pass(98302s);
  EXPECT_EQ(late.Received(), "");
  dialogue.Pass(1s);
  EXPECT_EQ(late.Received(), "closed");
  EXPECT_EQ(never.Received(), "");
}

TEST(BrokerConnectTest, AClientThatIsNotListenedToIsNotSilent) {
  Dialogue dialogue;
  Client& client = dialogue.Join({.keep_alive = 10});
  dialogue.requests.next.may_go_on = false;
  client.Publish({.topic = "ask/long"});
  for (int second = 0; second < 100; ++second) dialogue.Pass(1s);
  dialogue.broker.Resume(*dialogue.requests.last_asker, dialogue.now);
  EXPECT_EQ(client.Send(PingPacket()), "PINGRESP");
}

TEST(BrokerConnectTest, AStoppingBrokerSaysSo) {
  Dialogue dialogue;
  Client& client = dialogue.Join(kLasting5);
  Client& fresh = dialogue.MakeClient();
  ASSERT_TRUE(fresh.Open());
  dialogue.broker.Stop(dialogue.now);
  EXPECT_EQ(client.Received(), "DISCONNECT 0x8b; closed");
  EXPECT_EQ(fresh.Received(), "closed");
  EXPECT_FALSE(dialogue.MakeClient().Open());
  EXPECT_EQ(dialogue.broker.statistics().sessions, 1U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
