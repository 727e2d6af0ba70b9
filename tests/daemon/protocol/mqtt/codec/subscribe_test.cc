#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

std::vector<Subscription> All(const SubscriptionList& list) {
  std::vector<Subscription> all;
  for (const Subscription& each : list) all.push_back(each);
  EXPECT_EQ(list.size(), all.size());
  return all;
}

std::string Subscribe311(std::string_view filter, char options) {
  return Packet(0x82, "\0\1"s + Text(filter) + options);
}
std::string Subscribe5(std::string_view filter, char options) {
  return Packet(0x82, "\0\1\0"s + Text(filter) + options);
}

TEST(MqttSubscribe, ReadsFiltersAndQoSOf311InTheirOrder) {
  const std::string bytes = Hex(kSubscribe311);
  const auto subscribe = Get<Subscribe>(Version::k311, bytes);
  EXPECT_EQ(subscribe.packet_id, 10);
  const auto all = All(subscribe.subscriptions);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].filter, "a/b");
  EXPECT_EQ(all[0].maximum_qos, QoS::kAtLeastOnce);
  EXPECT_EQ(all[1].filter, "c/#");
  EXPECT_EQ(all[1].maximum_qos, QoS::kExactlyOnce);
}

TEST(MqttSubscribe, ReadsEveryOptionOf5) {
  const std::string bytes = Hex(kSubscribe5);
  const auto subscribe = Get<Subscribe>(Version::k5, bytes);
  EXPECT_EQ(subscribe.properties.subscription_identifier, 200u);
  const auto all = All(subscribe.subscriptions);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].filter, "a/+");
  EXPECT_EQ(all[0].maximum_qos, QoS::kExactlyOnce);
  EXPECT_TRUE(all[0].is_no_local);
  EXPECT_TRUE(all[0].is_retain_as_published);
  EXPECT_EQ(all[0].retain_handling, RetainHandling::kDoNotSend);
  EXPECT_EQ(all[1].filter, "$share/g/a");
  EXPECT_EQ(all[1].maximum_qos, QoS::kAtLeastOnce);
  EXPECT_FALSE(all[1].is_no_local || all[1].is_retain_as_published);
  EXPECT_EQ(all[1].retain_handling, RetainHandling::kSendIfNew);
}

// [MQTT-3.8.3-2]; of 3.1.1, [MQTT-3.8.3-3]
TEST(MqttSubscribe, HasAtLeastOneFilter) {
  EXPECT_EQ(Refusal(Version::k311, Hex("82 02 00 01")),
            ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, Hex("82 03 00 01 00")),
            ReasonCode::kProtocolError);
}

// [MQTT-3.8.3-1]
TEST(MqttSubscribe, FiltersAreUtf8) {
  EXPECT_EQ(Refusal(Version::k311, Subscribe311("\xED\xA0\x80", 0)),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, Subscribe5("\0"s, 0)),
            ReasonCode::kMalformedPacket);
}

// [MQTT-4.7.1-1], [MQTT-4.7.1-2], [MQTT-4.7.3-1]
TEST(MqttSubscribe, FiltersAreFilters) {
  for (const char* filter : {"", "a#", "#/a", "a+/b"}) {
    EXPECT_EQ(Refusal(Version::k311, Subscribe311(filter, 0)),
              ReasonCode::kTopicFilterInvalid);
    EXPECT_EQ(Refusal(Version::k5, Subscribe5(filter, 0)),
              ReasonCode::kTopicFilterInvalid);
  }
}

// [MQTT-3.8.3-4] of 3.1.1
TEST(MqttSubscribe, OptionsOf311AreAQoSAlone) {
  for (unsigned options = 0; options < 256; ++options) {
    EXPECT_EQ(
        Refusal(Version::k311, Subscribe311("a", static_cast<char>(options))),
        options < 3 ? ReasonCode::kSuccess : ReasonCode::kMalformedPacket)
        << options;
  }
}

