#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

// What a client sends with properties, by the letters of kSamples.
constexpr std::string_view kPlaces = "CWPARLMSUDX";

// A packet whose only properties are these.
std::string PacketWith(char place, std::string_view properties) {
  const std::string list = Length(properties.size()).append(properties);
  switch (place) {
    case 'C':
      return Packet(0x10, Text("MQTT") + "\5\2\0\0"s + list + Text(""));
    case 'W':
      return Packet(0x10, Text("MQTT") + "\5\6\0\0\0"s + Text("") + list +
                              Text("w") + Text("m"));
    case 'P':
      return Packet(0x30, Text("a") + list);
    case 'A':
      return Packet(0x40, "\0\1\x80"s + list);
    case 'R':
      return Packet(0x50, "\0\1\x80"s + list);
    case 'L':
      return Packet(0x62, "\0\1\0"s + list);
    case 'M':
      return Packet(0x70, "\0\1\0"s + list);
    case 'S':
      return Packet(0x82, "\0\1"s + list + Text("a") + "\0"s);
    case 'U':
      return Packet(0xA2, "\0\1"s + list + Text("a"));
    case 'D':
      return Packet(0xE0, "\0"s + list);
    default:
      return Packet(0xF0, "\x19" + list);
  }
}

// A property that is in its range, and where a client may send it: C is
// CONNECT, W a will, P PUBLISH, A PUBACK, R PUBREC, L PUBREL, M PUBCOMP,
// S SUBSCRIBE, U UNSUBSCRIBE, D DISCONNECT, X AUTH.
struct Sample {
  const char* digits;
  const char* places;
};
const std::map<unsigned, Sample> kSamples = {
    {0x01, {"01 01", "PW"}},
    {0x02, {"02 00 00 00 00", "PW"}},
    {0x03, {"03 00 01 61", "PW"}},
    {0x08, {"08 00 01 61", "PW"}},
    {0x09, {"09 00 01 00", "PW"}},
    {0x0B, {"0B 01", "S"}},  // Only servers have it in PUBLISH.
    {0x11, {"11 00 00 00 01", "CD"}},
    {0x12, {"12 00 01 61", ""}},
    {0x13, {"13 00 01", ""}},
    {0x15, {"15 00 01 61", "CX"}},
    {0x16, {"16 00 01 00 15 00 01 61", "CX"}},
    {0x17, {"17 01", "C"}},
    {0x18, {"18 00 00 00 00", "W"}},
    {0x19, {"19 00", "C"}},
    {0x1A, {"1A 00 01 61", ""}},
    {0x1C, {"1C 00 01 61", ""}},  // Only servers have it in DISCONNECT.
    {0x1F, {"1F 00 01 61", "ARLMDX"}},
    {0x21, {"21 00 01", "C"}},
    {0x22, {"22 00 00", "C"}},
    {0x23, {"23 00 01", "P"}},
    {0x24, {"24 01", ""}},
    {0x25, {"25 00", ""}},
    {0x26, {"26 00 00 00 00", "CWPARLMSUDX"}},
    {0x27, {"27 00 00 00 01", "C"}},
    {0x28, {"28 01", ""}},
    {0x29, {"29 01", ""}},
    {0x2A, {"2A 01", ""}},
};

bool IsOnlyForServers(unsigned id, char place) {
  return (id == 0x0B && place == 'P') || (id == 0x1C && place == 'D');
}

// An AUTH packet has no meaning without its method.
std::string WithMethod(char place, const std::string& properties) {
  const bool has_method = properties.find("\x15\0\1a"s) != std::string::npos;
  return place == 'X' && !has_method ? properties + "\x15\0\1a"s : properties;
}

TEST(MqttProperties, StandInThePacketsThatTheStandardNames) {
  for (const auto& [id, sample] : kSamples) {
    for (const char place : kPlaces) {
      const bool is_allowed =
          std::string_view(sample.places).find(place) != std::string::npos;
      const std::string packet =
          PacketWith(place, WithMethod(place, Hex(sample.digits)));
      const ReasonCode expected = is_allowed ? ReasonCode::kSuccess
                                  : IsOnlyForServers(id, place)
                                      ? ReasonCode::kProtocolError
                                      : ReasonCode::kMalformedPacket;
      EXPECT_EQ(Refusal(Version::k5, packet), expected) << id << place;
    }
  }
}

TEST(MqttProperties, OthersThanTheStandardsDoNotExist) {
  for (unsigned id = 0; id < 128; ++id) {
    if (kSamples.contains(id)) continue;
    for (const char place : kPlaces) {
      const std::string property(6, static_cast<char>(id));
      EXPECT_EQ(Refusal(Version::k5, PacketWith(place, property)),
                ReasonCode::kMalformedPacket)
          << id << place;
    }
  }
  // An id of two bytes.
  EXPECT_EQ(Refusal(Version::k5, PacketWith('P', Hex("81 01 00"))),
            ReasonCode::kMalformedPacket);
}

TEST(MqttProperties, StandOnceButForUserProperties) {
  for (const auto& [id, sample] : kSamples) {
    for (const char place : std::string_view(sample.places)) {
      const std::string twice = Hex(sample.digits) + Hex(sample.digits);
      EXPECT_EQ(
          Refusal(Version::k5, PacketWith(place, WithMethod(place, twice))),
          id == 0x26 ? ReasonCode::kSuccess : ReasonCode::kProtocolError)
          << id << place;
    }
  }
}

