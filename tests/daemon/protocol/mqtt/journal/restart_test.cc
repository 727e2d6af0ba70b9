// What a restart leaves of sessions and messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;
using protocol::Right;

const ConnectFields kReader = {.client_id = "reader",
                               .is_clean = false,
                               .properties = Property4(kSessionExpiry, 100)};
const ConnectFields kOther = {.client_id = "other"};

class RestartTest : public testing::Test {
 protected:
  Client& Join(const ConnectFields& fields) {
    return box_->dialogue.Join(fields);
  }
  // Connects the reader, and returns what it gets.
  std::string Return() { return box_->dialogue.MakeClient().Connect(kReader); }
  void Restart(std::chrono::milliseconds pause = {}) {
    box_ = box_->Restart(pause);
  }
  void Resume() { box_->dialogue.broker.ResumeRequests(box_->dialogue.now); }
  ScriptedRequests& requests() { return box_->dialogue.requests; }
  std::size_t sessions() { return box_->dialogue.broker.statistics().sessions; }

  std::unique_ptr<KeptDialogue> box_ = std::make_unique<KeptDialogue>();
};

TEST_F(RestartTest, LeavesASessionAndItsSubscriptions) {
  Join(kReader).Subscribe("t/+", 1, std::string("\x0b\x09"));
  Restart();
  EXPECT_EQ(Return(), "CONNACK 0x00 present");
  Client& reader = Join(kReader);
  Join(kOther).Publish({.topic = "t/1", .payload = "x", .qos = 1, .id = 1});
  EXPECT_EQ(reader.Received(), "PUBLISH t/1=x q1 #1");
  EXPECT_TRUE(reader.Property(0x0b));
}

TEST_F(RestartTest, EndsSessionsThatEndWithTheirConnections) {
  Join(kOther).Subscribe("t", 1);
  const auto before = box_->steps.newest();
  Join({.version = Version::k311, .client_id = "third"})
      .Publish({.topic = "t", .payload = "x", .qos = 1, .id = 1});
  EXPECT_EQ(box_->steps.newest(), before);
  Restart();
  EXPECT_EQ(sessions(), 0U);
}

TEST_F(RestartTest, LeavesMessagesThatWait) {
  Join(kReader).Subscribe("t", 2);
  Join(kReader).Drop();
  Client& other = Join(kOther);
  other.Publish({.topic = "t", .payload = "0", .qos = 0});
  other.Publish({.topic = "t", .payload = "1", .qos = 1, .id = 1});
  other.Publish({.topic = "t", .payload = "2", .qos = 2, .id = 2});
  Restart();
  EXPECT_EQ(Return(),
            "CONNACK 0x00 present; PUBLISH t=1 q1 #1; PUBLISH t=2 q2 #2");
}

TEST_F(RestartTest, SendsAgainWhatWasNotAcknowledgedWithItsPacketId) {
  Client& reader = Join(kReader);
  reader.Subscribe("t", 2);
  Client& other = Join(kOther);
  for (unsigned id = 1; id <= 4; ++id) {
    other.Publish({.topic = "t",
                   .payload = std::to_string(id),
                   .qos = 2 - id % 2,
                   .id = id});
  }
  reader.Received();
  reader.Acknowledge(PacketType::kPublishAcknowledgement, 1);
  reader.Acknowledge(PacketType::kPublishReceived, 2);
  Restart();
  EXPECT_EQ(Return(),
            "CONNACK 0x00 present; PUBREL #2; PUBLISH t=3 q1 #3 dup; "
            "PUBLISH t=4 q2 #4 dup");
  Restart();  // PUBREL is sent again by a broker that has no message for it.
  EXPECT_EQ(Return(),
            "CONNACK 0x00 present; PUBREL #2; PUBLISH t=3 q1 #3 dup; "
            "PUBLISH t=4 q2 #4 dup");
}

TEST_F(RestartTest, AMessageOfQoS2ThatIsSentAgainIsNotSentOnAgain) {
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  reader.Publish({.topic = "t", .payload = "x", .qos = 2, .id = 7});
  Restart();
  Client& again = box_->dialogue.MakeClient();
  EXPECT_EQ(again.Connect(kReader),
            "CONNACK 0x00 present; PUBLISH t=x q1 #1 dup");
  EXPECT_EQ(again.Publish({.topic = "t",
                           .payload = "x",
                           .qos = 2,
                           .id = 7,
                           .is_duplicate = true}),
            "PUBREC #7");
  EXPECT_EQ(again.Acknowledge(PacketType::kPublishRelease, 7), "PUBCOMP #7");
}

