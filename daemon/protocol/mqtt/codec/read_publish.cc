
#include "daemon/protocol/mqtt/codec/fixed_header_flags.h"
#include "daemon/protocol/mqtt/codec/read_packets.h"
#include "daemon/protocol/mqtt/codec/read_properties.h"
#include "daemon/topics/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

void CheckTopic(Version version, const Publish& publish,
                Reader& reader) noexcept {
  if (publish.topic.empty() && version == Version::k5) {
    if (!publish.properties.topic_alias) {
      reader.Fail(ReasonCode::kProtocolError,
                  "PUBLISH: neither a topic nor a topic alias");
    }
  } else if (!IsTopicName(publish.topic)) {
    reader.Fail(ReasonCode::kTopicNameInvalid,
                "PUBLISH: a topic is not empty and has no wildcards");
  }
}

}  // namespace

Publish ReadPublish(Version version, std::uint8_t flags,
                    Reader& reader) noexcept {
  Publish publish;
  publish.is_duplicate = (flags & kDuplicateFlag) != 0;
  publish.qos =
      static_cast<QoS>((flags & kPublishQoSFlags) >> kPublishQoSShift);
  publish.is_retained = (flags & kRetainFlag) != 0;
  publish.topic = reader.Text();
  if (publish.qos != QoS::kAtMostOnce) publish.packet_id = ReadPacketId(reader);
  if (version == Version::k5) {
    publish.properties = ReadProperties(In(PacketType::kPublish), reader);
  }
  publish.payload = reader.TakeRest();
  CheckTopic(version, publish, reader);
  if (publish.properties.subscription_identifier) {
    reader.Fail(ReasonCode::kProtocolError,
                "PUBLISH: a client names no subscription");
  }
  return publish;
}

}  // namespace answerbox::daemon::mqtt
