// Strings of packets, as a topic shows them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

constexpr Version kVersions[] = {Version::k311, Version::k5};

std::string PublishTo(Version version, std::string_view topic) {
  return Packet(0x30, Text(topic) + (version == Version::k5 ? "\0"s : ""s));
}

// [MQTT-1.5.4-1]; of 3.1.1, [MQTT-1.5.3-1]
TEST(MqttString, IsWellFormedUtf8) {
  const std::vector<std::string> malformed = {
      "\x80",              // A continuation alone.
      "a\xC3",             // Cut short.
      "\xC1\xBF",          // Overlong.
      "\xE0\x9F\xBF",      // Overlong.
      "\xED\xA0\x80",      // U+D800.
      "\xED\xBF\xBF",      // U+DFFF.
      "\xF4\x90\x80\x80",  // Past U+10FFFF.
      "\xFF"};
  for (const Version version : kVersions) {
    for (const std::string& text : malformed) {
      EXPECT_EQ(Refusal(version, PublishTo(version, text)),
                ReasonCode::kMalformedPacket);
    }
  }
}

// [MQTT-1.5.4-2]; of 3.1.1, [MQTT-1.5.3-2]
TEST(MqttString, HasNoU0000) {
  for (const Version version : kVersions) {
    for (const std::string& text : {"\0"s, "a\0"s, "\0a"s}) {
      EXPECT_EQ(Refusal(version, PublishTo(version, text)),
                ReasonCode::kMalformedPacket);
    }
  }
}

TEST(MqttString, MayHaveControlsAndNonCharacters) {
  for (const Version version : kVersions) {
    for (const char* text : {"\x01", "\x1F\x7F", "\xC2\x9F", "\xEF\xBF\xBF",
                             "\xEF\xB7\x90", "\xF4\x8F\xBF\xBF"}) {
      EXPECT_EQ(Refusal(version, PublishTo(version, text)),
                ReasonCode::kSuccess);
    }
  }
}

// [MQTT-1.5.4-3]; of 3.1.1, [MQTT-1.5.3-3]
TEST(MqttString, KeepsAByteOrderMark) {
  for (const Version version : kVersions) {
    const std::string bytes = PublishTo(version,
                                        "\xEF\xBB\xBF"
                                        "a");
    EXPECT_EQ(Get<Publish>(version, bytes).topic,
              "\xEF\xBB\xBF"
              "a");
  }
}

TEST(MqttString, HasUpTo65535Bytes) {
  const std::string topic(65535, 'a');
  for (const Version version : kVersions) {
    const std::string bytes = PublishTo(version, topic);
    EXPECT_EQ(Get<Publish>(version, bytes).topic, topic);
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