TEST_F(RestartTest, LeavesRetainedMessagesOfHigherQoS) {
  Client& other = Join(kOther);
  const auto retain = [&](const char* topic, const char* payload,
                          unsigned qos) {
    other.Publish({.topic = topic,
                   .payload = payload,
                   .qos = qos,
                   .id = 1,
                   .is_retained = true});
  };
  retain("a", "kept", 1);
  retain("b", "in memory", 0);
  retain("c", "replaced", 1);
  retain("c", "in memory", 0);
  retain("d", "removed", 1);
  retain("d", "", 1);
  Restart();
  EXPECT_EQ(Join(kOther).Subscribe("#", 1),
            "SUBACK #1 0x01; PUBLISH a=kept q1 #1 retained");
}

TEST_F(RestartTest, AnExpiryGoesOn) {
  Join(kReader).Drop();
  Restart(60s);
  box_->dialogue.Pass(39s);
  EXPECT_EQ(sessions(), 1U);
  box_->dialogue.Pass(1s);
  EXPECT_EQ(sessions(), 0U);
}

TEST_F(RestartTest, AnExpiryBeginsWithTheRestartWhereAConnectionWasOpen) {
  Join(kReader);
  Restart(1000s);
  box_->dialogue.Pass(99s);
  EXPECT_EQ(sessions(), 1U);
  box_->dialogue.Pass(1s);
  EXPECT_EQ(sessions(), 0U);
}

TEST_F(RestartTest, AWillIsPublishedOnce) {
  ConnectFields fields = kReader;
  fields.will = {.topic = "will",
                 .payload = "gone",
                 .qos = 1,
                 .is_retained = true,
                 .properties = Property4(kWillDelay, 10)};
  Join(fields);
  Restart();
  Client& other = Join(kOther);
  other.Subscribe("will", 1);
  box_->dialogue.Pass(9s);
  EXPECT_EQ(other.Received(), "");
  box_->dialogue.Pass(1s);
  EXPECT_EQ(other.Received(), "PUBLISH will=gone q1 #1");
  Restart();
  Client& later = Join({.client_id = "later"});
  later.Subscribe("will", 1);
  box_->dialogue.Pass(50s);
  EXPECT_EQ(later.Received(), "");
}

TEST_F(RestartTest, AWillThatWasDiscardedIsNotPublished) {
  ConnectFields fields = kReader;
  fields.will = {.topic = "will", .payload = "gone", .is_retained = true};
  Join(fields).Send(DisconnectPacket());
  Restart(1000s);
  box_->dialogue.Pass(1s);
  EXPECT_EQ(box_->dialogue.broker.statistics().retained, 0U);
}

TEST_F(RestartTest, RightsThatAreLostTakeWhatCameByThem) {
  Join(kReader).Subscribe("t", 1);
  Join(kReader).Subscribe("secret", 1);
  Join(kReader).Drop();
  Join(kOther).Publish({.topic = "t", .payload = "x", .qos = 1, .id = 1});
  Restart();
  box_->dialogue.authority.forbidden = {"subscribe secret", "receive t"};
  box_->dialogue.broker.OnRightsChanged(box_->dialogue.now);
  Restart();
  EXPECT_EQ(Return(), "CONNACK 0x00 present");
}

