// CONNECT: sections 3.1 and 3.2 of both standards.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

TEST(BrokerConnectTest, IsAcknowledgedInBothVersions) {
  Dialogue dialogue;
  EXPECT_EQ(dialogue.MakeClient().Connect({}), "CONNACK 0x00");
  EXPECT_EQ(dialogue.MakeClient().Connect(
                {.version = Version::k311, .client_id = "other"}),
            "CONNACK 0x00");
}

// CVE-2023-0809; [MQTT-3.1.0-1].
TEST(BrokerConnectTest, AnotherFirstPacketClosesWithoutAWord) {
  Dialogue dialogue;
  for (const std::string& packet : {PingPacket(), DisconnectPacket(),
                                    PublishPacket(Version::k5, {.topic = "a"}),
                                    SubscribePacket(Version::k5, 1, "a")}) {
    Client& client = dialogue.MakeClient();
    ASSERT_TRUE(client.Open());
    EXPECT_EQ(client.Send(packet), "closed");
  }
  EXPECT_EQ(dialogue.broker.statistics().connections, 0U);
}

// CVE-2017-7654; [MQTT-3.1.0-2].
TEST(BrokerConnectTest, ASecondConnectEndsTheConnection) {
  Dialogue dialogue;
  Client& client = dialogue.Join({});
  const std::size_t used = dialogue.memory.whole().used_bytes();
  EXPECT_EQ(client.Send(ConnectPacket({})), "DISCONNECT 0x82; closed");
  Client& old = dialogue.Join({.version = Version::k311});
  EXPECT_EQ(old.Send(ConnectPacket({.version = Version::k311})), "closed");
  EXPECT_LT(dialogue.memory.whole().used_bytes(), used);
}

TEST(BrokerConnectTest, AMalformedConnectIsAnsweredInItsVersion) {
  Dialogue dialogue;
  const std::string level3 = "\x10\x0c\0\4MQTT\3\2\0\0\0\0"s;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  // [MQTT-3.1.2-2]: return code 1, in the bytes of 3.1.1.
  dialogue.broker.Receive(*client.connection(), level3, dialogue.now);
  OutputQueue::Pieces pieces;
  const auto ready = client.connection()->output.BeginWrite(pieces, 0);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0], "\x20\2\0\1"s);
  client.connection()->output.EndWrite();
  client.Drop();
}

TEST(BrokerConnectTest, AClientOf31IsToldTheVersionInItsOwnWords) {
  Dialogue dialogue;
  const std::string level3 = "\x10\x0e\0\6MQIsdp\3\2\0\0\0\0"s;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  dialogue.broker.Receive(*client.connection(), level3, dialogue.now);
  OutputQueue::Pieces pieces;
  const auto ready = client.connection()->output.BeginWrite(pieces, 0);
  ASSERT_EQ(ready.size(), 1U);
  EXPECT_EQ(ready[0], "\x20\2\0\1"s);
  client.connection()->output.EndWrite();
  client.Drop();
}

// --- What the journal is told ---

class BrokerNoticeTest : public testing::Test {
 protected:
  BrokerNoticeTest() {
    dialogue_.broker.WhenToTell([this](Notice notice, std::string_view client,
                                       const std::string& line) {
      told_.push_back({notice, std::string(client), line});
    });
  }

  struct Told {
    Notice notice;
    std::string client;
    std::string line;
  };
  Dialogue dialogue_;
  std::vector<Told> told_;
};

TEST_F(BrokerNoticeTest, WhyAClientIsRefused) {
  dialogue_.authority.forbidden = {"publish $SYS/b", "connect bad"};
  ConnectFields bridge{.client_id = "bridge", .user = "alice"};
  bridge.will = WillFields{.topic = "$SYS/b", .payload = "0"};
  dialogue_.MakeClient("10.0.0.1").Connect(bridge);
  dialogue_.MakeClient("10.0.0.2").Connect({.client_id = "bad"});
  ASSERT_EQ(told_.size(), 2U);
  EXPECT_EQ(told_[0].notice, Notice::kRefused);
  EXPECT_EQ(told_[0].client, "10.0.0.1");
  EXPECT_EQ(told_[0].line,
            "an MQTT client at 10.0.0.1 was refused (not authorized): alice "
            "may not publish to the topic of its will, $SYS/b; a bridge has "
            "such a will unless its notifications are off");
  EXPECT_NE(told_[1].line.find("has no right here"), std::string::npos);
}

