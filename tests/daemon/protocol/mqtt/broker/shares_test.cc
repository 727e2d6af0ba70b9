// What callers have of sessions, wills, subscriptions and retained messages is
// a share: who has most gives way to others.
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;

ConnectFields LastingOf(const std::string& user, const std::string& id,
                        std::size_t will_bytes = 0) {
  ConnectFields fields{.client_id = id,
                       .is_clean = false,
                       .properties = Property4(kSessionExpiry, 604800),
                       .user = user};
  if (will_bytes > 0) {
    fields.will = WillFields{.topic = "w",
                             .payload = std::string(will_bytes, 'w'),
                             .properties = Property4(kWillDelay, 604800)};
  }
  return fields;
}

// Alice leaves sessions until one of hers has given way to another of hers.
int FillWithSessions(Dialogue& dialogue, std::size_t will_bytes,
                     const std::string& origin = {}) {
  int made = 0;
  while (dialogue.broker.statistics().sessions_given_up == 0 && made < 20000) {
    Client& client = dialogue.MakeClient(origin);
    const std::string id = "s" + std::to_string(++made);
    EXPECT_EQ(client.Connect(LastingOf("alice", id, will_bytes)),
              "CONNACK 0x00");
    client.Drop();
    dialogue.now += 1ms;
  }
  return made;
}

bool IsThere(Dialogue& dialogue, const std::string& user,
             const std::string& id) {
  Client& client = dialogue.MakeClient();
  const bool is_there =
      client.Connect(LastingOf(user, id)) == "CONNACK 0x00 present";
  client.Drop();
  return is_there;
}

TEST(BrokerSharesTest, OneCallersSessionsLeaveRoomForOthers) {
  for (const std::size_t will_bytes : {0u, 3900u}) {
    SCOPED_TRACE(will_bytes);
    Dialogue dialogue({}, 1 << 20);
    EXPECT_LT(FillWithSessions(dialogue, will_bytes), 20000);
    for (int i = 0; i < 10; ++i) {
      Client& bob = dialogue.MakeClient();
      EXPECT_EQ(bob.Connect(LastingOf("bob", std::to_string(i), 500)),
                "CONNACK 0x00");
      EXPECT_EQ(bob.Subscribe("b", 1), "SUBACK #1 0x01");
    }
    dialogue.CheckBounds();
  }
}

TEST(BrokerSharesTest, TheOldestIdleSessionOfTheGreatestCallerGivesWay) {
  Dialogue dialogue({}, 1 << 20);
  std::string told;
  dialogue.broker.WhenOneGivesWay([&](Shared shared, std::string_view caller) {
    told = std::string(NameOf(shared)) + " " + std::string(caller);
  });
  Client& bob = dialogue.Join(LastingOf("bob", "old"));
  bob.Drop();  // Older than all of alice's.
  dialogue.now += 1ms;
  const int made = FillWithSessions(dialogue, 3900);
  EXPECT_EQ(told, "mqtt_sessions alice");
  EXPECT_TRUE(IsThere(dialogue, "bob", "old"));
  EXPECT_TRUE(IsThere(dialogue, "alice", "s" + std::to_string(made)));
  EXPECT_FALSE(IsThere(dialogue, "alice", "s1"));
}

// Such as anonymous clients, or tablets with one password.
TEST(BrokerSharesTest, AmongClientsOfOneCallerTheGreatestPlaceGivesWay) {
  Dialogue dialogue({}, 1 << 20);
  Client& tablet = dialogue.MakeClient("10.0.0.1");
  EXPECT_EQ(tablet.Connect(LastingOf("alice", "tablet", 3900)), "CONNACK 0x00");
  tablet.Drop();  // Older than all others.
  dialogue.now += 1ms;
  FillWithSessions(dialogue, 3900, "10.0.0.2");
  EXPECT_TRUE(IsThere(dialogue, "alice", "tablet"));
  EXPECT_FALSE(IsThere(dialogue, "alice", "s1"));
}

TEST(BrokerSharesTest, AConnectedFloodFromOnePlaceGivesWayToAnother) {
  Dialogue dialogue({}, 1 << 20);
  int made = 0;
  for (; made < 2000; ++made) {
    Client& client = dialogue.MakeClient("10.0.0.2");
    if (client.Connect(LastingOf("alice", std::to_string(made), 3900)) !=
        "CONNACK 0x00") {
      break;
    }
  }
  EXPECT_LT(made, 2000);
  Client& tablet = dialogue.MakeClient("10.0.0.1");
  EXPECT_EQ(tablet.Connect(LastingOf("alice", "tablet", 3900)), "CONNACK 0x00");
}

