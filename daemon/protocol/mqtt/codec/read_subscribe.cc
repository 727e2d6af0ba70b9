#include "daemon/protocol/mqtt/codec/read_packets.h"
#include "daemon/protocol/mqtt/codec/read_properties.h"
#include "daemon/protocol/mqtt/codec/subscription_options.h"
#include "daemon/topics/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

// Shared subscriptions came with 5.0: in 3.1.1 "$share/x" is a filter as any.
enum class FilterKind : std::uint8_t { kPlain, kShared };

FilterKind ReadFilter(Version version, Reader& reader) noexcept {
  const std::string_view filter = reader.Text();
  if (reader.error()) return FilterKind::kPlain;
  const std::optional<SharedFilter> shared =
      version == Version::k5 ? ReadSharedFilter(filter) : std::nullopt;
  if (!IsTopicFilter(shared ? shared->filter : filter)) {
    reader.Fail(ReasonCode::kTopicFilterInvalid,
                "a topic filter is empty or has a wildcard out of place");
  }
  return shared ? FilterKind::kShared : FilterKind::kPlain;
}

void CheckOptions(Version version, FilterKind kind, std::uint8_t options,
                  Reader& reader) noexcept {
  const std::uint8_t reserved = version == Version::k5
                                    ? kReservedBits
                                    : static_cast<std::uint8_t>(~kQoSBits);
  if ((options & reserved) != 0) {
    reader.Fail(ReasonCode::kMalformedPacket,
                "SUBSCRIBE: reserved options are set");
  }
  if ((options & kQoSBits) == kQoSBits) {
    reader.Fail(version == Version::k5 ? ReasonCode::kProtocolError
                                       : ReasonCode::kMalformedPacket,
                "SUBSCRIBE: a subscription asks for QoS 3");
  }
  if ((options & kRetainHandlingBits) == kRetainHandlingBits) {
    reader.Fail(ReasonCode::kProtocolError,
                "SUBSCRIBE: there is no retain handling 3");
  }
  if (kind == FilterKind::kShared && (options & kNoLocalBit) != 0) {
    reader.Fail(ReasonCode::kProtocolError,
                "SUBSCRIBE: a shared subscription with no-local");
  }
}

void CheckNotEmpty(Reader& reader) noexcept {
  if (reader.empty()) {
    reader.Fail(ReasonCode::kProtocolError, "there is no topic filter");
  }
}

}  // namespace

Subscribe ReadSubscribe(Version version, Reader& reader) noexcept {
  Subscribe subscribe;
  subscribe.packet_id = ReadPacketId(reader);
  if (version == Version::k5) {
    subscribe.properties = ReadProperties(In(PacketType::kSubscribe), reader);
  }
  CheckNotEmpty(reader);
  subscribe.subscriptions = {SubscriptionList::Of::kSubscribe, reader.rest()};
  while (!reader.empty()) {
    const FilterKind kind = ReadFilter(version, reader);
    CheckOptions(version, kind, reader.Byte(), reader);
  }
  return subscribe;
}

Unsubscribe ReadUnsubscribe(Version version, Reader& reader) noexcept {
  Unsubscribe unsubscribe;
  unsubscribe.packet_id = ReadPacketId(reader);
  if (version == Version::k5) {
    unsubscribe.properties =
        ReadProperties(In(PacketType::kUnsubscribe), reader);
  }
  CheckNotEmpty(reader);
  unsubscribe.filters = {SubscriptionList::Of::kUnsubscribe, reader.rest()};
  while (!reader.empty()) static_cast<void>(ReadFilter(version, reader));
  return unsubscribe;
}

}  // namespace answerbox::daemon::mqtt
