// Wills: section 3.1.2.5.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

struct WillFixture : testing::Test {
  WillFixture() { reader.Subscribe("#"); }

  Client& JoinWith(WillFields will, Version version = Version::k5,
                   unsigned expiry = 0) {
    ConnectFields fields;
    fields.version = version;
    if (version == Version::k5) {
      fields.properties = Property4(kSessionExpiry, expiry);
    }
    fields.is_clean = expiry == 0;
    fields.will = std::move(will);
    return dialogue.Join(fields);
  }

  Dialogue dialogue;
  Client& reader = dialogue.Join({.client_id = "reader"});
};
using BrokerWillTest = WillFixture;

// [MQTT-3.1.2-8]
TEST_F(BrokerWillTest, IsPublishedWhenTheConnectionIsLost) {
  for (const Version version : {Version::k311, Version::k5}) {
    JoinWith({.topic = "w", .payload = "gone"}, version).Drop();
    EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
  }
}

// [MQTT-3.14.4-3]
TEST_F(BrokerWillTest, IsDiscardedByDisconnect) {
  for (const Version version : {Version::k311, Version::k5}) {
    JoinWith({.topic = "w", .payload = "gone"}, version)
        .Send(DisconnectPacket());
    EXPECT_EQ(reader.Received(), "");
  }
}

TEST_F(BrokerWillTest, IsPublishedByDisconnectThatAsksForIt) {
  JoinWith({.topic = "w", .payload = "gone"}).Send(DisconnectPacket(4));
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
}

TEST_F(BrokerWillTest, IsPublishedAfterAProtocolErrorAndAfterSilence) {
  JoinWith({.topic = "w", .payload = "1"}).Send(ConnectPacket({}));
  EXPECT_EQ(reader.Received(), "PUBLISH w=1");
  ConnectFields silent = {.client_id = "silent", .keep_alive = 10};
  silent.will = WillFields{.topic = "w", .payload = "2"};
  dialogue.Join(silent);
  dialogue.Pass(15s);
  EXPECT_EQ(reader.Received(), "PUBLISH w=2");
}

TEST_F(BrokerWillTest, IsRetainedWhereItSaysSo) {
  JoinWith({.topic = "w", .payload = "gone", .qos = 1, .is_retained = true})
      .Drop();
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
  EXPECT_EQ(reader.Subscribe("w", 1),
            "SUBACK #1 0x01; PUBLISH w=gone q1 #1 retained");
}

// [MQTT-3.1.3-9]
TEST_F(BrokerWillTest, WaitsForItsDelay) {
  const WillFields will = {
      .topic = "w", .payload = "gone", .properties = Property4(kWillDelay, 10)};
  JoinWith(will, Version::k5, 100).Drop();
  dialogue.Pass(9s);
  EXPECT_EQ(reader.Received(), "");
  Client& again = JoinWith(will, Version::k5, 100);
  dialogue.Pass(20s);
  EXPECT_EQ(reader.Received(), "");
  again.Drop();
  dialogue.Pass(10s);
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
}

TEST_F(BrokerWillTest, IsPublishedWhenTheSessionEndsBeforeItsDelay) {
  const WillFields will = {
      .topic = "w", .payload = "gone", .properties = Property4(kWillDelay, 50)};
  JoinWith(will, Version::k5, 5).Drop();
  dialogue.Pass(5s);
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
  JoinWith(will, Version::k5, 100).Drop();
  dialogue.Join({}).Drop();  // A clean start ends the session, too.
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
}

TEST_F(BrokerWillTest, IsPublishedWhenTheSessionIsTakenOver) {
  JoinWith({.topic = "w", .payload = "old"});
  JoinWith({.topic = "w", .payload = "new"});
  EXPECT_EQ(reader.Received(), "PUBLISH w=old");
}

TEST_F(BrokerWillTest, ItsTimeToExpiryBeginsWhenItIsPublished) {
  Client& client = JoinWith({.topic = "w",
                             .payload = "gone",
                             .properties = Property4(kMessageExpiry, 10)});
  dialogue.Pass(1000s);
  client.Drop();
  EXPECT_EQ(reader.Received(), "PUBLISH w=gone");
  EXPECT_EQ(reader.Property(kMessageExpiry), "\0\0\0\x0a"s);
}

TEST_F(BrokerWillTest, NeedsTheRightAtConnectAndWhenItIsPublished) {
  Client& client = JoinWith({.topic = "w", .payload = "gone"});
  dialogue.authority.forbidden = {"publish w"};
  client.Drop();
  EXPECT_EQ(reader.Received(), "");
  ConnectFields fields;
  fields.will = WillFields{.topic = "w"};
  EXPECT_EQ(dialogue.MakeClient().Connect(fields), "CONNACK 0x87; closed");
}

TEST_F(BrokerWillTest, MayHaveNoTopicTooLongNorBeARequest) {
  ConnectFields fields;
  fields.will = WillFields{.topic = std::string(16, '/')};
  EXPECT_EQ(dialogue.MakeClient().Connect(fields), "CONNACK 0x90; closed");
  JoinWith({.topic = "ask/x", .payload = "gone"}).Drop();
  EXPECT_EQ(reader.Received(), "");
  EXPECT_TRUE(dialogue.requests.taken.empty());
}

// CVE-2023-3592: what a will takes of memory is given back.
TEST_F(BrokerWillTest, LeavesNoMemoryTaken) {
  const std::size_t before = dialogue.memory.whole().used_bytes();
  for (int i = 0; i < 50; ++i) {
    JoinWith({.topic = "none",
              .payload = std::string(3000, 'x'),
              .properties = PropertyText(0x03, "text/plain")})
        .Send(DisconnectPacket());
  }
  EXPECT_EQ(dialogue.memory.whole().used_bytes(), before);
}

TEST_F(BrokerWillTest, WithoutOneNothingIsPublished) {
  dialogue.Join({.version = Version::k311}).Drop();
  EXPECT_EQ(reader.Received(), "");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