TEST_F(BrokerNoticeTest, TwoClientsThatFightForOneId) {
  for (int i = 0; i < 2; ++i) {
    dialogue_.MakeClient("10.0.0.1").Connect({.client_id = "c", .user = "a"});
    dialogue_.MakeClient("10.0.0.2").Connect({.client_id = "c", .user = "a"});
  }
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0].notice, Notice::kOneId);
  EXPECT_NE(told_[0].line.find("\"c\" of a: one at 10.0.0.2, one at 10.0.0.1"),
            std::string::npos)
      << told_[0].line;
}

TEST_F(BrokerNoticeTest, NotWhoComesBackAfterItsNetworkWasGone) {
  for (int i = 0; i < 5; ++i) {
    dialogue_.MakeClient("10.0.0.1").Connect({.client_id = "c"});
    dialogue_.now += 11s;
    dialogue_.doorkeeper.now = dialogue_.now;
  }
  EXPECT_TRUE(told_.empty());
}

TEST_F(BrokerNoticeTest, NotOneWhoseNetworkComesAndGoes) {
  for (int i = 0; i < 20; ++i) {
    dialogue_.MakeClient("10.0.0.1").Connect({.client_id = "c"});
  }
  EXPECT_TRUE(told_.empty());
}

TEST(BrokerConnectTest, LevelSixIsAnsweredAsFive) {
  Dialogue dialogue;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  EXPECT_EQ(client.Send("\x10\x0d\0\4MQTT\6\2\0\0\0\0\0"s),
            "CONNACK 0x84; closed");
}

TEST(BrokerConnectTest, TakesNoMoreConnectionsThanItsBound) {
  Bounds bounds;
  bounds.connections = 2;
  Dialogue dialogue(bounds);
  dialogue.Join({.client_id = "1"});
  Client& second = dialogue.Join({.client_id = "2"});
  EXPECT_FALSE(dialogue.MakeClient().Open());
  second.Drop();
  EXPECT_TRUE(dialogue.MakeClient().Open());
}

TEST(BrokerConnectTest, WhoDoesNotConnectInTimeIsClosed) {
  Dialogue dialogue;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  dialogue.Pass(9s);
  EXPECT_EQ(client.Send("\x10"), "");  // A byte now and then does not help.
  dialogue.Pass(1s);
  EXPECT_EQ(client.Received(), "closed");
}

TEST(BrokerConnectTest, ALongConnectPacketIsRefusedBeforeItHasCome) {
  Dialogue dialogue;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  EXPECT_EQ(client.Send("\x10\xff\xff\x7f"), "closed");
}

// --- Client ids ---

TEST(BrokerConnectTest, GivesAnIdToWhoHasNone) {
  Dialogue dialogue;
  Client& first = dialogue.Join({.client_id = ""});
  const auto first_id = first.Property(kAssignedId);
  ASSERT_TRUE(first_id);
  Client& second = dialogue.Join({.client_id = ""});
  EXPECT_NE(second.Property(kAssignedId), first_id);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 2U);
  EXPECT_FALSE(dialogue.Join({}).Property(kAssignedId));
}

TEST(BrokerConnectTest, AnIdThatSomebodyTookIsGivenToNobodyElse) {
  Dialogue dialogue;
  const std::string id =
      *dialogue.Join({.client_id = ""}).Property(kAssignedId);
  const std::string next = id.substr(0, id.size() - 1) + "2";
  ASSERT_NE(id, next);
  dialogue.Join({.client_id = next});
  EXPECT_NE(dialogue.Join({.client_id = ""}).Property(kAssignedId), next);
  EXPECT_EQ(dialogue.broker.statistics().sessions, 3U);
}