TEST(MqttProperties, HaveValuesInTheirRange) {
  struct Example {
    char place;
    const char* digits;
    ReasonCode expected;
  };
  constexpr auto kGood = ReasonCode::kSuccess;
  constexpr auto kBad = ReasonCode::kProtocolError;
  constexpr Example kExamples[] = {
      {'P', "01 00", kGood},
      {'P', "01 02", kBad},
      {'W', "01 FF", kBad},
      {'S', "0B 00", kBad},
      {'S', "0B FF FF FF 7F", kGood},
      {'C', "17 02", kBad},
      {'C', "19 02", kBad},
      {'C', "21 00 00", kBad},
      {'C', "21 FF FF", kGood},
      {'C', "27 00 00 00 00", kBad},
      {'C', "27 FF FF FF FF", kGood},
      {'C', "11 FF FF FF FF", kGood},
      {'W', "18 FF FF FF FF", kGood},
      {'P', "23 FF FF", kGood},
      {'P', "23 00 00", ReasonCode::kTopicAliasInvalid},
  };
  for (const Example& each : kExamples) {
    EXPECT_EQ(Refusal(Version::k5, PacketWith(each.place, Hex(each.digits))),
              each.expected)
        << each.place << each.digits;
  }
}

// [MQTT-1.5.5-1]
TEST(MqttProperties, OverlongIntegersAreMalformed) {
  // A subscription identifier, then an id, then the list's length.
  EXPECT_EQ(Refusal(Version::k5, PacketWith('S', Hex("0B 81 00"))),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, PacketWith('S', Hex("8B 00 01"))),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, Hex("30 05 00 01 61 80 00")),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, PacketWith('S', Hex("0B FF FF FF FF 01"))),
            ReasonCode::kMalformedPacket);
}

TEST(MqttProperties, AListThatIsLongerThanThePacketIsMalformed) {
  for (const char* digits : {"30 04 00 01 61 01", "30 04 00 01 61 7F",
                             "30 03 00 01 61", "30 07 00 01 61 FF FF FF 7F"}) {
    EXPECT_EQ(Refusal(Version::k5, Hex(digits)), ReasonCode::kMalformedPacket)
        << digits;
  }
}

TEST(MqttProperties, APropertyThatIsLongerThanItsListIsMalformed) {
  // The payload would complete it.
  EXPECT_EQ(Refusal(Version::k5, Hex("30 09 00 01 61 02 02 00 00 00 00")),
            ReasonCode::kMalformedPacket);
  EXPECT_EQ(Refusal(Version::k5, Hex("30 08 00 01 61 03 03 00 01 61")),
            ReasonCode::kMalformedPacket);
}

TEST(MqttProperties, AuthenticationDataNeedsAMethod) {
  const std::string data = Hex("16 00 01 00");
  EXPECT_EQ(Refusal(Version::k5, PacketWith('C', data)),
            ReasonCode::kProtocolError);
  EXPECT_EQ(Refusal(Version::k5, PacketWith('X', data)),
            ReasonCode::kProtocolError);
}

// [MQTT-1.5.7-1]
TEST(MqttProperties, UserPropertiesAreUtf8) {
  EXPECT_EQ(
      Refusal(Version::k5, PacketWith('P', "\x26" + Text("\xFF") + Text("v"))),
      ReasonCode::kMalformedPacket);
  EXPECT_EQ(
      Refusal(Version::k5, PacketWith('P', "\x26" + Text("n") + Text("\0"s))),
      ReasonCode::kMalformedPacket);
}

// [MQTT-3.3.2-18]
TEST(MqttProperties, UserPropertiesKeepTheirOrderBetweenOthers) {
  const std::string bytes = PacketWith(
      'P', Hex("01 01 26 0001 61 0001 62 09 0002 26 26 26 0001 61 0000"
               "23 0001 26 0000 0001 63 03 0001 26"));
  const auto publish = Get<Publish>(Version::k5, bytes);
  std::vector<std::pair<std::string_view, std::string_view>> read;
  for (const UserProperty& each : publish.properties.user_properties) {
    read.emplace_back(each.name, each.value);
  }
  using Pairs = decltype(read);
  EXPECT_EQ(read, (Pairs{{"a", "b"}, {"a", ""}, {"", "c"}}));
  EXPECT_EQ(publish.properties.content_type, "&");
}

TEST(MqttProperties, WithoutUserPropertiesThereAreNone) {
  const std::string bytes = PacketWith('P', Hex("01 01 23 00 01"));
  const auto publish = Get<Publish>(Version::k5, bytes);
  EXPECT_TRUE(publish.properties.user_properties.empty());
  EXPECT_TRUE(UserProperties().empty());
}

// Processor time to read a packet of `count` user properties and each of them:
// the shortest of some, which other programs disturb least.
std::clock_t ReadingTime(std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += "\x26\0\0\0\0"s;
  const std::string bytes = PacketWith('P', list);
  std::clock_t shortest = std::numeric_limits<std::clock_t>::max();
  for (int attempt = 0; attempt < 5; ++attempt) {
    const std::clock_t begin = std::clock();
    const auto publish = Get<Publish>(Version::k5, bytes);
    std::size_t found = 0;
    for (const UserProperty& each : publish.properties.user_properties) {
      found += each.name.empty() ? 1 : 0;
    }
    shortest = std::min(shortest, std::clock() - begin);
    EXPECT_EQ(found, count);
  }
  return shortest;
}

TEST(MqttProperties, AFloodOfUserPropertiesIsReadInLinearTime) {
  // 16 times as many take 16 times as long; were it quadratic, 256 times.
  EXPECT_LT(ReadingTime(160000), ReadingTime(10000) * 64);
}

TEST(MqttProperties, PacketsOf311HaveNone) {
  const std::string bytes = Packet(0x30, Text("a") + Hex("02 01 01"));
  const auto publish = Get<Publish>(Version::k311, bytes);
  EXPECT_FALSE(publish.properties.payload_format);
  EXPECT_EQ(publish.payload, Hex("02 01 01"));
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
