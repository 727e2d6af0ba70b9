#include <gtest/gtest.h>

#include <string>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

TEST(MqttPublish, ReadsEveryFieldOf311) {
  const std::string bytes = Hex(kPublish311);
  const auto publish = Get<Publish>(Version::k311, bytes);
  EXPECT_TRUE(publish.is_duplicate);
  EXPECT_TRUE(publish.is_retained);
  EXPECT_EQ(publish.qos, QoS::kAtLeastOnce);
  EXPECT_EQ(publish.topic, "a/b");
  EXPECT_EQ(publish.packet_id, 7);
  EXPECT_EQ(publish.payload, "hi");
}

TEST(MqttPublish, ReadsEveryFieldOf5) {
  const std::string bytes = Hex(kPublish5);
  const auto publish = Get<Publish>(Version::k5, bytes);
  EXPECT_FALSE(publish.is_duplicate || publish.is_retained);
  EXPECT_EQ(publish.qos, QoS::kExactlyOnce);
  EXPECT_EQ(publish.packet_id, 256);
  EXPECT_EQ(publish.payload, "hi");
  const Properties& properties = publish.properties;
  EXPECT_EQ(properties.payload_format, 1);
  EXPECT_EQ(properties.message_expiry_seconds, 30u);
  EXPECT_EQ(properties.content_type, "text");
  EXPECT_EQ(properties.response_topic, "r/t");
  EXPECT_EQ(properties.correlation_data, "\1\2");
  EXPECT_EQ(properties.topic_alias, 5);
}

// [MQTT-2.2.1-2]: of 3.1.1, [MQTT-2.3.1-5]
TEST(MqttPublish, OfQoS0HasNoPacketId) {
  const std::string bytes = Packet(0x30, Text("a") + "\0\7hi"s);
  const auto publish = Get<Publish>(Version::k311, bytes);
  EXPECT_EQ(publish.packet_id, 0);
  EXPECT_EQ(publish.payload, "\0\7hi"s);
}

// [MQTT-2.2.1-3], of 3.1.1 [MQTT-2.3.1-1]
TEST(MqttPublish, OfHigherQoSHasAPacketIdThatIsNot0) {
  for (const unsigned first : {0x32u, 0x34u}) {
    EXPECT_EQ(Refusal(Version::k311, Packet(first, Text("a") + "\0\0"s)),
              ReasonCode::kMalformedPacket);
    EXPECT_EQ(Refusal(Version::k5, Packet(first, Text("a") + "\0\0\0"s)),
              ReasonCode::kMalformedPacket);
  }
}

// NanoMQ read on past the end of such a packet.
TEST(MqttPublish, CutOffBeforeItsPacketIdIsMalformed) {
  for (const char* digits : {"32 03 00 01 61", "34 04 00 01 61 00", "32 00",
                             "32 01 00", "32 02 00 05"}) {
    EXPECT_EQ(Refusal(Version::k311, Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
    EXPECT_EQ(Refusal(Version::k5, Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
  }
}

// [MQTT-3.3.2-1]: the topic is there and is UTF-8.
TEST(MqttPublish, TheTopicIsUtf8) {
  EXPECT_EQ(Refusal(Version::k311, Packet(0x30, Text("\xC0\x80"))),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, Packet(0x30, Text("a\0b"s) + "\0"s)),
            ReasonCode::kMalformedPacket);
}

// [MQTT-3.3.2-2]
TEST(MqttPublish, TheTopicHasNoWildcards) {
  for (const char* topic : {"+", "#", "a/+/b", "a/#", "a+"}) {
    EXPECT_EQ(Refusal(Version::k311, Packet(0x30, Text(topic))),
              ReasonCode::kTopicNameInvalid);
    EXPECT_EQ(Refusal(Version::k5, Packet(0x30, Text(topic) + "\0"s)),
              ReasonCode::kTopicNameInvalid);
  }
}

// [MQTT-4.7.3-1]
TEST(MqttPublish, AnEmptyTopicNeedsAnAlias) {
  EXPECT_EQ(Refusal(Version::k311, Packet(0x30, Text(""))),
            ReasonCode::kTopicNameInvalid);
  EXPECT_EQ(Refusal(Version::k5, Packet(0x30, Text("") + "\0"s)),
            ReasonCode::kProtocolError);
  const std::string bytes = Hex(kPublishByAlias);
  EXPECT_EQ(Get<Publish>(Version::k5, bytes).properties.topic_alias, 5);
}

// [MQTT-3.3.2-8]
TEST(MqttPublish, ATopicAliasIsNot0) {
  const std::string alias = Hex("03 23 00 00");
  EXPECT_EQ(Refusal(Version::k5, Packet(0x30, Text("a") + alias)),
            ReasonCode::kTopicAliasInvalid);
}

// [MQTT-3.3.4-6]
TEST(MqttPublish, OfAClientNamesNoSubscription) {
  const std::string id = Hex("02 0B 01");
  EXPECT_EQ(Refusal(Version::k5, Packet(0x30, Text("a") + id)),
            ReasonCode::kProtocolError);
}

// [MQTT-3.3.2-13], [MQTT-3.3.2-14]
TEST(MqttPublish, AResponseTopicIsATopicOfUtf8) {
  const auto with = [](std::string_view topic) {
    const std::string property = "\x08" + Text(topic);
    return Packet(0x30, Text("a") + Length(property.size()) + property);
  };
  EXPECT_EQ(Refusal(Version::k5, with("r/t")), ReasonCode::kSuccess);
  for (const char* topic : {"r/+", "#", ""}) {
    EXPECT_EQ(Refusal(Version::k5, with(topic)), ReasonCode::kProtocolError)
        << topic;
  }
  EXPECT_EQ(Refusal(Version::k5, with("\xFF")), ReasonCode::kMalformedPacket);
}

// [MQTT-3.3.2-19]
TEST(MqttPublish, AContentTypeIsUtf8) {
  EXPECT_EQ(
      Refusal(Version::k5, Packet(0x30, Text("a") + "\4\3" + Text("\xFF"))),
      ReasonCode::kMalformedPacket);
}

TEST(MqttPublish, HundredsOfTopicLevelsAreRead) {
  std::string topic;
  for (int i = 0; i < 30000; ++i) topic += "a/";
  const std::string bytes = Packet(0x30, Text(topic));
  EXPECT_EQ(Get<Publish>(Version::k311, bytes).topic, topic);
}

TEST(MqttPublish, ThePayloadIsAnyBytes) {
  const std::string payload = "\0\xFF\xC0"s;
  const std::string bytes = Packet(0x30, Text("a") + "\0"s + payload);
  EXPECT_EQ(Get<Publish>(Version::k5, bytes).payload, payload);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
