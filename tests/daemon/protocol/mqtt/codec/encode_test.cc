#include "daemon/protocol/mqtt/codec/encode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory_resource>
#include <new>
#include <string>

#include "tests/daemon/protocol/mqtt/codec/client_decoder.h"
#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr auto k311 = Version::k311;
constexpr auto k5 = Version::k5;

std::string Encoded(Version version, const ConnectAcknowledgement& packet) {
  Output out;
  EncodeConnectAcknowledgement(version, packet, out);
  return std::string(out);
}
std::string Encoded(Version version, const Publish& packet) {
  Output out;
  EncodePublish(version, packet, out);
  EXPECT_EQ(out.size(), EncodedBytes(version, packet));
  return std::string(out);
}
std::string Encoded(Version version, const Acknowledgement& packet) {
  Output out;
  EncodeAcknowledgement(version, packet, out);
  return std::string(out);
}
std::string Encoded(const Disconnect& packet) {
  Output out;
  EncodeDisconnect(packet, out);
  return std::string(out);
}

TEST(MqttEncode, ConnectAcknowledgementOf311) {
  EXPECT_EQ(Encoded(k311, ConnectAcknowledgement{}), Hex("20 02 00 00"));
  EXPECT_EQ(
      Encoded(k311, ConnectAcknowledgement{true, ReasonCode::kSuccess, {}}),
      Hex("20 02 01 00"));
}

TEST(MqttEncode, ConnectAcknowledgementOf5AlwaysHasAPropertyLength) {
  EXPECT_EQ(Encoded(k5, ConnectAcknowledgement{}), Hex("20 03 00 00 00"));
}

TEST(MqttEncode, ConnectAcknowledgementHasEveryPropertyOfAServer) {
  ConnectAcknowledgement packet;
  Properties& properties = packet.properties;
  properties.session_expiry_seconds = 3600;
  properties.assigned_client_id = "c";
  properties.server_keep_alive_seconds = 60;
  properties.authentication_method = "m";
  properties.authentication_data = std::string_view("\0", 1);
  properties.response_information = "i";
  properties.server_reference = "s";
  properties.reason = "r";
  properties.receive_maximum = 20;
  properties.topic_alias_maximum = 10;
  properties.maximum_qos = 1;
  properties.retain_available = true;
  properties.maximum_packet_bytes = 65536;
  properties.wildcard_available = true;
  properties.subscription_identifiers_available = true;
  properties.shared_available = false;
  const ServerPacket read = ReadAsClient(k5, Encoded(k5, packet));
  EXPECT_THAT(
      read.properties,
      ElementsAre(
          Pair(0x11, Hex("00000E10")), Pair(0x12, "c"), Pair(0x13, Hex("003C")),
          Pair(0x15, "m"), Pair(0x16, "\0"s), Pair(0x1A, "i"), Pair(0x1C, "s"),
          Pair(0x1F, "r"), Pair(0x21, Hex("0014")), Pair(0x22, Hex("000A")),
          Pair(0x24, "\1"), Pair(0x25, "\1"), Pair(0x27, Hex("00010000")),
          Pair(0x28, "\1"), Pair(0x29, "\1"), Pair(0x2A, "\0"s)));
}

// [MQTT-3.2.2-6]; of 3.1.1, [MQTT-3.2.2-4]
TEST(MqttEncode, ARefusalHasNoSession) {
  const ConnectAcknowledgement packet = {.is_session_present = true,
                                         .reason = ReasonCode::kNotAuthorized,
                                         .properties = {}};
  EXPECT_EQ(Encoded(k311, packet), Hex("20 02 00 05"));
  EXPECT_EQ(Encoded(k5, packet), Hex("20 03 00 87 00"));
}

// [MQTT-3.1.2-2], [MQTT-3.1.3-8], [MQTT-3.2.2-6] of 3.1.1
TEST(MqttEncode, ReasonsHaveAReturnCodeOf311OrAreNotTold) {
  struct Example {
    ReasonCode reason;
    const char* digits;
  };
  constexpr std::array kExamples = {
      Example{ReasonCode::kUnsupportedProtocolVersion, "20 02 00 01"},
      Example{ReasonCode::kClientIdNotValid, "20 02 00 02"},
      Example{ReasonCode::kServerUnavailable, "20 02 00 03"},
      Example{ReasonCode::kServerBusy, "20 02 00 03"},
      Example{ReasonCode::kBadUserNameOrPassword, "20 02 00 04"},
      Example{ReasonCode::kBanned, "20 02 00 05"},
      Example{ReasonCode::kMalformedPacket, ""},
      Example{ReasonCode::kProtocolError, ""}};
  for (const Example& each : kExamples) {
    const ConnectAcknowledgement packet = {
        .is_session_present = false, .reason = each.reason, .properties = {}};
    EXPECT_EQ(Encoded(k311, packet), Hex(each.digits)) << each.digits;
  }
}

