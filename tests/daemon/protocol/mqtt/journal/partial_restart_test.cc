// What a restart leaves where there is no room for all of it.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace answerbox::daemon::mqtt {
namespace {

const ConnectFields kLaster = {.client_id = "reader",
                               .is_clean = false,
                               .properties = Property4(kSessionExpiry, 100)};

class PartialRestartTest : public testing::Test {
 protected:
  // Two messages wait for the session of `fields`.
  void MakeQueue(const ConnectFields& fields) {
    box_.dialogue.Join(fields).Subscribe("t", 1);
    Client& other = box_.dialogue.Join({.client_id = "other"});
    other.Publish({.topic = "t", .payload = "1", .qos = 1, .id = 1});
    other.Publish({.topic = "t", .payload = "2", .qos = 1, .id = 2});
  }
  // After a restart with `bounds`.
  [[nodiscard]] std::unique_ptr<KeptDialogue> Restart(const Bounds& bounds) {
    return std::make_unique<KeptDialogue>(bounds,
                                          box_.steps.UpTo(box_.steps.newest()));
  }
  [[nodiscard]] static Bounds OneMessage() {
    Bounds bounds;
    bounds.queued_messages = 1;
    return bounds;
  }

  KeptDialogue box_;
};

TEST_F(PartialRestartTest, TheWillOfASessionThatFindsNoRoomIsNotPublished) {
  ConnectFields fields = kLaster;
  fields.will = {.topic = "will", .payload = "gone", .is_retained = true};
  MakeQueue(fields);
  const auto small = Restart(OneMessage());
  EXPECT_EQ(small->lost_sessions, 1U);
  EXPECT_EQ(small->dialogue.broker.statistics().retained, 0U);
}

TEST_F(PartialRestartTest, ASessionThatFindsNoRoomDoesNotComeBackEmpty) {
  MakeQueue(kLaster);
  box_.dialogue.Join(kLaster).Drop();  // The session is recorded again.
  const auto small = Restart(OneMessage());
  EXPECT_EQ(small->lost_sessions, 1U);
  EXPECT_EQ(small->dialogue.MakeClient().Connect(kLaster), "CONNACK 0x00");
}

TEST_F(PartialRestartTest, ASessionWithTooManySubscriptionsDoesNotComeBack) {
  Client& reader = box_.dialogue.Join(kLaster);
  reader.Subscribe("t", 1);
  reader.Subscribe("u", 1);
  reader.Subscribe("u", 2);  // The same one, changed.
  Bounds bounds;
  bounds.subscriptions = 2;
  EXPECT_EQ(Restart(bounds)->lost_sessions, 0U);
  bounds.subscriptions = 1;
  EXPECT_EQ(Restart(bounds)->lost_sessions, 1U);
}

TEST_F(PartialRestartTest, ASharedFilterThatIsTooLongDoesNotComeBack) {
  box_.dialogue.Join(kLaster).Subscribe("$share/group/t", 1);
  Bounds bounds;
  bounds.topic_bytes = 14;
  EXPECT_EQ(Restart(bounds)->lost_sessions, 0U);
  bounds.topic_bytes = 13;
  EXPECT_EQ(Restart(bounds)->lost_sessions, 1U);
}

TEST_F(PartialRestartTest, WithoutRoomForARetainedMessageTheOneBeforeIsGone) {
  Client& other = box_.dialogue.Join({.client_id = "other"});
  for (const std::size_t bytes : {std::size_t{10}, std::size_t{100'000}}) {
    other.Publish({.topic = "r",
                   .payload = std::string(bytes, 'x'),
                   .qos = 1,
                   .id = 1,
                   .is_retained = true});
  }
  const KeptDialogue small({}, box_.steps.UpTo(box_.steps.newest()),
                           std::size_t{256} << 10);
  EXPECT_EQ(small.dialogue.broker.statistics().retained, 0U);
}

TEST_F(PartialRestartTest, ARetainedMessageThatWaitsForManyTakesItsRoomOnce) {
  const std::size_t memory_bytes = std::size_t{256} << 10;
  KeptDialogue box({}, {}, memory_bytes);
  box.dialogue.Join({.client_id = "other"})
      .Publish({.topic = "r",
                .payload = std::string(20'000, 'x'),
                .qos = 1,
                .id = 1,
                .is_retained = true});
  ConnectFields fields = kLaster;
  for (const char* id : {"a", "b", "c", "d"}) {
    fields.client_id = id;
    Client& reader = box.dialogue.Join(fields);
    EXPECT_NE(reader.Subscribe("r", 1).find("PUBLISH"), std::string::npos);
  }
  const auto again = box.Restart();
  EXPECT_EQ(again->lost_sessions, 0U);
  EXPECT_EQ(again->Restart()->lost_sessions, 0U);  // From the whole state.
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
