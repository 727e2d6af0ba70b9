// Packets that are cut short, damaged, or made of what nobody sends: they are
// read without a crash, and nothing outside of them is read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>

#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kAnySize = 1 << 20;

// A copy in memory of its own size: a sanitizer sees what reads past it.
class Exactly {
 public:
  explicit Exactly(std::string_view bytes)
      : bytes_(std::make_unique<char[]>(bytes.size())), size_(bytes.size()) {
    std::ranges::copy(bytes, bytes_.get());
  }
  [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

// Reads the packet and all that its lists hold; returns how much that was.
std::size_t ReadWhole(Version version, std::string_view packet) {
  const auto frame = ReadFrame(packet, kAnySize);
  const auto* found = std::get_if<Frame>(&frame);
  if (found == nullptr || found->bytes() > packet.size()) return 0;
  const auto decoded = DecodePacket(
      version, *found, packet.substr(found->header_bytes, found->body_bytes));
  const auto* client = std::get_if<ClientPacket>(&decoded);
  if (client == nullptr) return 0;
  std::size_t bytes = 1;
  if (const auto* subscribe = std::get_if<Subscribe>(client)) {
    for (const Subscription& each : subscribe->subscriptions) {
      bytes += each.filter.size() + 1;
    }
  }
  if (const auto* publish = std::get_if<Publish>(client)) {
    for (const UserProperty& each : publish->properties.user_properties) {
      bytes += each.name.size() + each.value.size();
    }
  }
  return bytes;
}

TEST(MqttAnyBytes, EveryGoldenPacketIsAccepted) {
  for (const GoldenPacket& golden : kClientPackets) {
    EXPECT_EQ(Refusal(golden.version, Hex(golden.hex)), ReasonCode::kSuccess)
        << golden.name;
  }
}

TEST(MqttAnyBytes, OfEveryProperPrefixNoPacketIsWhole) {
  for (const GoldenPacket& golden : kClientPackets) {
    const std::string bytes = Hex(golden.hex);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const Exactly prefix(std::string_view(bytes).substr(0, size));
      const auto frame = ReadFrame(prefix.view(), kAnySize);
      if (const auto* found = std::get_if<Frame>(&frame)) {
        EXPECT_GT(found->bytes(), size) << golden.name;
      } else {
        EXPECT_TRUE(std::holds_alternative<std::monostate>(frame));
        EXPECT_LT(size, 2u) << golden.name;
      }
    }
  }
}

// A body that ends early is malformed wherever a field needs more. Where the
// standard lets the end of a packet be left out, or the rest is the payload,
// it is a packet of another content.
TEST(MqttAnyBytes, ABodyThatIsCutShortIsMalformedOrADifferentPacket) {
  for (const GoldenPacket& golden : kClientPackets) {
    const std::string bytes = Hex(golden.hex);
    const std::size_t header_bytes = bytes.size() < 130 ? 2 : 3;
    const std::string body = bytes.substr(header_bytes);
    std::size_t accepted = 0;
    for (std::size_t size = 0; size < body.size(); ++size) {
      const Exactly cut(Packet(static_cast<std::uint8_t>(bytes[0]),
                               std::string_view(body).substr(0, size)));
      const ReasonCode refusal = Refusal(golden.version, cut.view());
      accepted += refusal == ReasonCode::kSuccess ? 1 : 0;
    }
    EXPECT_LE(accepted, 2u) << golden.name;
  }
}

TEST(MqttAnyBytes, EveryByteCanHaveEveryValue) {
  for (const GoldenPacket& golden : kClientPackets) {
    const std::string bytes = Hex(golden.hex);
    std::size_t read = 0;
    for (std::size_t place = 0; place < bytes.size(); ++place) {
      for (unsigned value = 0; value < 256; ++value) {
        std::string damaged = bytes;
        damaged[place] = static_cast<char>(value);
        const Exactly packet(damaged);
        read += ReadWhole(Version::k311, packet.view());
        read += ReadWhole(Version::k5, packet.view());
      }
    }
    EXPECT_GT(read, 0u) << golden.name;
  }
}

TEST(MqttAnyBytes, RandomBodiesOfEveryTypeAreReadOrRefused) {
  std::mt19937 random(20190307);
  for (int round = 0; round < 20000; ++round) {
    std::string body(random() % 40, '\0');
    std::ranges::generate(
        body, [&random] { return static_cast<char>(random() % 48); });
    const Exactly packet(Packet(random() & 0xFFU, body));
    ReadWhole(Version::k311, packet.view());
    ReadWhole(Version::k5, packet.view());
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
