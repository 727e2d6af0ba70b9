#include "daemon/protocol/mqtt/journal/change_codec.h"

#include <limits>
#include <memory>
#include <memory_resource>
#include <utility>

#include "daemon/protocol/mqtt/codec/decode.h"
#include "daemon/protocol/mqtt/codec/reader.h"
#include "daemon/protocol/mqtt/codec/writer.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

// Kinds, as docs/mqtt-sessions-format.md numbers them: 0 is the end of a step,
// then the changes in the order of the variant.
constexpr std::uint8_t kStepEnd = 0;

constexpr std::uint8_t kIsThere = 1;

// Bits in the byte of a subscription or a queued message.
constexpr std::uint8_t kQoSMask = 0x03;
constexpr std::uint8_t kNoLocal = 0x04;
constexpr std::uint8_t kRetainAsPublished = 0x08;
constexpr std::uint8_t kRetainedDue = 0x10;
constexpr std::uint8_t kIsRetained = 0x04;

// Writes fields in the order of docs/mqtt-sessions-format.md. FieldReader below
// has the same functions in the same order.
class ChangeWriter {
 public:
  ChangeWriter(Output& out, const StoredClock& clock)
      : out_(out), writer_(out), clock_(clock) {}

  void Kind(std::size_t kind) { writer_.Byte(static_cast<std::uint8_t>(kind)); }

  void Write(const MessageNumbered& change) { Message(*change.message); }
  // A byte before each optional field says whether the field is there.
  void Write(const SessionKept& change) {
    writer_.FourByteInteger(change.session);
    writer_.Text(change.identity);
    writer_.Text(change.client_id);
    Seconds(change.expiry);
    OptionalTime(change.expires);
    writer_.Byte(change.will ? kIsThere : 0);
    if (!change.will) return;
    Message(*change.will->message);
    writer_.Byte(change.will->lifetime ? kIsThere : 0);
    if (change.will->lifetime) Seconds(*change.will->lifetime);
    Seconds(change.will->delay);
    OptionalTime(change.will->due);
  }
  void Write(const SessionEnded& change) {
    writer_.FourByteInteger(change.session);
  }
  void Write(const SessionOrigin& change) {
    writer_.FourByteInteger(change.session);
    writer_.Text(change.origin);
  }
  void Write(const Subscribed& change) {
    const SubscriptionOptions& options = change.options;
    writer_.FourByteInteger(change.session);
    writer_.Text(change.filter);
    writer_.Byte(static_cast<std::uint8_t>(
        static_cast<std::uint8_t>(options.maximum_qos) |
        (options.is_no_local ? kNoLocal : 0) |
        (options.is_retain_as_published ? kRetainAsPublished : 0) |
        (change.is_retained_due ? kRetainedDue : 0)));
    writer_.FourByteInteger(options.identifier);
    writer_.Text(change.last_retained);
  }
  void Write(const Unsubscribed& change) {
    writer_.FourByteInteger(change.session);
    writer_.Text(change.filter);
  }
  void Write(const Queued& change) {
    writer_.FourByteInteger(change.session);
    writer_.FourByteInteger(change.message);
    writer_.Byte(
        static_cast<std::uint8_t>(static_cast<std::uint8_t>(change.qos) |
                                  (change.is_retained ? kIsRetained : 0)));
    writer_.TwoByteInteger(
        static_cast<std::uint32_t>(change.subscription_ids.size()));
    for (const std::uint32_t id : change.subscription_ids) {
      writer_.FourByteInteger(id);
    }
  }
  void Write(const Dropped& change) {
    writer_.FourByteInteger(change.session);
    writer_.FourByteInteger(change.place);
  }
  void Write(const RequestBegun& change) {
    writer_.FourByteInteger(change.session);
    writer_.FourByteInteger(change.request);
    Message(*change.message);
  }
  void Write(const Retained& change) { Message(*change.message); }
  void Write(const Unretained& change) { writer_.Text(change.topic); }
  // Writes changes that name a request or a packet, and nothing else.
  template <typename OfOne>
  void Write(const OfOne& change) {
    writer_.FourByteInteger(change.session);
    if constexpr (requires { change.request; }) {
      writer_.FourByteInteger(change.request);
    } else {
      writer_.TwoByteInteger(change.packet_id);
    }
  }