Bounds FortyPlaces() {
  Bounds bounds;
  bounds.connections = 40;
  bounds.logins = 40;  // No transport drops those that were ended.
  return bounds;
}

std::string ConnectFrom(Dialogue& dialogue, const std::string& user, int device,
                        const std::string& place) {
  return dialogue.MakeClient(place).Connect(
      {.client_id = "d" + std::to_string(device), .user = user});
}

// 41 devices of one user on 40 places would displace each other without end.
TEST(BrokerSharesTest, DevicesOfOneUserDoNotTakeEachOthersPlaces) {
  Dialogue dialogue(FortyPlaces());
  const auto place = [](int i) { return "10.0.0." + std::to_string(i); };
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(ConnectFrom(dialogue, "alice", i, place(i)), "CONNACK 0x00");
  }
  EXPECT_EQ(ConnectFrom(dialogue, "alice", 40, place(40)),
            "CONNACK 0x97; closed");
  EXPECT_EQ(ConnectFrom(dialogue, "alice", 7, place(7)), "CONNACK 0x00")
      << "it takes its own place over";
  EXPECT_EQ(dialogue.broker.admitted(), 40u);
}

TEST(BrokerSharesTest, TheIdlestOfWhoHasClearlyMostPlacesGivesWay) {
  Dialogue dialogue(FortyPlaces());
  std::string told;
  dialogue.broker.WhenOneGivesWay([&](Shared shared, std::string_view caller) {
    told = std::string(NameOf(shared)) + " " + std::string(caller);
  });
  Client& first = dialogue.MakeClient("10.0.0.1");
  first.Connect({.client_id = "first", .user = "alice"});
  for (int i = 1; i < 40; ++i) {
    dialogue.now += 1ms;
    EXPECT_EQ(ConnectFrom(dialogue, "alice", i, "10.0.0.1"), "CONNACK 0x00");
  }
  int others = 0;
  while (others < 40 &&
         ConnectFrom(dialogue, "bob", others, "10.0.0.2") == "CONNACK 0x00") {
    if (++others == 1) {
      EXPECT_EQ(told, "mqtt_connections alice");
      EXPECT_EQ(first.Received(), "DISCONNECT 0x97; closed");
    }
  }
  EXPECT_EQ(others, 20) << "both have as many";
  EXPECT_EQ(ConnectFrom(dialogue, "alice", 99, "10.0.0.1"),
            "CONNACK 0x97; closed");
  EXPECT_EQ(ConnectFrom(dialogue, "alice", 98, "10.0.0.3"), "CONNACK 0x00")
      << "alice's other place gives way to this one";
  EXPECT_EQ(dialogue.broker.admitted(), 40u);
}

TEST(BrokerSharesTest, ASubscriptionFindsRoomBesideAFlood) {
  Dialogue dialogue({}, 1 << 20);
  Client& bob = dialogue.Join(LastingOf("bob", "b"));
  FillWithSessions(dialogue, 300);
  for (int i = 0; i < 30; ++i) {
    const std::string filter = std::string(800, 'f') + std::to_string(i);
    EXPECT_EQ(bob.Subscribe(filter, 1), "SUBACK #1 0x01");
  }
}

TEST(BrokerSharesTest, RetainedMessagesOfWhoHasMostGiveWay) {
  Bounds bounds;
  bounds.retained_messages = 10;
  Dialogue dialogue(bounds);
  Client& alice = dialogue.Join({.client_id = "a", .user = "alice"});
  const auto retain = [](Client& client, const std::string& topic) {
    return client.Publish({.topic = topic,
                           .payload = "x",
                           .qos = 1,
                           .id = 1,
                           .is_retained = true});
  };
  for (int i = 0; i < 10; ++i) retain(alice, "a/" + std::to_string(i));
  EXPECT_EQ(retain(alice, "a/10"), "PUBACK #1 0x97") << "it has the most";
  Client& bob = dialogue.Join({.client_id = "b", .user = "bob"});
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(retain(bob, "b/" + std::to_string(i)), "PUBACK #1 0x10");
  }
  EXPECT_EQ(retain(bob, "b/5"), "PUBACK #1 0x97") << "both have five";
  EXPECT_EQ(dialogue.broker.statistics().retained, 10u);
  // Alice's oldest are gone.
  Client& reader = dialogue.Join({.client_id = "r", .user = "carol"});
  EXPECT_NE(reader.Subscribe("a/5").find("a/5"), std::string::npos);
  EXPECT_EQ(reader.Subscribe("a/4"), "SUBACK #1 0x00");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
