#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

constexpr auto kMalformed = ReasonCode::kMalformedPacket;

// A CONNECT packet with a keep alive of 60 seconds.
//   rest  all after the keep alive
std::string ConnectPacket(char level, unsigned flags, std::string_view rest) {
  return Packet(
      0x10,
      (Text("MQTT") + level + static_cast<char>(flags) + "\0<"s).append(rest));
}
std::string Connect311(unsigned flags, std::string_view rest) {
  return ConnectPacket(4, flags, rest);
}
std::string Connect5(unsigned flags, std::string_view rest) {
  return ConnectPacket(5, flags, rest);
}

TEST(MqttConnect, ReadsEveryFieldOf311) {
  const std::string bytes = Hex(kConnect311);
  const auto connect = Get<Connect>(Version::k5, bytes);
  EXPECT_EQ(connect.version, Version::k311);
  EXPECT_TRUE(connect.is_clean_start);
  EXPECT_EQ(connect.keep_alive_seconds, 60);
  EXPECT_EQ(connect.client_id, "c1");
  ASSERT_TRUE(connect.will);
  EXPECT_EQ(connect.will->qos, QoS::kAtLeastOnce);
  EXPECT_TRUE(connect.will->is_retained);
  EXPECT_EQ(connect.will->topic, "w/t");
  EXPECT_EQ(connect.will->payload, "bye");
  EXPECT_EQ(connect.user_name, "ann");
  EXPECT_EQ(connect.password, "pw");
}

TEST(MqttConnect, ReadsEveryFieldOf5) {
  const std::string bytes = Hex(kConnect5);
  const auto connect = Get<Connect>(Version::k311, bytes);
  EXPECT_EQ(connect.version, Version::k5);
  EXPECT_EQ(connect.keep_alive_seconds, 65535);
  EXPECT_EQ(connect.client_id, "c5");
  EXPECT_EQ(connect.properties.session_expiry_seconds, 3600u);
  EXPECT_EQ(connect.properties.authentication_method, "m");
  EXPECT_EQ(connect.properties.authentication_data, "d");
  EXPECT_EQ(connect.properties.request_problem_information, false);
  EXPECT_EQ(connect.properties.request_response_information, true);
  EXPECT_EQ(connect.properties.receive_maximum, 20);
  EXPECT_EQ(connect.properties.topic_alias_maximum, 10);
  EXPECT_EQ(connect.properties.maximum_packet_bytes, 4096u);
  EXPECT_EQ(connect.properties.user_properties.begin()->value, "v");
  EXPECT_EQ(connect.user_name, "ann");
  EXPECT_EQ(connect.password, "\xFF\0"s);
}

TEST(MqttConnect, ReadsEveryPropertyOfAWill) {
  const std::string bytes = Hex(kConnect5);
  const auto connect = Get<Connect>(Version::k5, bytes);
  ASSERT_TRUE(connect.will);
  EXPECT_EQ(connect.will->qos, QoS::kExactlyOnce);
  EXPECT_FALSE(connect.will->is_retained);
  EXPECT_EQ(connect.will->payload, "\0"s);
  const Properties& properties = connect.will->properties;
  EXPECT_EQ(properties.payload_format, 1);
  EXPECT_EQ(properties.message_expiry_seconds, 30u);
  EXPECT_EQ(properties.content_type, "text");
  EXPECT_EQ(properties.response_topic, "r/t");
  EXPECT_EQ(properties.correlation_data, "\0\xFF"s);
  EXPECT_EQ(properties.will_delay_seconds, 5u);
  EXPECT_EQ(properties.user_properties.begin()->name, "k");
}

TEST(MqttConnect, AnEmptyClientIdAndNoFlagsAreRead) {
  const std::string bytes = Connect311(0, Text(""));
  const auto connect = Get<Connect>(Version::k311, bytes);
  EXPECT_FALSE(connect.is_clean_start);
  EXPECT_EQ(connect.client_id, "");
  EXPECT_FALSE(connect.will || connect.user_name || connect.password);
}

// [MQTT-3.1.2-1], [MQTT-3.1.2-2]: a client learns in its own version that it is
// not served.
TEST(MqttConnect, OtherVersionsAreNotSupportedAndToldInAVersionTheyKnow) {
  struct Example {
    std::string name;
    char level;
    Version answer;
  };
  const std::vector<Example> examples = {
      {"MQIsdp", 3, Version::k311},    {"MQTT", 3, Version::k311},
      {"MQTT", 0, Version::k311},      {"MQTT", 6, Version::k5},
      {"MQTT", '\x84', Version::k311}, {"MQTT", '\x85', Version::k5},
      {"mqtt", 4, Version::k311},      {"", 5, Version::k311}};
  for (const Example& each : examples) {
    // What follows the level is not looked at.
    const std::string bytes = Packet(0x10, Text(each.name) + each.level + "?");
    const Decoded decoded = Decode(Version::k311, bytes);
    const auto* error = std::get_if<DecodeError>(&decoded);
    ASSERT_TRUE(error) << each.name;
    EXPECT_EQ(error->reason, ReasonCode::kUnsupportedProtocolVersion);
    EXPECT_EQ(error->version, each.answer) << each.name << int{each.level};
  }
}

