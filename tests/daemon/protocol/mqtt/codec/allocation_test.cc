// Reading packets takes nothing from the heap.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/names/topic.h"
#include "tests/daemon/protocol/mqtt/codec/golden_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::daemon::mqtt {
namespace {

using namespace std::string_literals;

// A packet with many user properties, and one with many filters.
std::vector<std::string> Floods() {
  std::string list;
  std::string filters;
  for (int i = 0; i < 50000; ++i) {
    list += "\x26\0\1k\0\1v"s;
    filters += Text("a/+/b/#") + "\1";
  }
  return {Packet(0x30, Text("a") + Length(list.size()) + list),
          Packet(0x82, "\0\1\0"s + filters)};
}

std::size_t ReadLists(const Decoded& decoded) {
  const auto& packet = std::get<ClientPacket>(decoded);
  std::size_t count = 0;
  if (const auto* publish = std::get_if<Publish>(&packet)) {
    for (const UserProperty& each : publish->properties.user_properties) {
      count += each.name.size();
    }
  } else if (const auto* subscribe = std::get_if<Subscribe>(&packet)) {
    for (const Subscription& each : subscribe->subscriptions) {
      count += protocol::Matches(each.filter, "a/x/b") ? 1 : 0;
    }
  }
  return count;
}

TEST(MqttAllocation, DoesNotHappenWhileReading) {
  std::vector<std::pair<Version, std::string>> packets;
  for (const GoldenPacket& golden : kClientPackets) {
    packets.emplace_back(golden.version, Hex(golden.hex));
  }
  for (std::string& flood : Floods()) {
    packets.emplace_back(Version::k5, std::move(flood));
  }
  std::size_t read = 0;
  const std::uint64_t before = HeapAllocations();
  for (const auto& [version, bytes] : packets) {
    read += ReadLists(Decode(version, bytes));
  }
  const std::uint64_t after = HeapAllocations();
  EXPECT_EQ(after, before);
  EXPECT_GT(read, 100000u);
}

TEST(MqttAllocation, DoesNotHappenWhileRefusing) {
  std::vector<std::string> packets;
  for (const GoldenPacket& golden : kClientPackets) {
    std::string bytes = Hex(golden.hex);
    if (bytes.size() < 3) continue;
    bytes.pop_back();
    packets.push_back(Packet(static_cast<unsigned char>(bytes[0]),
                             std::string_view(bytes).substr(2)));
  }
  std::size_t refused = 0;
  const std::uint64_t before = HeapAllocations();
  for (const std::string& bytes : packets) {
    refused += Refusal(Version::k5, bytes) == ReasonCode::kSuccess ? 0 : 1;
  }
  const std::uint64_t after = HeapAllocations();
  EXPECT_EQ(after, before);
  EXPECT_GT(refused, 10u);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