TEST(MqttEncode, APublishOf311IsWhatWasRead) {
  const std::string bytes = Hex(kPublish311);
  const auto publish = Get<Publish>(k311, bytes);
  EXPECT_EQ(Encoded(k311, publish), bytes);
}

TEST(MqttEncode, APublishOf5HasTheSameBytesWhereItsPropertiesStandInOrder) {
  const std::string bytes = Hex(kPublish5);
  const auto publish = Get<Publish>(k5, bytes);
  const std::string encoded = Encoded(k5, publish);
  EXPECT_EQ(encoded, bytes);
  EXPECT_EQ(encoded.size(), 54u);
}

// [MQTT-3.3.4-3] to [MQTT-3.3.4-5], [MQTT-3.3.2-17], [MQTT-3.3.2-18]
TEST(MqttEncode, APublishNamesItsSubscriptionsBeforeTheUserProperties) {
  const std::string bytes = Hex(kPublish5);
  auto publish = Get<Publish>(k5, bytes);
  constexpr std::uint32_t kIds[] = {1, 268435455};
  publish.subscription_ids = kIds;
  const ServerPacket read = ReadAsClient(k5, Encoded(k5, publish));
  EXPECT_EQ(read.topic, "a/b");
  EXPECT_EQ(read.packet_id, 256u);
  EXPECT_EQ(read.payload, "hi");
  EXPECT_THAT(read.properties,
              ElementsAre(Pair(0x01, "\1"), Pair(0x02, Hex("0000001E")),
                          Pair(0x03, "text"), Pair(0x08, "r/t"),
                          Pair(0x09, "\1\2"), Pair(0x23, Hex("0005")),
                          Pair(0x0B, "1"), Pair(0x0B, "268435455"),
                          Pair(0x26, "k=v"), Pair(0x26, "k=w")));
}

TEST(MqttEncode, APublishOf5IsSentTo311WithoutItsProperties) {
  const std::string bytes = Hex(kPublish5);
  auto publish = Get<Publish>(k5, bytes);
  constexpr std::uint32_t kIds[] = {1};
  publish.subscription_ids = kIds;
  const ServerPacket read = ReadAsClient(k311, Encoded(k311, publish));
  EXPECT_EQ(read.payload, "hi");
}

// [MQTT-2.2.1-2], [MQTT-3.3.1-2]
TEST(MqttEncode, APublishOfQoS0HasNoPacketId) {
  Publish publish;
  publish.topic = "a";
  publish.payload = "p";
  EXPECT_EQ(Encoded(k311, publish), Hex("30 04 0001 61 70"));
  EXPECT_EQ(Encoded(k5, publish), Hex("30 05 0001 61 00 70"));
}

TEST(MqttEncode, LengthsTakeAsManyBytesAsTheyNeed) {
  for (const std::size_t body_bytes :
       {std::size_t{127}, std::size_t{128}, std::size_t{16383},
        std::size_t{16384}, std::size_t{2097151}, std::size_t{2097152}}) {
    const std::string payload(body_bytes - 3, 'x');
    Publish publish;
    publish.topic = "a";
    publish.payload = payload;
    const std::string encoded = Encoded(k311, publish);
    EXPECT_EQ(encoded, Packet(0x30, Text("a") + payload));
    EXPECT_EQ(ReadAsClient(k311, encoded).payload.size(), payload.size());
  }
}

TEST(MqttEncode, AcknowledgementsOf311AreAPacketId) {
  using enum PacketType;
  const auto encoded = [](PacketType type) {
    return Encoded(
        k311, Acknowledgement{type, 0x0107, ReasonCode::kQuotaExceeded, {}});
  };
  EXPECT_EQ(encoded(kPublishAcknowledgement), Hex("40 02 01 07"));
  EXPECT_EQ(encoded(kPublishReceived), Hex("50 02 01 07"));
  EXPECT_EQ(encoded(kPublishRelease), Hex("62 02 01 07"));
  EXPECT_EQ(encoded(kPublishComplete), Hex("70 02 01 07"));
}

// [MQTT-2.2.2-1]
TEST(MqttEncode, AcknowledgementsOf5LeaveOutWhatSaysNothing) {
  Acknowledgement packet = {
      PacketType::kPublishAcknowledgement, 7, ReasonCode::kSuccess, {}};
  EXPECT_EQ(Encoded(k5, packet), Hex("40 02 00 07"));
  packet.reason = ReasonCode::kNoMatchingSubscribers;
  EXPECT_EQ(Encoded(k5, packet), Hex("40 03 00 07 10"));
  packet.properties.reason = "r";
  EXPECT_EQ(Encoded(k5, packet), Hex("40 08 00 07 10 04 1F 0001 72"));
  packet.reason = ReasonCode::kSuccess;
  EXPECT_EQ(Encoded(k5, packet), Hex("40 08 00 07 00 04 1F 0001 72"));
}

