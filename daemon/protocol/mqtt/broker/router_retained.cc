// Retains messages, and sends them to later subscribers.
#include <algorithm>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/connection.h"
#include "daemon/protocol/mqtt/broker/router.h"
#include "daemon/shares/turns.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

// Returns whether the publisher still has the right. The daemon always does.
bool MayStillPublish(const Authority& authority, const Message& message) {
  const Authority::Client publisher{message.publisher,
                                    message.publisher_client_id};
  return publisher.identity.empty() ||
         authority.MayPublish(publisher, message.topic);
}

// What a message counts in its publisher's share: its bytes, and its place, of
// which there are few. So a thousand short ones weigh more than a few long
// ones.
constexpr std::size_t kPlaceBytes = 16'384;

std::size_t BytesOf(const Message& message) noexcept {
  return kPlaceBytes + message.text_bytes;
}

// The daemon publishes its own messages again after a restart, so they are not
// recorded.
bool IsRecorded(const Message& message) noexcept {
  return message.qos != QoS::kAtMostOnce && !message.publisher.empty();
}

}  // namespace

// Replacing a message takes no memory but for a new publisher: the node stays,
// with another key and message.
bool RetainedMessages::Keep(MessagePointer message) {
  const auto found = messages_.find(message->topic);
  if (found == messages_.end() && messages_.size() >= max_messages_) {
    return false;
  }
  const Message& kept = *message;
  if (!kept.publisher.empty()) held_.Add(kept.publisher, BytesOf(kept));
  if (found == messages_.end()) {
    try {
      messages_.emplace(kept.topic, Kept{message, ++last_number_});
    } catch (const std::bad_alloc&) {
      GiveBack(kept);
      throw;
    }
    return true;
  }
  GiveBack(*found->second.message);
  // The key must point into the message that stays.
  auto node = messages_.extract(found);
  node.key() = kept.topic;
  node.mapped() = {std::move(message), ++last_number_};
  messages_.insert(std::move(node));
  return true;
}

void RetainedMessages::Remove(std::string_view topic) noexcept {
  const auto found = messages_.find(topic);
  if (found == messages_.end()) return;
  GiveBack(*found->second.message);
  messages_.erase(found);
}

void RetainedMessages::GiveBack(const Message& message) noexcept {
  if (!message.publisher.empty()) {
    held_.Remove(message.publisher, BytesOf(message));
  }
}

MessagePointer RetainedMessages::FindGivingWay(
    const Message& message) const noexcept {
  const Holdings::Share most = held_.Greatest();
  if (!GivesWay(most.amount, held_.Of(message.publisher), BytesOf(message))) {
    return nullptr;
  }
  const Kept* oldest = nullptr;
  for (const auto& [_, kept] : messages_) {
    if (kept.message->publisher != most.holder) continue;
    if (oldest == nullptr || kept.number < oldest->number) oldest = &kept;
  }
  return oldest->message;
}

MessagePointer RetainedMessages::Find(std::string_view topic) const noexcept {
  const auto found = messages_.find(topic);
  return found == messages_.end() ? nullptr : found->second.message;
}

MessagePointer RetainedMessages::FindNext(
    std::string_view filter, std::string_view last_topic) const noexcept {
  // No topic is empty, so an empty `last_topic` comes before all.
  for (auto each = messages_.upper_bound(last_topic); each != messages_.end();
       ++each) {
    if (Matches(filter, each->first)) return each->second.message;
  }
  return nullptr;
}

// The record must match what is retained. If a message of QoS 0 replaces a
// recorded one, that one is removed from the record, or a restart would bring
// it back.
bool Router::Retain(const MessagePointer& message, WithoutRoom without_room) {
  const MessagePointer before = retained_.Find(message->topic);
  const bool was_recorded = before != nullptr && IsRecorded(*before);
  if (message->payload.empty()) {  // [MQTT-3.3.1-6]
    if (was_recorded) recording_.Unretain(*before);
    retained_.Remove(message->topic);
    return true;
  }
  if (IsRecorded(*message) && !HasRoom(without_room)) return false;
  if (!KeepRetained(*message)) return false;
  if (IsRecorded(*message)) {
    recording_.Retain(message);
  } else if (was_recorded) {
    recording_.Unretain(*before);
  }
  return true;
}

