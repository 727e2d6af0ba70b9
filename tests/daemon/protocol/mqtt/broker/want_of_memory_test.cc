// A long dialogue in which the n-th allocation fails, for n = 1, 2, 3 and so
// on: nothing breaks, nothing leaks, and the broker serves others after it.
#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <string>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace {

// Only a budgeted heap asks for memory without exceptions. 0: none fails.
std::size_t allocations_to_failure = 0;
bool has_failed = false;

}  // namespace

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  if (allocations_to_failure > 0 && --allocations_to_failure == 0) {
    has_failed = true;
    return nullptr;
  }
  return ::operator new(bytes);
}

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::chrono_literals;

const std::string kTopic = "house/kitchen/temperature/now";

// The acknowledgements of all that came.
std::string Acknowledgements(const Client& client) {
  std::string all;
  for (const ServerPacket& packet : client.packets()) {
    const unsigned qos = packet.first_byte >> 1 & 3;
    if (packet.first_byte >> 4 == 3 && qos > 0) {
      all +=
          AcknowledgementPacket(qos == 1 ? PacketType::kPublishAcknowledgement
                                         : PacketType::kPublishReceived,
                                packet.packet_id);
    } else if (packet.first_byte >> 4 == 6) {
      all +=
          AcknowledgementPacket(PacketType::kPublishComplete, packet.packet_id);
    }
  }
  return all;
}

void Talk(Dialogue& dialogue) {
  Client& reader = dialogue.MakeClient();
  Client& writer = dialogue.MakeClient();
  const ConnectFields lasting = {.client_id = "a reader with a long name",
                                 .is_clean = false,
                                 .properties = Property4(kSessionExpiry, 100) +
                                               Property2(kAliasMaximum, 4)};
  ConnectFields with_will = {.client_id = "a writer with a long name"};
  with_will.will = WillFields{.topic = kTopic,
                              .payload = std::string(600, 'w'),
                              .qos = 2,
                              .is_retained = true};
  reader.Connect(lasting);
  reader.Subscribe("house/+/temperature/#", 2, "\x0b\3");
  reader.Subscribe("$share/group/house/kitchen/#", 1);
  writer.Connect(with_will);
  for (unsigned qos = 0; qos <= 2; ++qos) {
    writer.Publish({.topic = kTopic,
                    .payload = std::string(700 * qos, 'x'),
                    .qos = qos,
                    .id = qos,
                    .is_retained = qos == 1,
                    .properties = Property2(kAlias, 2)});
  }
  dialogue.CheckBounds();
  reader.Received();
  reader.Send(Acknowledgements(reader));
  reader.Drop();
  writer.Publish({.topic = kTopic, .payload = "1", .qos = 2, .id = 9});
  writer.Publish({.topic = "ask/" + kTopic, .payload = "2"});
  if (dialogue.requests.last_asker != nullptr) {
    Publish answer;
    answer.topic = kTopic;
    answer.payload = "an answer";
    dialogue.broker.Answer(*dialogue.requests.last_asker, answer, dialogue.now);
  }
  writer.Publish({.topic = kTopic, .payload = std::string(9000, 'x')});
  writer.Drop();
  reader.Connect(lasting);
  reader.Send(Acknowledgements(reader));
  reader.Send(Acknowledgements(reader));
  reader.Subscribe("#", 1);
  dialogue.Pass(1s);
  dialogue.CheckBounds();
}

TEST(WantOfMemoryTest, AnyAllocationMayFail) {
  std::size_t n = 1;
  for (;; ++n) {
    SCOPED_TRACE(n);
    Dialogue dialogue;
    has_failed = false;
    allocations_to_failure = n;
    Talk(dialogue);
    allocations_to_failure = 0;
    dialogue.CheckBounds();
    // Others are served.
    Client& other = dialogue.Join({.client_id = "other"});
    EXPECT_EQ(other.Subscribe("x", 1), "SUBACK #1 0x01");
    EXPECT_EQ(other.Publish({.topic = "x", .qos = 1, .id = 1}),
              "PUBLISH x= q1 #1; PUBACK #1");
    dialogue.EndAll();
    EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
    EXPECT_EQ(dialogue.memory.whole().used_bytes(), 0U);
    if (!has_failed) break;
  }
  EXPECT_GT(n, 100U);  // It has allocated.
}

// Past an amount, all fails.
TEST(WantOfMemoryTest, AnyBudgetMayBeTheLimit) {
  for (std::size_t limit = 0; limit < 100000; limit += 97) {
    SCOPED_TRACE(limit);
    Dialogue dialogue(Bounds(), limit);
    Talk(dialogue);
    dialogue.memory.whole().SetLimit(16 << 20);
    dialogue.EndAll();
    EXPECT_EQ(dialogue.broker.statistics().sessions, 0U);
    if (dialogue.broker.statistics().retained == 0) {
      EXPECT_EQ(dialogue.memory.whole().used_bytes(), 0U);
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
