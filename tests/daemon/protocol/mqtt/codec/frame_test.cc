#include <gtest/gtest.h>

#include <array>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kNoMaximum = 1 << 29;

using ReadFrameResult = std::variant<std::monostate, Frame, DecodeError>;

ReasonCode FrameRefusal(std::string_view received,
                        std::size_t maximum_bytes = kNoMaximum) {
  const ReadFrameResult read = ReadFrame(received, maximum_bytes);
  const auto* error = std::get_if<DecodeError>(&read);
  return error == nullptr ? ReasonCode::kSuccess : error->reason;
}

TEST(MqttFrame, KnowsTheLengthBeforeTheBodyIsThere) {
  const auto frame = std::get<Frame>(ReadFrame(Hex("3A 80 01"), kNoMaximum));
  EXPECT_EQ(frame.type, PacketType::kPublish);
  EXPECT_EQ(frame.flags, 0x0A);
  EXPECT_EQ(frame.header_bytes, 3u);
  EXPECT_EQ(frame.body_bytes, 128u);
  EXPECT_EQ(frame.bytes(), 131u);
}

TEST(MqttFrame, NeedsMoreBytesWhileTheLengthIsNotWhole) {
  for (const char* digits : {"", "30", "30 80", "30 FF FF", "30 FF FF FF"}) {
    EXPECT_TRUE(std::holds_alternative<std::monostate>(
        ReadFrame(Hex(digits), kNoMaximum)))
        << digits;
  }
}

TEST(MqttFrame, LengthsHaveOneToFourBytes) {
  struct Example {
    const char* digits;
    std::size_t body_bytes;
  };
  constexpr std::array kExamples = {
      Example{"30 00", 0},
      Example{"30 7F", 127},
      Example{"30 80 01", 128},
      Example{"30 FF 7F", 16383},
      Example{"30 80 80 01", 16384},
      Example{"30 FF FF 7F", 2097151},
      Example{"30 80 80 80 01", 2097152},
      Example{"30 FF FF FF 7F", 268435455},
  };
  for (const Example& each : kExamples) {
    const auto frame = std::get<Frame>(ReadFrame(Hex(each.digits), kNoMaximum));
    EXPECT_EQ(frame.body_bytes, each.body_bytes) << each.digits;
  }
}

TEST(MqttFrame, ALengthOfFiveBytesIsMalformed) {
  EXPECT_EQ(FrameRefusal(Hex("30 80 80 80 80")), ReasonCode::kMalformedPacket);
  EXPECT_EQ(FrameRefusal(Hex("30 FF FF FF FF 01")),
            ReasonCode::kMalformedPacket);
}

// [MQTT-1.5.5-1]
TEST(MqttFrame, ALengthThatIsLongerThanItNeedsToBeIsMalformed) {
  for (const char* digits :
       {"30 80 00", "30 81 00", "30 FF 80 00", "30 80 80 80 00"}) {
    EXPECT_EQ(FrameRefusal(Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
  }
}

TEST(MqttFrame, APacketLongerThanTheMaximumIsTooLarge) {
  EXPECT_EQ(FrameRefusal(Hex("30 0A"), 12), ReasonCode::kSuccess);
  EXPECT_EQ(FrameRefusal(Hex("30 0B"), 12), ReasonCode::kPacketTooLarge);
  EXPECT_EQ(FrameRefusal(Hex("10 FF FF FF 7F"), 4096),
            ReasonCode::kPacketTooLarge);
}

TEST(MqttFrame, PacketsThatOnlyServersSendAreAProtocolError) {
  for (const char* digits : {"20", "90", "B0", "D0", "2F"}) {
    EXPECT_EQ(FrameRefusal(Hex(digits)), ReasonCode::kProtocolError) << digits;
  }
}

TEST(MqttFrame, APacketOfType0IsMalformed) {
  EXPECT_EQ(FrameRefusal(Hex("00 00")), ReasonCode::kMalformedPacket);
  EXPECT_EQ(FrameRefusal(Hex("0F")), ReasonCode::kMalformedPacket);
}

// [MQTT-2.1.3-1], [MQTT-3.8.1-1], [MQTT-3.10.1-1], [MQTT-3.6.1-1],
// [MQTT-3.14.1-1], [MQTT-3.15.1-1]; of 3.1.1, [MQTT-2.2.2-1] and [MQTT-2.2.2-2]
TEST(MqttFrame, ReservedFlagsHaveOneValue) {
  for (unsigned type = 1; type < 16; ++type) {
    if (type == 2 || type == 9 || type == 11 || type == 13) continue;
    if (type == 3) continue;  // Has flags of its own.
    const unsigned wanted = type == 6 || type == 8 || type == 10 ? 2 : 0;
    for (unsigned flags = 0; flags < 16; ++flags) {
      const std::string first(1, static_cast<char>(type * 16 + flags));
      EXPECT_EQ(FrameRefusal(first), flags == wanted
                                         ? ReasonCode::kSuccess
                                         : ReasonCode::kMalformedPacket)
          << type << " " << flags;
    }
  }
}

// [MQTT-3.3.1-4]
TEST(MqttFrame, APublishHasNoQoS3) {
  for (const char* digits : {"36", "37", "3E", "3F"}) {
    EXPECT_EQ(FrameRefusal(Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
  }
}

// [MQTT-3.3.1-2]
TEST(MqttFrame, APublishOfQoS0IsNoDuplicate) {
  EXPECT_EQ(FrameRefusal(Hex("38")), ReasonCode::kMalformedPacket);
  EXPECT_EQ(FrameRefusal(Hex("39")), ReasonCode::kMalformedPacket);
  EXPECT_EQ(FrameRefusal(Hex("3A")), ReasonCode::kSuccess);
}

TEST(MqttFrame, PingRequestAndDisconnectOf311HaveNoBody) {
  EXPECT_EQ(Refusal(Version::k311, Hex("C0 00")), ReasonCode::kSuccess);
  EXPECT_EQ(Refusal(Version::k5, Hex("C0 01 00")),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k311, Hex("E0 01 00")),
            ReasonCode::kMalformedPacket);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