 private:
  void Seconds(seconds duration) {
    writer_.FourByteInteger(static_cast<std::uint32_t>(duration.count()));
  }
  void OptionalTime(const std::optional<Time>& time) {
    writer_.Byte(time ? kIsThere : 0);
    if (!time) return;
    const auto stored = static_cast<std::uint64_t>(clock_.ToStored(*time));
    writer_.FourByteInteger(static_cast<std::uint32_t>(stored >> 32));
    writer_.FourByteInteger(static_cast<std::uint32_t>(stored));
  }
  // A message is encoded as a PUBLISH packet of 5.0, whatever version its
  // sender used. So one decoder reads both, and refuses the same faults here.
  void Message(const mqtt::Message& message) {
    Publish packet = ToPublish(message);
    // A message of QoS 1 or 2 must have a packet id. Its value is not used.
    packet.packet_id =
        message.qos == QoS::kAtMostOnce ? PacketId{0} : PacketId{1};
    EncodePublish(Version::k5, packet, out_);
    OptionalTime(message.expires);
    writer_.Text(message.publisher);
    writer_.Text(message.publisher_client_id);
    if (!message.quoting) return writer_.Byte(0);
    writer_.Byte(static_cast<std::uint8_t>(kIsThere +
                                           static_cast<int>(*message.quoting)));
    writer_.Text(message.quoted);
  }

  Output& out_;
  Writer writer_;
  const StoredClock& clock_;
};

// Reads the fields of a change. After an error all values are zero or empty.
class FieldReader {
 public:
  FieldReader(std::string_view bytes, const StoredClock& clock, bool has_quotes,
              std::vector<std::uint32_t>& subscription_ids)
      : reader_(bytes),
        clock_(clock),
        has_quotes_(has_quotes),
        subscription_ids_(subscription_ids) {}

  [[nodiscard]] bool is_malformed() const {
    return reader_.error().has_value();
  }
  [[nodiscard]] std::string_view rest() const { return reader_.rest(); }

  // A message of the daemon that an older version kept may quote any document.
  void Read(MessageNumbered& change) {
    const auto message = Message();
    if (message && !has_quotes_ && message->publisher.empty() &&
        !message->is_retained) {
      message->quoting = protocol::Right::kAsk;
    }
    change.message = message;
  }
  void Read(SessionKept& change) {
    change.session = reader_.FourByteInteger();
    change.identity = reader_.Text();
    change.client_id = reader_.Text();
    change.expiry = Seconds();
    change.expires = OptionalTime();
    if (change.identity.empty()) Fail();
    if (!Flag()) return;
    PendingWill& will = change.will.emplace();
    will.message = Message();
    if (Flag()) will.lifetime = Seconds();
    will.delay = Seconds();
    will.due = OptionalTime();
  }
  void Read(SessionEnded& change) {
    change.session = reader_.FourByteInteger();
  }
  void Read(SessionOrigin& change) {
    change.session = reader_.FourByteInteger();
    change.origin = reader_.Text();
  }
  void Read(Subscribed& change) {
    change.session = reader_.FourByteInteger();
    change.filter = reader_.Text();
    const std::uint8_t bits = reader_.Byte();
    change.options.maximum_qos = QoSOf(bits);
    change.options.is_no_local = (bits & kNoLocal) != 0;
    change.options.is_retain_as_published = (bits & kRetainAsPublished) != 0;
    change.is_retained_due = (bits & kRetainedDue) != 0;
    change.options.identifier = reader_.FourByteInteger();
    change.last_retained = reader_.Text();
  }
  void Read(Unsubscribed& change) {
    change.session = reader_.FourByteInteger();
    change.filter = reader_.Text();
  }
  void Read(Queued& change) {
    change.session = reader_.FourByteInteger();
    change.message = reader_.FourByteInteger();
    const std::uint8_t bits = reader_.Byte();
    change.qos = QoSOf(bits);
    change.is_retained = (bits & kIsRetained) != 0;
    const std::size_t count = reader_.TwoByteInteger();
    // The count may be damaged, so no more memory is taken than the remaining
    // bytes can fill.
    if (count * 4 > reader_.rest().size()) return Fail();
    subscription_ids_.resize(count);
    for (std::uint32_t& id : subscription_ids_) id = reader_.FourByteInteger();
    change.subscription_ids = subscription_ids_;
  }
  void Read(Dropped& change) {
    change.session = reader_.FourByteInteger();
    change.place = reader_.FourByteInteger();
  }
  void Read(RequestBegun& change) {
    change.session = reader_.FourByteInteger();
    change.request = reader_.FourByteInteger();
    change.message = Message();
  }
  void Read(Retained& change) {
    change.message = Message();
    // An empty message would remove the retained one instead.
    if (change.message && change.message->payload.empty()) Fail();
  }
  void Read(Unretained& change) { change.topic = reader_.Text(); }
  template <typename OfOne>
  void Read(OfOne& change) {
    change.session = reader_.FourByteInteger();
    if constexpr (requires { change.request; }) {
      change.request = reader_.FourByteInteger();
    } else {
      change.packet_id = reader_.TwoByteInteger();
      if (change.packet_id == 0) Fail();
    }
  }

