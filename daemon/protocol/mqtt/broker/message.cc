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

// Returns the bytes that bounds of queues count. Structures and nodes of
// containers count in the memory budget only.
std::size_t TextBytes(const Message& message) noexcept {
  const auto bytes = [](const auto& text) { return text ? text->size() : 0; };
  return message.topic.size() + message.payload.size() +
         bytes(message.content_type) + bytes(message.response_topic) +
         bytes(message.correlation_data) + message.user_properties.size();
}

}  // namespace

std::shared_ptr<Message> MakeMessage(const Publish& publish,
                                     const Authority::Client& publisher,
                                     std::optional<Time> now,
                                     std::pmr::memory_resource& memory,
                                     const std::optional<Quotes>& quotes) {
  // allocate_shared also takes the reference counts from the budget, in one
  // allocation.
  auto message = std::allocate_shared<Message>(
      std::pmr::polymorphic_allocator<Message>(&memory), memory);
  const Properties& properties = publish.properties;
  message->topic = publish.topic;
  message->payload = publish.payload;
  message->content_type = Copy(properties.content_type, memory);
  message->response_topic = Copy(properties.response_topic, memory);
  message->correlation_data = Copy(properties.correlation_data, memory);
  // The properties are kept encoded: a flood of small ones then takes no more
  // memory than its packet did, and their order is kept [MQTT-3.3.2-18].
  EncodeUserProperties(properties.user_properties, message->user_properties);
  message->payload_format = properties.payload_format;
  message->qos = publish.qos;
  message->is_retained = publish.is_retained;
  message->text_bytes = TextBytes(*message);
  message->publisher = publisher.identity;
  message->publisher_client_id = publisher.client_id;
  if (quotes) {
    message->quoting = quotes->right;
    message->quoted = quotes->collection;
  }
  if (now && properties.message_expiry_seconds) {
    message->expires = *now + seconds(*properties.message_expiry_seconds);
  }
  return message;
}

std::shared_ptr<Message> CopyOf(const Message& message,
                                std::pmr::memory_resource& memory) {
  auto copy = MakeMessage(ToPublish(message),
                          {message.publisher, message.publisher_client_id}, {},
                          memory, message.quotes());
  copy->expires = message.expires;
  return copy;
}

Publish ToPublish(const Message& message) {
  Publish publish;
  publish.qos = message.qos;
  publish.is_retained = message.is_retained;
  publish.topic = message.topic;
  publish.payload = message.payload;
  Properties& properties = publish.properties;
  properties.content_type = message.content_type;
  properties.response_topic = message.response_topic;
  properties.correlation_data = message.correlation_data;
  properties.user_properties = UserProperties(message.user_properties);
  properties.payload_format = message.payload_format;
  return publish;
}

// The time that the message has waited here is subtracted [MQTT-3.3.2-6].
Publish ToPublish(const Message& message, Time now) {
  Publish publish = ToPublish(message);
  if (message.expires) {
    // The time is rounded up, as 0 would say that the message has expired.
    const auto left = std::chrono::ceil<seconds>(*message.expires - now);
    publish.properties.message_expiry_seconds =
        static_cast<std::uint32_t>(std::max<std::int64_t>(left.count(), 1));
  }
  return publish;
}

}  // namespace answerbox::daemon::mqtt