TEST_F(RestartTest, AnswersThatQuoteWhatIsWithdrawnAreNowhere) {
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  reader.Publish({.topic = "ask/x", .payload = "?", .qos = 1, .id = 1});
  const auto answer = [&](const char* payload, const Quotes& quotes) {
    Publish publish;
    publish.topic = "t";
    publish.payload = payload;
    publish.qos = QoS::kAtLeastOnce;
    box_->dialogue.broker.Answer(*requests().last_asker, publish,
                                 box_->dialogue.now, quotes);
  };
  answer("sent", {Right::kAsk, "house"});
  reader.Drop();
  answer("of-house", {Right::kRead, "house"});
  answer("of-yard", {Right::kAsk, "yard"});
  answer("of-field", {Right::kAsk, "field"});
  Restart();
  box_->dialogue.authority.forbidden.insert("quote field");
  box_->dialogue.broker.Withdraw({}, "house", box_->dialogue.now);
  const std::string kept = box_->steps.UpTo(box_->steps.newest());
  for (const char* gone : {"sent", "of-house", "of-field"}) {
    EXPECT_EQ(kept.find(gone), std::string::npos) << gone;
  }
  EXPECT_NE(kept.find("of-yard"), std::string::npos);
  EXPECT_EQ(Return(), "CONNACK 0x00 present; PUBLISH t=of-yard q1 #2");
}

TEST_F(RestartTest, AWithdrawnAnswerCountsUntilItIsAcknowledged) {
  ConnectFields fields = kReader;
  fields.properties += std::string("\x21\x00\x01", 3);  // Receive maximum.
  for (const unsigned qos : {1U, 2U}) {
    SCOPED_TRACE(qos);
    box_ = std::make_unique<KeptDialogue>();
    Client& reader = Join(fields);
    reader.Subscribe("t", qos);
    reader.Publish({.topic = "ask/x", .payload = "?", .qos = 1, .id = 1});
    Publish publish;
    publish.topic = "t";
    publish.qos = static_cast<QoS>(qos);
    const auto answer = [&](const char* collection) {
      publish.payload = collection;
      box_->dialogue.broker.Answer(*requests().last_asker, publish,
                                   box_->dialogue.now,
                                   Quotes{Right::kAsk, collection});
    };
    answer("house");
    EXPECT_THAT(reader.Received(), testing::HasSubstr("t=house"));
    answer("yard");
    box_->dialogue.broker.Withdraw({}, "house", box_->dialogue.now);
    EXPECT_EQ(reader.Received(), "");
    if (qos == 1) reader.Drop();
    if (qos == 2) Restart();
    EXPECT_THAT(box_->dialogue.MakeClient().Connect(fields),
                testing::StartsWith("CONNACK 0x00 present; PUBLISH t=yard"));
  }
}

