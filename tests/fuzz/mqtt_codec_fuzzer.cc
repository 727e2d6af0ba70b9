// Reads any bytes as packets of a client, in both versions. An accepted packet
// must keep its promises: its parts lie within the packet, its lists end, and a
// packet that a server sends on is read again with the same content.
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <string_view>

#include "daemon/protocol/mqtt/codec/decode.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "protocol/names/topic.h"

namespace {

namespace protocol = answerbox::protocol;

using namespace answerbox::daemon;
using namespace answerbox::daemon::mqtt;

constexpr std::size_t kMaxPacketBytes = 1 << 20;

void Check(bool condition) {
  if (!condition) std::abort();
}

// Reads one packet that must be complete. Aborts if it is refused.
ClientPacket ReadAgain(Version version, std::string_view encoded) {
  const auto read = ReadFrame(encoded, kMaxPacketBytes * 2);
  const auto* frame = std::get_if<Frame>(&read);
  Check(frame != nullptr && frame->bytes() == encoded.size());
  const auto decoded =
      DecodePacket(version, *frame, encoded.substr(frame->header_bytes));
  Check(std::holds_alternative<ClientPacket>(decoded));
  return std::get<ClientPacket>(decoded);
}

std::size_t CheckUserProperties(const UserProperties& properties) {
  std::size_t count = 0;
  std::size_t encoded_bytes = 0;
  for (const UserProperty& each : properties) {
    ++count;
    encoded_bytes += 5 + each.name.size() + each.value.size();
  }
  Check((count == 0) == properties.empty());
  Output encoded;
  EncodeUserProperties(properties, encoded);
  Check(encoded.size() == encoded_bytes);
  return count;
}

void CheckPacket(Version, const Connect& connect, std::size_t packet_bytes) {
  Check(connect.client_id.size() < packet_bytes);
  CheckUserProperties(connect.properties.user_properties);
  Check(connect.version == Version::k5 || !connect.password ||
        connect.user_name);
  if (!connect.will) return;
  Check(protocol::IsTopicName(connect.will->topic));
  CheckUserProperties(connect.will->properties.user_properties);
}

void CheckPacket(Version version, const Publish& publish,
                 std::size_t packet_bytes) {
  Check(publish.payload.size() < packet_bytes);
  Check((publish.qos == QoS::kAtMostOnce) == (publish.packet_id == 0));
  Check(protocol::IsTopicName(publish.topic) ||
        (publish.topic.empty() && publish.properties.topic_alias));
  Output encoded;
  EncodePublish(version, publish, encoded);
  Check(encoded.size() == EncodedBytes(version, publish));
  // The same bytes, except for the order of properties.
  Check(encoded.size() == packet_bytes);
  const auto again = std::get<Publish>(ReadAgain(version, encoded));
  Check(again.topic == publish.topic && again.payload == publish.payload);
  Check(CheckUserProperties(again.properties.user_properties) ==
        CheckUserProperties(publish.properties.user_properties));
}

void CheckPacket(Version version, const Acknowledgement& packet,
                 std::size_t packet_bytes) {
  Output encoded;
  EncodeAcknowledgement(version, packet, encoded);
  Check(encoded.size() <= packet_bytes);
  const auto again = std::get<Acknowledgement>(ReadAgain(version, encoded));
  Check(again.packet_id == packet.packet_id && again.reason == packet.reason);
  CheckUserProperties(packet.properties.user_properties);
}

void CheckFilters(Version version, const SubscriptionList& list,
                  std::size_t packet_bytes) {
  std::size_t count = 0;
  for (const Subscription& each : list) {
    ++count;
    Check(each.filter.size() < packet_bytes);
    const auto shared = version == Version::k5
                            ? protocol::ReadSharedFilter(each.filter)
                            : std::nullopt;
    const std::string_view filter = shared ? shared->filter : each.filter;
    Check(protocol::IsTopicFilter(filter));
    // A filter without wildcards is a topic, and must match it.
    Check(!protocol::IsTopicName(filter) || protocol::Matches(filter, filter));
  }
  Check(count > 0 && count == list.size() && count < packet_bytes);
}

void CheckPacket(Version version, const Subscribe& subscribe,
                 std::size_t packet_bytes) {
  CheckFilters(version, subscribe.subscriptions, packet_bytes);
}

void CheckPacket(Version version, const Unsubscribe& unsubscribe,
                 std::size_t packet_bytes) {
  CheckFilters(version, unsubscribe.filters, packet_bytes);
}

void CheckPacket(Version, const PingRequest&, std::size_t packet_bytes) {
  Check(packet_bytes == 2);
}

void CheckPacket(Version version, const Disconnect& packet,
                 std::size_t packet_bytes) {
  if (version == Version::k311) return;
  Output encoded;
  EncodeDisconnect(packet, encoded);
  Check(encoded.size() <= packet_bytes);
  const auto again = std::get<Disconnect>(ReadAgain(version, encoded));
  Check(again.reason == packet.reason);
}

void CheckPacket(Version version, const Authenticate& packet, std::size_t) {
  Check(version == Version::k5 && packet.properties.authentication_method);
}

void ReadPackets(Version version, std::string_view received) {
  for (;;) {
    const auto read = ReadFrame(received, kMaxPacketBytes);
    const auto* frame = std::get_if<Frame>(&read);
    if (frame == nullptr || frame->bytes() > received.size()) return;
    const auto decoded =
        DecodePacket(version, *frame,
                     received.substr(frame->header_bytes, frame->body_bytes));
    if (const auto* error = std::get_if<DecodeError>(&decoded)) {
      Check(IsError(error->reason) && !error->message.empty());
    } else {
      std::visit(
          [&](const auto& packet) {
            CheckPacket(version, packet, frame->bytes());
          },
          std::get<ClientPacket>(decoded));
    }
    received.remove_prefix(frame->bytes());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view received(reinterpret_cast<const char*>(data), size);
  ReadPackets(Version::k311, received);
  ReadPackets(Version::k5, received);
  return 0;
}
