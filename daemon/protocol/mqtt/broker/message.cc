#include "daemon/protocol/mqtt/broker/message.h"

#include <algorithm>

#include "daemon/protocol/mqtt/codec/encode.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

std::optional<std::pmr::string> Copy(
    const std::optional<std::string_view>& text,
    std::pmr::memory_resource& memory) {
  if (!text) return std::nullopt;
  return std::pmr::string(*text, &memory);
}

std::size_t TextBytes(const Message& message) noexcept {
  const auto bytes = [](const auto& text) { return text ? text->size() : 0; };
  return message.topic.size() + message.payload.size() +
         bytes(message.content_type) + bytes(message.response_topic) +
         bytes(message.correlation_data) + message.user_properties.size();
}

std::shared_ptr<Message> MakeUnexpiring(const Publish& publish,
                                        std::string_view topic,
                                        const Authority::Client& publisher,
                                        std::pmr::memory_resource& memory) {
  auto message = std::allocate_shared<Message>(
      std::pmr::polymorphic_allocator<Message>(&memory), memory);
  message->topic = topic;
  message->payload = publish.payload;
  message->content_type = Copy(publish.properties.content_type, memory);
  message->response_topic = Copy(publish.properties.response_topic, memory);
  message->correlation_data = Copy(publish.properties.correlation_data, memory);
  EncodeUserProperties(publish.properties.user_properties,
                       message->user_properties);
  message->payload_format = publish.properties.payload_format;
  message->qos = publish.qos;
  message->is_retained = publish.is_retained;
  message->text_bytes = TextBytes(*message);
  message->publisher = publisher.identity;
  message->publisher_client_id = publisher.client_id;
  return message;
}

}  // namespace

MessagePointer MakeMessage(const Publish& publish, std::string_view topic,
                           const Authority::Client& publisher, Time now,
                           std::pmr::memory_resource& memory) {
  const auto message = MakeUnexpiring(publish, topic, publisher, memory);
  if (publish.properties.message_expiry_seconds) {
    message->expires =
        now + seconds(*publish.properties.message_expiry_seconds);
  }
  return message;
}

std::shared_ptr<Message> MakeMessage(const Will& will,
                                     const Authority::Client& publisher,
                                     std::pmr::memory_resource& memory) {
  Publish publish;
  publish.qos = will.qos;
  publish.is_retained = will.is_retained;
  publish.payload = will.payload;
  publish.properties = will.properties;
  return MakeUnexpiring(publish, will.topic, publisher, memory);
}

std::shared_ptr<Message> RestoreMessage(const Publish& publish,
                                        const Authority::Client& publisher,
                                        std::pmr::memory_resource& memory) {
  return MakeUnexpiring(publish, publish.topic, publisher, memory);
}

MessagePointer CopyOf(const Message& message,
                      std::pmr::memory_resource& memory) {
  const auto copy = std::allocate_shared<Message>(
      std::pmr::polymorphic_allocator<Message>(&memory), memory);
  copy->topic = message.topic;
  copy->payload = message.payload;
  copy->content_type = Copy(message.content_type, memory);
  copy->response_topic = Copy(message.response_topic, memory);
  copy->correlation_data = Copy(message.correlation_data, memory);
  copy->user_properties = message.user_properties;
  copy->payload_format = message.payload_format;
  copy->expires = message.expires;
  copy->qos = message.qos;
  copy->is_retained = message.is_retained;
  copy->text_bytes = message.text_bytes;
  copy->publisher = message.publisher;
  copy->publisher_client_id = message.publisher_client_id;
  return copy;
}

Publish ToPublish(const Message& message, Time now) {
  Publish publish;
  publish.topic = message.topic;
  publish.payload = message.payload;
  Properties& properties = publish.properties;
  properties.content_type = message.content_type;
  properties.response_topic = message.response_topic;
  properties.correlation_data = message.correlation_data;
  properties.user_properties = UserProperties(message.user_properties);
  properties.payload_format = message.payload_format;
  if (message.expires) {
    // Rounded up: 0 would say that it has expired.
    const auto left = std::chrono::ceil<seconds>(*message.expires - now);
    properties.message_expiry_seconds =
        static_cast<std::uint32_t>(std::max<std::int64_t>(left.count(), 1));
  }
  return publish;
}

}  // namespace answerbox::daemon::mqtt