// [MQTT-3.8.3-5]
TEST(MqttSubscribe, ReservedOptionsAreMalformed) {
  for (unsigned options = 0; options < 256; ++options) {
    const ReasonCode refusal =
        Refusal(Version::k5, Subscribe5("a", static_cast<char>(options)));
    const bool is_reserved = (options & 0xC0u) != 0;
    const bool is_in_range = (options & 3u) != 3 && (options & 0x30u) != 0x30;
    EXPECT_EQ(refusal, is_reserved   ? ReasonCode::kMalformedPacket
                       : is_in_range ? ReasonCode::kSuccess
                                     : ReasonCode::kProtocolError)
        << options;
  }
}

// [MQTT-3.8.3-4]
TEST(MqttSubscribe, ASharedSubscriptionIsNotNoLocal) {
  EXPECT_EQ(Refusal(Version::k5, Subscribe5("$share/g/a", 4)),
            ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, Subscribe5("$shared/g/a", 4)),
            ReasonCode::kSuccess);
}

// [MQTT-4.8.2-1], [MQTT-4.8.2-2]
TEST(MqttSubscribe, ASharedFilterIsWellFormedIn5) {
  for (const char* filter : {"$share/", "$share/g", "$share//a", "$share/+/a",
                             "$share/g/", "$share/g/a#"}) {
    EXPECT_EQ(Refusal(Version::k5, Subscribe5(filter, 0)),
              ReasonCode::kTopicFilterInvalid)
        << filter;
  }
  EXPECT_EQ(Refusal(Version::k311, Subscribe311("$share/g", 0)),
            ReasonCode::kSuccess);
}

// NanoMQ read out of bounds here.
TEST(MqttSubscribe, WithoutTheOptionsOfItsLastFilterIsMalformed) {
  for (const char* digits :
       {"82 05 00 01 00 01 61", "82 04 00 01 00 01", "82 03 00 01 00",
        "82 07 00 01 00 05 61 61 61", "82 01 00", "82 00"}) {
    EXPECT_EQ(Refusal(Version::k311, Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
  }
}

// [MQTT-2.2.1-3]; of 3.1.1, [MQTT-2.3.1-1]
TEST(MqttSubscribe, ThePacketIdIsNot0) {
  EXPECT_EQ(Refusal(Version::k311, Hex("82 06 00 00 00 01 61 00")),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k311, Hex("A2 05 00 00 00 01 61")),
            ReasonCode::kMalformedPacket);
}

TEST(MqttUnsubscribe, ReadsFiltersInTheirOrder) {
  const std::string bytes = Hex(kUnsubscribe5);
  const auto unsubscribe = Get<Unsubscribe>(Version::k5, bytes);
  EXPECT_EQ(unsubscribe.packet_id, 11);
  const auto all = All(unsubscribe.filters);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].filter, "a/b");
  EXPECT_EQ(all[1].filter, "$share/g/a");
  const std::string bytes311 = Hex(kUnsubscribe311);
  EXPECT_EQ(All(Get<Unsubscribe>(Version::k311, bytes311).filters)[1].filter,
            "c/#");
}

// [MQTT-3.10.3-2]
TEST(MqttUnsubscribe, HasAtLeastOneFilter) {
  EXPECT_EQ(Refusal(Version::k311, Hex("A2 02 00 01")),
            ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, Hex("A2 03 00 01 00")),
            ReasonCode::kProtocolError);
}

// [MQTT-3.10.3-1]
TEST(MqttUnsubscribe, FiltersAreFiltersOfUtf8) {
  EXPECT_EQ(Refusal(Version::k311, Packet(0xA2, "\0\1"s + Text("\xFF"))),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k311, Packet(0xA2, "\0\1"s + Text("a#"))),
            ReasonCode::kTopicFilterInvalid);
  EXPECT_EQ(Refusal(Version::k5, Packet(0xA2, "\0\1\0"s + Text(""))),
            ReasonCode::kTopicFilterInvalid);
}

TEST(MqttSubscribe, AListWithoutPacketIsEmpty) {
  EXPECT_EQ(SubscriptionList().size(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
