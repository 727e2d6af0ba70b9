// What waits until it is kept.
#include <gtest/gtest.h>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace answerbox::daemon::mqtt {
namespace {

const ConnectFields kKept = {.client_id = "reader",
                             .is_clean = false,
                             .properties = Property4(kSessionExpiry, 100)};
const ConnectFields kVolatile = {.client_id = "other"};

class HeldAnswersTest : public testing::Test {
 protected:
  KeptDialogue box_;
};

TEST_F(HeldAnswersTest, AnswersWaitUntilTheirStepIsKept) {
  box_.steps.durable = 0;
  Client& reader = box_.dialogue.MakeClient();
  EXPECT_EQ(reader.Connect(kKept), "");
  box_.MakeAllDurable();
  EXPECT_EQ(reader.Received(), "CONNACK 0x00");
  EXPECT_EQ(reader.Subscribe("t", 2), "");
  box_.MakeAllDurable();
  EXPECT_EQ(reader.Received(), "SUBACK #1 0x02");
  Client& other = box_.dialogue.MakeClient();
  EXPECT_EQ(other.Connect(kVolatile), "CONNACK 0x00");  // It ends with its end.
  EXPECT_EQ(other.Publish({.topic = "t", .payload = "x", .qos = 2, .id = 1}),
            "");
  EXPECT_EQ(reader.Received(), "");
  box_.MakeAllDurable();
  EXPECT_EQ(other.Received(), "PUBREC #1");
  EXPECT_EQ(reader.Received(), "PUBLISH t=x q2 #1");
}

TEST_F(HeldAnswersTest, ABusyConnectionWaitsForNoLaterStep) {
  box_.steps.durable = 0;
  Client& other = box_.dialogue.Join(kVolatile);
  Client& reader = box_.dialogue.MakeClient();
  reader.Connect(kKept);
  reader.Subscribe("t", 1);
  box_.MakeAllDurable();
  reader.Received();
  other.Publish({.topic = "t", .payload = "1", .qos = 1, .id = 1});
  const auto first = box_.steps.newest();
  box_.MakeDurable(first - 1);  // A sync of before the message ends.
  other.Publish({.topic = "t", .payload = "2", .qos = 1, .id = 2});
  box_.MakeDurable(first);
  EXPECT_EQ(other.Received(), "PUBACK #1");
  EXPECT_EQ(reader.Received(), "PUBLISH t=1 q1 #1");
}

TEST_F(HeldAnswersTest, WhoHasNoLastingSessionWaitsForNothing) {
  box_.steps.durable = 0;
  Client& reader = box_.dialogue.Join({.client_id = "volatile"});
  EXPECT_EQ(reader.Subscribe("t", 2), "SUBACK #1 0x02");
  Client& other = box_.dialogue.Join(kVolatile);
  EXPECT_EQ(other.Publish({.topic = "t", .payload = "x", .qos = 2, .id = 1}),
            "PUBREC #1");
  EXPECT_EQ(reader.Received(), "PUBLISH t=x q2 #1");
}

TEST_F(HeldAnswersTest, WhoGetsNoSessionWaitsUntilTheEndOfTheOldOneIsKept) {
  box_.dialogue.Join(kKept);
  box_.steps.durable = box_.steps.newest();
  ConnectFields fields = kKept;
  fields.is_clean = true;
  fields.properties.clear();
  Client& again = box_.dialogue.MakeClient();
  EXPECT_EQ(again.Connect(fields), "");
  box_.MakeAllDurable();
  EXPECT_EQ(again.Received(), "CONNACK 0x00");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