 private:
  void Fail() { reader_.Fail(ReasonCode::kMalformedPacket, "change"); }
  [[nodiscard]] seconds Seconds() { return seconds(reader_.FourByteInteger()); }
  // Any other value is damage, which a later field might hide.
  [[nodiscard]] bool Flag() {
    const std::uint8_t flag = reader_.Byte();
    if (flag > kIsThere) Fail();
    return flag == kIsThere;
  }
  [[nodiscard]] QoS QoSOf(std::uint8_t bits) {
    if ((bits & kQoSMask) == kQoSMask) Fail();
    return static_cast<QoS>(bits & kQoSMask);
  }
  [[nodiscard]] std::optional<Time> OptionalTime() {
    if (!Flag()) return std::nullopt;
    const std::uint64_t high = reader_.FourByteInteger();
    const std::uint64_t stored = (high << 32) | reader_.FourByteInteger();
    return clock_.FromStored(static_cast<std::int64_t>(stored));
  }
  // Returns null after an error. No budget counts the message: it is copied to
  // its final memory later, and is no larger than its bytes in the file.
  [[nodiscard]] std::shared_ptr<mqtt::Message> Message() {
    const auto read =
        ReadFrame(reader_.rest(), std::numeric_limits<std::size_t>::max());
    const Frame* frame = std::get_if<Frame>(&read);
    if (frame == nullptr || frame->type != PacketType::kPublish ||
        frame->bytes() > reader_.rest().size()) {
      Fail();
      return nullptr;
    }
    const std::string_view packet = reader_.Take(frame->bytes());
    const auto decoded =
        DecodePacket(Version::k5, *frame, packet.substr(frame->header_bytes));
    const ClientPacket* client = std::get_if<ClientPacket>(&decoded);
    const std::optional<Time> expires = OptionalTime();
    const std::string_view publisher = reader_.Text();
    const std::string_view client_id = reader_.Text();
    std::optional<Quotes> quotes;
    if (const std::uint8_t right = has_quotes_ ? reader_.Byte() : 0;
        right > protocol::kEveryRight.size()) {
      Fail();
    } else if (right >= kIsThere) {
      quotes = Quotes{static_cast<protocol::Right>(right - kIsThere),
                      reader_.Text()};
    }
    if (client == nullptr || std::get<Publish>(*client).topic.empty()) Fail();
    if (is_malformed()) return nullptr;
    auto message =
        MakeMessage(std::get<Publish>(*client), {publisher, client_id}, {},
                    *std::pmr::new_delete_resource(), quotes);
    message->expires = expires;
    return message;
  }

  Reader reader_;
  const StoredClock& clock_;
  const bool has_quotes_;
  std::vector<std::uint32_t>& subscription_ids_;
};

// Reads a change by its place in the variant. The variant defines the kinds and
// their order, so a new kind needs no number here, and must come last.
template <std::size_t place = 0>
ChangeReader::Read ReadKind(std::size_t wanted, FieldReader& fields) {
  if constexpr (place == std::variant_size_v<Change>) {
    return ChangeReader::Malformed{};
  } else {
    if (wanted != place) return ReadKind<place + 1>(wanted, fields);
    std::variant_alternative_t<place, Change> change;
    fields.Read(change);
    if (fields.is_malformed()) return ChangeReader::Malformed{};
    return Change(std::move(change));
  }
}

}  // namespace

void EncodeChange(const Change& change, const StoredClock& clock, Output& out) {
  ChangeWriter writer(out, clock);
  writer.Kind(change.index() + 1);
  std::visit([&](const auto& each) { writer.Write(each); }, change);
}

// A step without its end was cut off, and does not count.
void EncodeStepEnd(Output& out) { out.push_back(char{kStepEnd}); }

ChangeReader::Read ChangeReader::Next() {
  const auto kind = static_cast<std::uint8_t>(rest_.front());
  if (kind == kStepEnd) {
    rest_.remove_prefix(1);
    return StepEnd{};
  }
  FieldReader fields(rest_.substr(1), clock_, has_quotes_, subscription_ids_);
  Read read = ReadKind(kind - std::size_t{1}, fields);
  rest_ = fields.rest();
  return read;
}

}  // namespace answerbox::daemon::mqtt
