// Decodes SUBSCRIBE and UNSUBSCRIBE, and the lists in them.
#include "daemon/protocol/mqtt/codec/reader.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

// The options byte of a subscription: MQTT 5.0, section 3.8.3.1. In 3.1.1 its
// bits 2 to 7 are reserved.
constexpr std::uint8_t kQoSBits = 0x03;
constexpr std::uint8_t kNoLocalBit = 0x04;
constexpr std::uint8_t kRetainAsPublishedBit = 0x08;
constexpr unsigned kRetainHandlingShift = 4;
constexpr std::uint8_t kRetainHandlingBits = 0x30;
constexpr std::uint8_t kReservedBits = 0xC0;

// Returns a subscription without its filter. Precondition: the byte was
// accepted.
constexpr Subscription WithOptions(std::uint8_t options) noexcept {
  return {.filter = {},
          .maximum_qos = static_cast<QoS>(options & kQoSBits),
          .is_no_local = (options & kNoLocalBit) != 0,
          .is_retain_as_published = (options & kRetainAsPublishedBit) != 0,
          .retain_handling = static_cast<RetainHandling>(
              (options & kRetainHandlingBits) >> kRetainHandlingShift)};
}

// Shared subscriptions exist since 5.0. In 3.1.1 "$share/x" is an ordinary
// filter.
enum class FilterKind : std::uint8_t { kPlain, kShared };

// The decoder reads each filter, and SubscriptionList reads it again later: the
// client could choose how much memory a list of the results would take.
FilterKind ReadFilter(Version version, Reader& reader) noexcept {
  const std::string_view filter = reader.Text();
  if (reader.error()) return FilterKind::kPlain;
  const std::optional<protocol::SharedFilter> shared =
      version == Version::k5 ? protocol::ReadSharedFilter(filter)
                             : std::nullopt;
  if (!protocol::IsTopicFilter(shared ? shared->filter : filter)) {
    reader.Fail(ReasonCode::kTopicFilterInvalid,
                "a topic filter is empty or has a wildcard out of place");
  }
  return shared ? FilterKind::kShared : FilterKind::kPlain;
}

// The same fault has a different reason in each version: QoS 3 is a protocol
// error in 5.0, and a malformed packet in 3.1.1.
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

// [MQTT-3.8.3-2] and [MQTT-3.10.3-2].
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

SubscriptionList::Iterator::Iterator(Of packet, std::string_view rest) noexcept
    : packet_(packet), rest_(rest) {
  ++*this;
}

SubscriptionList::Iterator& SubscriptionList::Iterator::operator++() noexcept {
  Reader reader(rest_);
  current_ = {};
  is_end_ = rest_.empty();
  if (is_end_) return *this;
  const std::string_view filter = reader.Binary();
  if (packet_ == Of::kSubscribe) current_ = WithOptions(reader.Byte());
  current_.filter = filter;
  is_end_ = reader.error().has_value();
  rest_ = reader.rest();
  return *this;
}

// Counts by reading the list, as this is called once per packet.
std::size_t SubscriptionList::size() const noexcept {
  std::size_t count = 0;
  for (Iterator each = begin(); each != end(); ++each) ++count;
  return count;
}

}  // namespace answerbox::daemon::mqtt