// The copy is in the share of retained messages, because messages in transit
// are short-lived.
bool Router::KeepRetained(const Message& message) {
  for (;;) {
    try {
      if (retained_.Keep(CopyOf(message, memory_.retained()))) return true;
    } catch (const std::bad_alloc&) {
      // As without a place: another message gives way.
    }
    const MessagePointer other = retained_.FindGivingWay(message);
    if (!other) return false;
    GiveUpRetained(other);
  }
}

void Router::GiveUpRetained(const MessagePointer& message) {
  if (IsRecorded(*message)) recording_.Unretain(*message);
  retained_.Remove(message->topic);
  retained_gave_way_(message->publisher);
}

std::vector<MessagePointer> Router::RecordedRetained() const {
  std::vector<std::pair<std::uint64_t, MessagePointer>> found;
  retained_.ForEach([&](const MessagePointer& message, std::uint64_t number) {
    if (IsRecorded(*message)) found.emplace_back(number, message);
  });
  std::ranges::sort(found, {}, &decltype(found)::value_type::first);
  std::vector<MessagePointer> messages;
  messages.reserve(found.size());
  for (auto& [_, message] : found) messages.push_back(std::move(message));
  return messages;
}

void Router::RestoreRetained(const MessagePointer& message) {
  if (!retained_.Keep(message)) throw std::bad_alloc();
}

void Router::RestoreUnretained(std::string_view topic) noexcept {
  retained_.Remove(topic);
}

void Router::RecordRetained() {
  retained_.ForEach([&](const MessagePointer& message, std::uint64_t) {
    if (IsRecorded(*message)) recording_.Retain(message);
  });
}

// Retained messages are sent one at a time, while nothing else waits. So a
// filter that matches a thousand of them fills no queue.
void Router::SendRetained(Connection& connection, Time now) {
  Session& session = *connection.session;
  try {
    while (session.retained_due > 0 && session.waiting.empty() &&
           EnqueueRetained(session, now)) {
      SendWaiting(connection, now);
    }
  } catch (const std::bad_alloc&) {
    // The rest is sent when other clients have received their messages.
  }
}

bool Router::EnqueueRetained(Session& session, Time now) {
  const auto due = std::find_if(
      session.subscriptions.begin(), session.subscriptions.end(),
      [](const auto& entry) { return entry.second.is_retained_due; });
  OwnSubscription& subscription = due->second;
  const MessagePointer message =
      retained_.FindNext(due->first, subscription.last_retained);
  if (!message) {
    SetRetainedDue(session, subscription, false);
    recording_.Subscription(session, due->first, subscription);
    return true;
  }
  if (!HasRoomFor(session, *message, bounds_)) return false;
  const QoS qos = std::min(message->qos, subscription.options.maximum_qos);
  if (session.recording != nullptr && qos != QoS::kAtMostOnce &&
      !recording_.has_room()) {
    return false;
  }
  // This may throw before anything is queued, so that the assignment below
  // can't.
  subscription.last_retained.reserve(message->topic.size());
  if (!IsExpired(*message, now) && MayStillPublish(authority_, *message) &&
      authority_.MayReceive(session.client(), message->topic)) {
    Delivery delivery(memory_.queues());
    delivery.message = message;
    delivery.qos = qos;
    delivery.is_retained = true;  // [MQTT-3.3.1-8]
    if (subscription.options.identifier != 0) {
      delivery.subscription_ids.push_back(subscription.options.identifier);
    }
    if (!Enqueue(session, delivery, bounds_)) return false;
  }
  subscription.last_retained = message->topic;
  recording_.Subscription(session, due->first, subscription);
  return true;
}

template <typename Predicate>
void Router::RemoveRetained(const Predicate& is_stale) noexcept {
  retained_.RemoveIf([&](const Message& message) {
    if (!is_stale(message)) return false;
    if (IsRecorded(message)) recording_.Unretain(message);
    return true;
  });
}

void Router::RecheckRetained() noexcept {
  RemoveRetained([&](const Message& message) {
    return !MayStillPublish(authority_, message);
  });
}

void Router::RemoveRetainedOf(std::string_view publisher) noexcept {
  RemoveRetained([publisher](const Message& message) {
    return message.publisher == publisher;
  });
}

void Router::DropExpired(Time now) noexcept {
  RemoveRetained(
      [now](const Message& message) { return IsExpired(message, now); });
}

}  // namespace answerbox::daemon::mqtt