// [MQTT-3.1.3-8] of 3.1.1.
TEST(BrokerConnectTest, In311ALastingSessionNeedsAnId) {
  Dialogue dialogue;
  ConnectFields fields = {
      .version = Version::k311, .client_id = "", .is_clean = false};
  EXPECT_EQ(dialogue.MakeClient().Connect(fields), "CONNACK 0x02; closed");
  fields.is_clean = true;
  EXPECT_EQ(dialogue.MakeClient().Connect(fields), "CONNACK 0x00");
}

TEST(BrokerConnectTest, RefusesIdsThatCanNotStandInATopic) {
  Dialogue dialogue;
  for (const std::string& id : {"a+b"s, "#"s, "a\nb"s, std::string(129, 'x')}) {
    EXPECT_EQ(dialogue.MakeClient().Connect({.client_id = id}),
              "CONNACK 0x85; closed");
  }
  EXPECT_EQ(dialogue.MakeClient().Connect({.client_id = std::string(128, 'x')}),
            "CONNACK 0x00");
}

// --- Who may come in ---

TEST(BrokerConnectTest, ARefusalIsToldInBothVersions) {
  Dialogue dialogue;
  dialogue.doorkeeper.refusal = ReasonCode::kBadUserNameOrPassword;
  EXPECT_EQ(dialogue.MakeClient().Connect({}), "CONNACK 0x86; closed");
  EXPECT_EQ(dialogue.MakeClient().Connect({.version = Version::k311}),
            "CONNACK 0x04; closed");
  dialogue.doorkeeper.refusal.reset();
  dialogue.authority.forbidden = {"connect client"};
  EXPECT_EQ(dialogue.MakeClient().Connect({}), "CONNACK 0x87; closed");
  EXPECT_EQ(dialogue.MakeClient().Connect({.version = Version::k311}),
            "CONNACK 0x05; closed");
}

TEST(BrokerConnectTest, PacketsWaitForTheDoorkeeper) {
  Dialogue dialogue;
  dialogue.doorkeeper.answers_at_once = false;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  EXPECT_EQ(client.Send(ConnectPacket({}) + PingPacket() +
                        SubscribePacket(Version::k5, 1, "a")),
            "");
  EXPECT_FALSE(Broker::WantsInput(*client.connection()));
  dialogue.doorkeeper.AdmitNext(dialogue.now);
  EXPECT_EQ(client.Received(), "CONNACK 0x00; PINGRESP; SUBACK #1 0x00");
}

TEST(BrokerConnectTest, ALateRefusalReadsNothingMore) {
  Dialogue dialogue;
  dialogue.doorkeeper.answers_at_once = false;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  client.Send(ConnectPacket({}) + PingPacket());
  dialogue.doorkeeper.RefuseNext(ReasonCode::kNotAuthorized, dialogue.now);
  EXPECT_EQ(client.Received(), "CONNACK 0x87; closed");
}

TEST(BrokerConnectTest, TheDoorkeeperForgetsWhoHasLeft) {
  Dialogue dialogue;
  dialogue.doorkeeper.answers_at_once = false;
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  client.Send(ConnectPacket({}));
  client.Drop();
  EXPECT_TRUE(dialogue.doorkeeper.waiting.empty());
}

TEST(BrokerConnectTest, NoMethodOfAuthenticationIsOffered) {
  Dialogue dialogue;
  EXPECT_EQ(dialogue.MakeClient().Connect(
                {.properties = PropertyText(0x15, "SCRAM-SHA-1")}),
            "CONNACK 0x8c; closed");
  Client& client = dialogue.Join({});
  const std::string method = PropertyText(0x15, "SCRAM-SHA-1");
  EXPECT_EQ(client.Send(Packet(0xF0, "\x18" + Length(method.size()) + method)),
            "DISCONNECT 0x82; closed");
}

// --- Maximum packet size ---

TEST(BrokerConnectTest, SendsNoPacketLongerThanTheClientAccepts) {
  Dialogue dialogue;
  EXPECT_EQ(dialogue.MakeClient().Connect(
                {.properties = Property4(kMaximumPacket, 5)}),
            "CONNACK 0x95; closed");
  Client& client = dialogue.Join({.properties = Property4(kMaximumPacket, 20)});
  // [MQTT-3.14.2-3]: without the reason string.
  EXPECT_EQ(client.Send(ConnectPacket({})), "DISCONNECT 0x82; closed");
  EXPECT_FALSE(client.Property(kReason));
}