TEST(MqttConnect, AnErrorNamesTheVersionToAnswerIn) {
  const std::string bytes5 = Connect5(3, Text(""));
  EXPECT_EQ(std::get<DecodeError>(Decode(Version::k311, bytes5)).version,
            Version::k5);
  const std::string bytes311 = Connect311(3, Text(""));
  EXPECT_EQ(std::get<DecodeError>(Decode(Version::k5, bytes311)).version,
            Version::k311);
}

// [MQTT-3.1.2-3]
TEST(MqttConnect, TheReservedFlagIsZero) {
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x03, Text(""))), kMalformed);
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x03, "\0"s + Text(""))), kMalformed);
}

// [MQTT-3.1.2-11], [MQTT-3.1.2-13]: of 3.1.1, -13 and -15
TEST(MqttConnect, WithoutAWillItsFlagsAreZero) {
  for (const unsigned flags : {0x0Au, 0x12u, 0x22u}) {
    EXPECT_EQ(Refusal(Version::k311, Connect311(flags, Text(""))), kMalformed);
    EXPECT_EQ(Refusal(Version::k5, Connect5(flags, "\0"s + Text(""))),
              kMalformed);
  }
}

// [MQTT-3.1.2-12]: of 3.1.1, -14
TEST(MqttConnect, AWillHasNoQoS3) {
  const std::string will = Text("w") + Text("m");
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x1E, Text("") + will)),
            kMalformed);
  EXPECT_EQ(
      Refusal(Version::k5, Connect5(0x1E, "\0"s + Text("") + "\0"s + will)),
      kMalformed);
}

// [MQTT-3.1.2-22] of 3.1.1; 5.0 has no such rule.
TEST(MqttConnect, In311APasswordNeedsAUserName) {
  const std::string password = Text("pw");
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x42, Text("") + password)),
            kMalformed);
  const std::string bytes = Connect5(0x42, "\0"s + Text("") + password);
  EXPECT_EQ(Get<Connect>(Version::k5, bytes).password, "pw");
}

// [MQTT-3.1.2-9], [MQTT-3.1.2-16] to [MQTT-3.1.2-19], [MQTT-3.1.3-1]: fields
// that the flags announce are there, in their order, and no others.
TEST(MqttConnect, FieldsAreThoseThatTheFlagsAnnounce) {
  const std::string id = Text("");
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x82, id)), kMalformed);
  EXPECT_EQ(Refusal(Version::k311, Connect311(0xC2, id + Text("u"))),
            kMalformed);
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x06, id + Text("w"))),
            kMalformed);
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x02, id + Text("u"))),
            kMalformed);
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x02, "\0"s + id + "x")), kMalformed);
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x82, id + Text("u") + "x")),
            kMalformed);
}

// [MQTT-3.1.3-3]
TEST(MqttConnect, TheClientIdIsAlwaysThere) {
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x02, "")), kMalformed);
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x02, "\0"s)), kMalformed);
}

// [MQTT-3.1.3-4], [MQTT-3.1.3-11], [MQTT-3.1.3-12]; of 3.1.1, [MQTT-3.1.3-4],
// [MQTT-3.1.3-10], [MQTT-3.1.3-11]. A password is bytes.
TEST(MqttConnect, ClientIdWillTopicAndUserNameAreUtf8) {
  const std::string bad = Text("\xFF");
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x02, bad)), kMalformed);
  EXPECT_EQ(
      Refusal(Version::k311, Connect311(0x06, Text("") + bad + Text("m"))),
      kMalformed);
  EXPECT_EQ(Refusal(Version::k311, Connect311(0x82, Text("") + bad)),
            kMalformed);
  EXPECT_EQ(
      Refusal(Version::k311, Connect311(0xC2, Text("") + Text("u") + bad)),
      ReasonCode::kSuccess);
}

TEST(MqttConnect, AWillIsPublishedToATopic) {
  for (const char* topic : {"", "a/+", "#"}) {
    const std::string will = Text(topic) + Text("m");
    EXPECT_EQ(Refusal(Version::k311, Connect311(0x06, Text("") + will)),
              ReasonCode::kTopicNameInvalid)
        << topic;
  }
}

// What a will may have, no CONNECT may have, and the other way round.
TEST(MqttConnect, PropertiesOfAWillAreNotThoseOfConnect) {
  const std::string delay = Hex("05 18 00 00 00 01");
  const std::string expiry = Hex("05 11 00 00 00 01");
  const std::string none = "\0"s;
  const std::string id = Text("");
  const std::string will = Text("w") + Text("m");
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x06, expiry + id + delay + will)),
            ReasonCode::kSuccess);
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x06, delay + id + none + will)),
            kMalformed);
  EXPECT_EQ(Refusal(Version::k5, Connect5(0x06, none + id + expiry + will)),
            kMalformed);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