TEST_F(RestartTest, AnAnswerTakesItsRoomOnce) {
  box_ = std::make_unique<KeptDialogue>(Bounds(), std::string(), 1 << 20);
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  reader.Publish({.topic = "ask/x", .payload = "?", .qos = 1, .id = 1});
  const std::string text(160'000, 'x');
  Publish publish;
  publish.topic = "t";
  publish.payload = text;
  publish.qos = QoS::kAtLeastOnce;
  Session& asker = *requests().last_asker;
  reader.Drop();
  box_->dialogue.broker.Answer(asker, publish, box_->dialogue.now,
                               Quotes{Right::kAsk, "house"});
  Restart();
  EXPECT_EQ(box_->lost_sessions, 0U);
  Client& again = box_->dialogue.MakeClient();
  EXPECT_THAT(again.Connect(kReader), testing::HasSubstr("PUBLISH"));
  EXPECT_TRUE(again.Property(0x02));  // It had no expiry before.
}

TEST_F(RestartTest, WhatAWithdrawnIdentityHadGoesToNobody) {
  ConnectFields fields = kReader;
  fields.user = "carl";
  fields.will = WillFields{.topic = "will", .payload = "will"};
  Client& carl = Join(fields);
  carl.Publish({.topic = "r",
                .payload = "kept",
                .qos = 1,
                .id = 1,
                .is_retained = true});
  Client& other = Join(kOther);
  other.Subscribe("will");
  box_->dialogue.broker.Withdraw("carl", {}, box_->dialogue.now);
  EXPECT_THAT(carl.Received(), testing::HasSubstr("closed"));
  EXPECT_EQ(other.Received(), "");
  EXPECT_EQ(box_->dialogue.broker.statistics().retained, 0U);
  EXPECT_EQ(sessions(), 1U);
  Restart();
  EXPECT_EQ(box_->dialogue.MakeClient().Connect(fields), "CONNACK 0x00");
  EXPECT_EQ(box_->dialogue.broker.statistics().retained, 0U);
}

TEST_F(RestartTest, AnotherPasswordEndsConnectionsAndNoSession) {
  Dialogue& dialogue = box_->dialogue;
  dialogue.authority.entry = dialogue.doorkeeper.entry = 1;
  Client& before = Join(kReader);
  dialogue.authority.entry = 2;
  dialogue.broker.OnRightsChanged(dialogue.now);
  EXPECT_THAT(before.Received(), testing::HasSubstr("closed"));
  // Its password was checked before it was changed.
  EXPECT_THAT(Return(), testing::StartsWith("CONNACK 0x87"));
  dialogue.doorkeeper.entry = 2;
  EXPECT_EQ(Return(), "CONNACK 0x00 present");
}

TEST_F(RestartTest, RetainedMessagesGoOnWhereTheyStopped) {
  Client& other = Join(kOther);
  for (const char* topic : {"r/1", "r/2", "r/3"}) {
    other.Publish({.topic = topic,
                   .payload = "x",
                   .qos = 1,
                   .id = 1,
                   .is_retained = true});
  }
  ConnectFields slow = kReader;
  slow.properties += Property2(kReceiveMaximum, 1);
  Client& reader = Join(slow);
  reader.Subscribe("r/+", 1);
  reader.Acknowledge(PacketType::kPublishAcknowledgement, 1);
  Restart();
  EXPECT_EQ(Return(),
            "CONNACK 0x00 present; PUBLISH r/2=x q1 #2 dup retained; "
            "PUBLISH r/3=x q1 #3 retained");
}

TEST_F(RestartTest, ARequestWithoutItsAnswerIsCarriedOutAgain) {
  Client& reader = Join(kReader);
  reader.Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  reader.Publish({.topic = "ask/2", .payload = "y", .qos = 1, .id = 2});
  reader.Publish({.topic = "ask/3", .payload = "z"});
  ScriptedRequests& requests = box_->dialogue.requests;
  box_->dialogue.broker.EndRequest(*requests.last_asker, 1);
  Restart();
  box_->dialogue.broker.ResumeRequests(box_->dialogue.now);
  EXPECT_EQ(box_->dialogue.requests.taken, std::vector<std::string>{"ask/2=y"});
  box_->dialogue.broker.EndRequest(*box_->dialogue.requests.last_asker, 2);
  Restart();
  box_->dialogue.broker.ResumeRequests(box_->dialogue.now);
  EXPECT_TRUE(box_->dialogue.requests.taken.empty());
}

TEST_F(RestartTest, ARequestThatWasInterruptedTwiceIsDeclined) {
  Join(kReader).Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  Restart();
  Resume();
  EXPECT_EQ(requests().taken, std::vector<std::string>{"ask/1=x"});
  Restart();
  Client& reader = Join(kReader);
  Resume();
  EXPECT_TRUE(requests().taken.empty());
  EXPECT_EQ(requests().declined, std::vector<std::string>{"ask/1=x"});
  // Others are taken.
  reader.Publish({.topic = "ask/2", .payload = "y", .qos = 1, .id = 2});
  EXPECT_EQ(requests().taken, std::vector<std::string>{"ask/2=y"});
}

TEST_F(RestartTest, ARequestIsDeclinedUntilItsErrorIsStored) {
  Join(kReader).Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  for (int start = 0; start < 3; ++start) {
    Restart();
    Resume();
  }
  EXPECT_EQ(requests().declined, std::vector<std::string>{"ask/1=x"});
  box_->dialogue.broker.EndRequest(*requests().last_asker, 1);
  Restart();
  Resume();
  EXPECT_TRUE(requests().declined.empty());
  EXPECT_TRUE(requests().taken.empty());
}

TEST_F(RestartTest, NoRequestIsBegunAgainBeforeItsMarkIsStored) {
  Join(kReader).Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  Restart();
  const auto before = box_->steps.newest();
  box_->steps.durable = before;
  Resume();
  EXPECT_TRUE(requests().taken.empty());
  // Its client's next request waits for it.
  Client& reader = box_->dialogue.MakeClient();
  reader.Connect(kReader);
  reader.Push(PublishPacket(
      Version::k5, {.topic = "ask/2", .payload = "y", .qos = 1, .id = 2}));
  EXPECT_TRUE(requests().taken.empty());
  box_->MakeDurable(before + 1);
  reader.Push(PublishPacket(
      Version::k5, {.topic = "ask/2", .payload = "y", .qos = 1, .id = 2}));
  EXPECT_EQ(requests().taken, (std::vector<std::string>{"ask/1=x", "ask/2=y"}));
}

TEST_F(RestartTest, ARequestWhoseMarkIsLostIsBegunAgain) {
  Join(kReader).Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  Restart();
  const auto before = box_->steps.newest();
  box_->steps.durable = before;
  Resume();
  box_ = box_->Restart(before);
  Resume();
  EXPECT_EQ(requests().taken, std::vector<std::string>{"ask/1=x"});
}

TEST_F(RestartTest, TwoRequestsOfOneNumberEndTheirSession) {
  Join(kReader).Publish({.topic = "ask/1", .payload = "x", .qos = 1, .id = 1});
  const std::string changes = box_->steps.UpTo(box_->steps.newest());
  KeptDialogue damaged({}, changes + changes);
  EXPECT_EQ(damaged.lost_sessions, 1U);
  damaged.dialogue.broker.ResumeRequests(damaged.dialogue.now);
  EXPECT_TRUE(damaged.dialogue.requests.taken.empty());
}

TEST_F(RestartTest, MemoryThatIsTooSmallEndsSessionsThatFindNoRoom) {
  const std::string large(100'000, 'x');
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  reader.Drop();
  Join(kOther).Publish({.topic = "t", .payload = large, .qos = 1, .id = 1});
  const KeptDialogue small({}, box_->steps.UpTo(box_->steps.newest()),
                           std::size_t{256} << 10);
  EXPECT_EQ(small.lost_sessions, 1U);
  EXPECT_EQ(small.dialogue.broker.statistics().sessions, 0U);
}

TEST_F(RestartTest, WithoutRoomWhatWouldBeKeptIsRefused) {
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  Client& other = Join(kOther);
  box_->steps.room = false;
  EXPECT_EQ(other.Publish({.topic = "t", .payload = "x", .qos = 1, .id = 1}),
            "PUBACK #1 0x97");
  EXPECT_EQ(other.Publish({.topic = "r",
                           .payload = "x",
                           .qos = 1,
                           .id = 1,
                           .is_retained = true}),
            "PUBACK #1 0x97");
  EXPECT_EQ(reader.Subscribe("u", 1), "SUBACK #1 0x97");
  EXPECT_EQ(reader.Publish({.topic = "ask/1", .qos = 1, .id = 1}),
            "PUBACK #1 0x97");
  ConnectFields third = kReader;
  third.client_id = "third";
  EXPECT_EQ(box_->dialogue.MakeClient().Connect(third), "CONNACK 0x97; closed");
  // What takes nothing is served.
  EXPECT_EQ(other.Subscribe("v", 1), "SUBACK #1 0x01");
  other.Publish({.topic = "t", .payload = "x"});
  EXPECT_EQ(reader.Received(), "PUBLISH t=x");
}

// Leaves a session of the user.
void Leave(Dialogue& dialogue, const std::string& user, const std::string& id,
           const std::string& origin = {}) {
  ConnectFields fields = kReader;
  fields.user = user;
  fields.client_id = id;
  Client& client = dialogue.MakeClient(origin);
  EXPECT_EQ(client.Connect(fields), "CONNACK 0x00");
  client.Drop();
  dialogue.now += 1ms;
}

TEST_F(RestartTest, AFullRecordMakesTheGreatestCallersOldestSessionGiveWay) {
  Dialogue& dialogue = box_->dialogue;
  Leave(dialogue, "bob", "old");
  for (const char* id : {"1", "2", "3"}) Leave(dialogue, "alice", id);
  box_->steps.wanted_bytes = 1;
  Leave(dialogue, "bob", "new");
  EXPECT_EQ(sessions(), 4U);
  EXPECT_EQ(box_->steps.wanted_bytes, 0U);
  box_->steps.wanted_bytes = 1;
  ConnectFields third = kReader;
  third.user = "alice";
  third.client_id = "2";
  EXPECT_EQ(dialogue.MakeClient().Connect(third), "CONNACK 0x00 present");
  EXPECT_EQ(box_->steps.wanted_bytes, 1U) << "it takes nothing new";
}

// One caller's retained messages fill the state: they are its greatest share,
// though others have more sessions.
TEST_F(RestartTest, AFullRecordMakesRetainedMessagesOfTheGreatestGiveWay) {
  Dialogue& dialogue = box_->dialogue;
  Leave(dialogue, "bob", "1");
  Leave(dialogue, "carol", "1");
  Client& alice = dialogue.Join({.client_id = "a", .user = "alice"});
  for (const char* topic : {"a", "b", "c", "d"}) {
    alice.Publish({.topic = topic,
                   .payload = std::string(1000, 'x'),
                   .qos = 1,
                   .id = 1,
                   .is_retained = true});
  }
  box_->steps.wanted_bytes = 1500;
  Leave(dialogue, "bob", "new");
  EXPECT_EQ(sessions(), 4U) << "of bob, carol, and alice's connection";
  EXPECT_EQ(dialogue.broker.statistics().retained, 2U);
  Restart();
  EXPECT_EQ(box_->dialogue.broker.statistics().retained, 2U);
}

TEST_F(RestartTest, NothingEndsWhereThatWouldNotMakeRoom) {
  Dialogue& dialogue = box_->dialogue;
  for (const char* id : {"1", "2", "3"}) Leave(dialogue, "bob", id);
  Client& alice = dialogue.Join({.client_id = "a", .user = "alice"});
  const auto retain = [&alice](const char* topic) {
    return alice.Publish({.topic = topic,
                          .payload = std::string(1000, 'x'),
                          .qos = 1,
                          .id = 1,
                          .is_retained = true});
  };
  retain("a");
  retain("b");
  ConnectFields fields = kReader;
  fields.user = "alice";
  fields.client_id = "lasting";
  for (const std::size_t wanted : {1'000'000U, 1000U}) {
    // More than there is; and then more than others have, as alice has most.
    box_->steps.wanted_bytes = wanted;
    Client& refused = dialogue.MakeClient();
    EXPECT_EQ(refused.Connect(fields), "CONNACK 0x97; closed");
    refused.Drop();
    EXPECT_EQ(sessions(), 4U);
    EXPECT_EQ(dialogue.broker.statistics().retained, 2U);
    EXPECT_EQ(box_->steps.wanted_bytes, wanted);
  }
}

TEST_F(RestartTest, APlaceStillCountsAfterARestart) {
  Leave(box_->dialogue, "alice", "tablet", "10.0.0.1");
  for (const char* id : {"1", "2", "3"}) {
    Leave(box_->dialogue, "alice", id, "10.0.0.2");
  }
  Restart();
  box_->steps.wanted_bytes = 1;
  Leave(box_->dialogue, "alice", "4", "10.0.0.3");
  ConnectFields tablet = kReader;
  tablet.user = "alice";
  tablet.client_id = "tablet";
  EXPECT_EQ(box_->dialogue.MakeClient().Connect(tablet),
            "CONNACK 0x00 present");
}

TEST_F(RestartTest, WithoutRoomWillsAndAnswersAreKeptAllTheSame) {
  Client& reader = Join(kReader);
  reader.Subscribe("t", 1);
  ConnectFields fields = kOther;
  fields.will = {
      .topic = "t", .payload = "gone", .qos = 1, .is_retained = true};
  Client& other = Join(fields);
  box_->steps.room = false;
  other.Drop();
  EXPECT_EQ(reader.Received(), "PUBLISH t=gone q1 #1");
  Publish answer;
  answer.topic = "t";
  answer.qos = QoS::kAtLeastOnce;
  answer.payload = "response";
  Broker& broker = box_->dialogue.broker;
  EXPECT_EQ(broker.PublishFor({"user", "other"}, answer, box_->dialogue.now),
            ReasonCode::kSuccess);
  EXPECT_EQ(reader.Received(), "PUBLISH t=response q1 #2");
  answer.payload = "answer";
  broker.Answer(*reader.connection()->session, answer, box_->dialogue.now);
  EXPECT_EQ(reader.Received(), "PUBLISH t=answer q1 #3");
  EXPECT_EQ(broker.PublishFor({}, answer, box_->dialogue.now),
            ReasonCode::kQuotaExceeded);
  Restart();
  EXPECT_EQ(box_->dialogue.broker.statistics().retained, 1U);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
