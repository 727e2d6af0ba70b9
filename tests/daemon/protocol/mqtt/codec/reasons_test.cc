// Acknowledgements, DISCONNECT and AUTH.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

// Every reason code that is accepted as the byte after `before`.
std::set<unsigned> AcceptedReasons(unsigned first_byte,
                                   const std::string& before,
                                   const std::string& after = "") {
  std::set<unsigned> accepted;
  for (unsigned code = 0; code < 256; ++code) {
    const std::string packet =
        Packet(first_byte, before + static_cast<char>(code) + after);
    const ReasonCode refusal = Refusal(Version::k5, packet);
    if (refusal == ReasonCode::kSuccess) {
      accepted.insert(code);
    } else {
      EXPECT_EQ(refusal, ReasonCode::kMalformedPacket) << code;
    }
  }
  return accepted;
}

TEST(MqttAcknowledgement, ReadsEveryKindOf311) {
  struct Example {
    const char* digits;
    PacketType type;
  };
  constexpr Example kExamples[] = {
      {"40 02 01 07", PacketType::kPublishAcknowledgement},
      {"50 02 01 07", PacketType::kPublishReceived},
      {"62 02 01 07", PacketType::kPublishRelease},
      {"70 02 01 07", PacketType::kPublishComplete}};
  for (const Example& each : kExamples) {
    const auto packet = Get<Acknowledgement>(Version::k311, Hex(each.digits));
    EXPECT_EQ(packet.type, each.type);
    EXPECT_EQ(packet.packet_id, 0x107);
    EXPECT_EQ(packet.reason, ReasonCode::kSuccess);
  }
}

TEST(MqttAcknowledgement, ReadsReasonAndPropertiesOf5) {
  const std::string bytes = Hex(kPublishAcknowledgement5);
  const auto packet = Get<Acknowledgement>(Version::k5, bytes);
  EXPECT_EQ(packet.packet_id, 7);
  EXPECT_EQ(packet.reason, ReasonCode::kQuotaExceeded);
  EXPECT_EQ(packet.properties.reason, "no");
  EXPECT_EQ(packet.properties.user_properties.begin()->name, "k");
}

TEST(MqttAcknowledgement, OmitsReasonOrPropertiesAtItsEnd) {
  const auto bare = Get<Acknowledgement>(Version::k5, Hex(kPublishComplete5));
  EXPECT_EQ(bare.reason, ReasonCode::kSuccess);
  const auto reason = Get<Acknowledgement>(Version::k5, Hex(kPublishReceived5));
  EXPECT_EQ(reason.reason, ReasonCode::kNoMatchingSubscribers);
}

// [MQTT-3.4.2-1], [MQTT-3.5.2-1]
TEST(MqttAcknowledgement, OfAReceiptHasTheReasonsOfAReceipt) {
  const std::set<unsigned> receipt = {0x00, 0x10, 0x80, 0x83, 0x87,
                                      0x90, 0x91, 0x97, 0x99};
  EXPECT_EQ(AcceptedReasons(0x40, "\0\1"s), receipt);
  EXPECT_EQ(AcceptedReasons(0x50, "\0\1"s), receipt);
}

// [MQTT-3.6.2-1], [MQTT-3.7.2-1]
TEST(MqttAcknowledgement, OfAReleaseIsSuccessOrPacketIdNotFound) {
  const std::set<unsigned> release = {0x00, 0x92};
  EXPECT_EQ(AcceptedReasons(0x62, "\0\1"s), release);
  EXPECT_EQ(AcceptedReasons(0x70, "\0\1"s), release);
}

TEST(MqttAcknowledgement, OfPacket0IsMalformed) {
  for (const unsigned first : {0x40u, 0x50u, 0x62u, 0x70u}) {
    EXPECT_EQ(Refusal(Version::k311, Packet(first, "\0\0"s)),
              ReasonCode::kMalformedPacket);
    EXPECT_EQ(Refusal(Version::k5, Packet(first, "\0\0"s)),
              ReasonCode::kMalformedPacket);
  }
}

TEST(MqttAcknowledgement, Of311HasNoReason) {
  EXPECT_EQ(Refusal(Version::k311, Hex("40 03 00 07 00")),
            ReasonCode::kMalformedPacket);
}

TEST(MqttAcknowledgement, EndsAfterItsProperties) {
  EXPECT_EQ(Refusal(Version::k5, Hex("40 05 00 07 00 00 00")),
            ReasonCode::kMalformedPacket);
}

TEST(MqttDisconnect, ReadsReasonAndPropertiesOf5) {
  const std::string bytes = Hex(kDisconnect5);
  const auto packet = Get<Disconnect>(Version::k5, bytes);
  EXPECT_EQ(packet.reason, ReasonCode::kDisconnectWithWill);
  EXPECT_EQ(packet.properties.session_expiry_seconds, 60u);
  EXPECT_EQ(packet.properties.reason, "no");
  const auto bare = Get<Disconnect>(Version::k5, Hex(kDisconnect311));
  EXPECT_EQ(bare.reason, ReasonCode::kSuccess);
}

// [MQTT-3.14.2-1]
TEST(MqttDisconnect, HasTheReasonsOfAClient) {
  const std::set<unsigned> disconnect = {0x00, 0x04, 0x80, 0x81, 0x82,
                                         0x83, 0x90, 0x93, 0x94, 0x95,
                                         0x96, 0x97, 0x98, 0x99};
  EXPECT_EQ(AcceptedReasons(0xE0, ""), disconnect);
}

TEST(MqttAuthenticate, ReadsMethodAndData) {
  const std::string bytes = Hex(kAuthenticate5);
  const auto packet = Get<Authenticate>(Version::k5, bytes);
  EXPECT_EQ(packet.reason, ReasonCode::kContinueAuthentication);
  EXPECT_EQ(packet.properties.authentication_method, "m");
  EXPECT_EQ(packet.properties.authentication_data, "d");
}

// [MQTT-3.15.2-1]: only a server succeeds.
TEST(MqttAuthenticate, ContinuesOrBeginsAgain) {
  const std::set<unsigned> accepted = {0x18, 0x19};
  EXPECT_EQ(AcceptedReasons(0xF0, "", Hex("04 15 00 01 6D")), accepted);
}

TEST(MqttAuthenticate, NamesAMethod) {
  EXPECT_EQ(Refusal(Version::k5, Hex("F0 02 18 00")),
            ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, Hex("F0 01 18")), ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, Hex("F0 00")), ReasonCode::kMalformedPacket);
}

TEST(MqttAuthenticate, DoesNotExistIn311) {
  EXPECT_EQ(Refusal(Version::k311, Hex("F0 00")), ReasonCode::kMalformedPacket);
}

TEST(MqttReason, HasTheStandardsName) {
  EXPECT_EQ(ToString(ReasonCode::kTopicNameInvalid), "topic name invalid");
  std::set<std::string_view> names;
  std::size_t known = 0;
  for (unsigned code = 0; code < 256; ++code) {
    const std::string_view name = ToString(static_cast<ReasonCode>(code));
    if (name == "unknown reason") continue;
    ++known;
    names.insert(name);
  }
  EXPECT_EQ(known, 43u);
  EXPECT_EQ(names.size(), known);
}

TEST(MqttReason, IsAnErrorFrom0x80On) {
  EXPECT_FALSE(IsError(ReasonCode::kReauthenticate));
  EXPECT_TRUE(IsError(ReasonCode::kUnspecifiedError));
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