TEST(MqttEncode, AcknowledgementsAreWhatWasRead) {
  for (const std::string_view golden :
       {kPublishAcknowledgement5, kPublishReceived5, kPublishComplete5}) {
    const std::string bytes = Hex(golden);
    EXPECT_EQ(Encoded(k5, Get<Acknowledgement>(k5, bytes)), bytes);
  }
}

// [MQTT-3.9.3-1], [MQTT-3.9.3-2]; of 3.1.1 the same, where 0x80 is the only
// error.
TEST(MqttEncode, ASubscribeIsAcknowledgedFilterByFilter) {
  constexpr ReasonCode kCodes[] = {
      ReasonCode::kSuccess, ReasonCode::kGrantedQoS2, ReasonCode::kGrantedQoS1,
      ReasonCode::kNotAuthorized};
  Output out;
  EncodeSubscribeAcknowledgement(k311, 10, kCodes, out);
  EXPECT_EQ(std::string_view(out), Hex("90 06 00 0A 00 02 01 80"));
  out.clear();
  EncodeSubscribeAcknowledgement(k5, 10, kCodes, out);
  EXPECT_EQ(std::string_view(out), Hex("90 07 00 0A 00 00 02 01 87"));
  EXPECT_THAT(ReadAsClient(k5, out).codes, ElementsAre(0, 2, 1, 0x87));
}

// [MQTT-3.11.3-1], [MQTT-3.11.3-2]
TEST(MqttEncode, AnUnsubscribeIsAcknowledgedFilterByFilterIn5) {
  constexpr ReasonCode kCodes[] = {ReasonCode::kSuccess,
                                   ReasonCode::kNoSubscriptionExisted};
  Output out;
  EncodeUnsubscribeAcknowledgement(k311, 11, kCodes, out);
  EXPECT_EQ(std::string_view(out), Hex("B0 02 00 0B"));
  out.clear();
  EncodeUnsubscribeAcknowledgement(k5, 11, kCodes, out);
  EXPECT_EQ(std::string_view(out), Hex("B0 05 00 0B 00 00 11"));
  EXPECT_THAT(ReadAsClient(k5, out).codes, ElementsAre(0, 0x11));
}

TEST(MqttEncode, APingIsAnsweredWithTwoBytes) {
  Output out;
  EncodePingResponse(out);
  EXPECT_EQ(std::string_view(out), Hex("D0 00"));
  EXPECT_THAT(ReadAsClient(k5, out).codes, IsEmpty());
}

TEST(MqttEncode, ADisconnectLeavesOutWhatSaysNothing) {
  Disconnect packet;
  EXPECT_EQ(Encoded(packet), Hex("E0 00"));
  packet.reason = ReasonCode::kServerShuttingDown;
  EXPECT_EQ(Encoded(packet), Hex("E0 01 8B"));
  packet.properties.reason = "bye";
  const ServerPacket read = ReadAsClient(k5, Encoded(packet));
  EXPECT_THAT(read.codes, ElementsAre(0x8B));
  EXPECT_THAT(read.properties, ElementsAre(Pair(0x1F, "bye")));
}

TEST(MqttEncode, UserPropertiesAreReadAsTheyWereWritten) {
  const std::string bytes = Hex(kPublish5);
  const auto publish = Get<Publish>(k5, bytes);
  Output out;
  EncodeUserProperties(publish.properties.user_properties, out);
  EXPECT_EQ(std::string_view(out),
            Hex("26 0001 6B 0001 76 26 0001 6B 0001 77"));
  std::string read;
  for (const UserProperty& each : UserProperties(out)) {
    read.append(each.name).append(each.value);
  }
  EXPECT_EQ(read, "kvkw");
}

TEST(MqttEncode, PacketsAreAppended) {
  Output out = "before";
  EncodePingResponse(out);
  EncodeDisconnect({}, out);
  EXPECT_EQ(std::string_view(out), "before" + Hex("D0 00 E0 00"));
}

// A packet takes memory once, before its first byte.
TEST(MqttEncode, WithoutMemoryNothingIsAppended) {
  const std::string bytes = Hex(kPublish5);
  const auto packet = Get<Publish>(k5, bytes);
  Output out("before", std::pmr::null_memory_resource());
  EXPECT_THROW(EncodePublish(k5, packet, out), std::bad_alloc);
  EXPECT_THROW(EncodeUserProperties(packet.properties.user_properties, out),
               std::bad_alloc);
  EXPECT_EQ(std::string_view(out), "before");
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