TEST(BrokerConnectTest, SaysWhyUnlessTheClientWantsNoProblemInformation) {
  Dialogue dialogue;
  Client& curious = dialogue.Join({});
  curious.Send(ConnectPacket({}));
  EXPECT_TRUE(curious.Property(kReason));
  Client& other = dialogue.Join({.properties = Property1(0x17, 0)});
  other.Send(ConnectPacket({}));
  EXPECT_FALSE(other.Property(kReason));
}

// CVE-2017-7651: a remaining length larger than what comes.
TEST(BrokerConnectTest, AClaimedLengthTakesNoMoreThanItsShare) {
  Dialogue dialogue;
  std::vector<Client*> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(&dialogue.Join({.client_id = std::to_string(i)}));
    clients.back()->Send("\x30\xf0\xff\x0f"s);  // 256 KB, of which none comes.
    dialogue.CheckBounds();
  }
  EXPECT_LE(dialogue.memory.whole().used_bytes(), std::size_t{3} << 20);
  // Who sends in earnest is heard: the slowest of the others makes room.
  dialogue.Pass(2s);
  Client& honest = dialogue.Join({.client_id = "honest"});
  EXPECT_EQ(honest.Publish({.topic = "a",
                            .payload = std::string(200000, 'x'),
                            .qos = 1,
                            .id = 1}),
            "PUBACK #1 0x10");
}

TEST(BrokerConnectTest, APacketLongerThanTheBoundEndsTheConnection) {
  Dialogue dialogue;
  EXPECT_EQ(dialogue.Join({}).Send("\x30\xff\xff\x7f"s),
            "DISCONNECT 0x95; closed");
}

// [MQTT-3.1.4-1] of 3.1.1, where no return code fits; 5.0 is told why.
TEST(BrokerConnectTest, In311AMalformedConnectIsNotAnswered) {
  Dialogue dialogue;
  Client& old = dialogue.MakeClient();
  ASSERT_TRUE(old.Open());
  EXPECT_EQ(old.Send("\x10\x0c\0\4MQTT\4\3\0\0\0\0"s), "closed");
  Client& client = dialogue.MakeClient();
  ASSERT_TRUE(client.Open());
  EXPECT_EQ(client.Send("\x10\x0d\0\4MQTT\5\3\0\0\0\0\0"s),
            "CONNACK 0x81; closed");
}

TEST(BrokerConnectTest, IdsOfLettersAndDigitsAreTaken) {
  Dialogue dialogue;
  for (const Version version : {Version::k311, Version::k5}) {
    for (const char* id : {"0123456789abcdefghijklm", "nopqrstuvwxyzABCDEFGHIJ",
                           "KLMNOPQRSTUVWXYZ", "a"}) {
      EXPECT_EQ(
          dialogue.MakeClient().Connect({.version = version, .client_id = id}),
          "CONNACK 0x00");
    }
    EXPECT_NE(
        dialogue.MakeClient().Connect({.version = version, .client_id = "a#"}),
        "CONNACK 0x00");
  }
}

TEST(BrokerConnectTest, In311ARejectedIdIsAnswered2) {
  Dialogue dialogue;
  EXPECT_EQ(dialogue.MakeClient().Connect(
                {.version = Version::k311, .client_id = "a+"}),
            "CONNACK 0x02; closed");
}

// [MQTT-3.14.2-2]; there is no response information, asked for or not.
TEST(BrokerConnectTest, SendsNoPropertyThatIsNotAServersToSend) {
  Dialogue dialogue;
  Client& client = dialogue.Join(
      {.properties = Property4(kSessionExpiry, 9) + Property1(0x19, 0)});
  EXPECT_FALSE(client.Property(0x1A));
  client.Send(ConnectPacket({}));
  EXPECT_FALSE(client.Property(kSessionExpiry));
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
