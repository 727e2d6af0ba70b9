// What the router retains, and sends to those who subscribe later.
#include <algorithm>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/connection.h"
#include "daemon/protocol/mqtt/broker/router.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

// Whether the publisher has the right still. The daemon always does.
bool MayStillPublish(const Authority& authority, const Message& message) {
  const Authority::Client publisher{message.publisher,
                                    message.publisher_client_id};
  return publisher.identity.empty() ||
         authority.MayPublish(publisher, message.topic);
}

// The daemon tells its own messages again after a restart.
bool IsRecorded(const Message& message) noexcept {
  return message.qos != QoS::kAtMostOnce && !message.publisher.empty();
}

}  // namespace

// Replacing one takes no memory: the node stays, with another key and message.
bool RetainedMessages::Keep(MessagePointer message) {
  const auto found = messages_.find(message->topic);
  if (found == messages_.end()) {
    if (messages_.size() >= max_messages_) return false;
    const std::string_view topic = message->topic;
    messages_.emplace(topic, std::move(message));
    return true;
  }
  // The key must point into the message that stays.
  auto node = messages_.extract(found);
  node.key() = message->topic;
  node.mapped() = std::move(message);
  messages_.insert(std::move(node));
  return true;
}

void RetainedMessages::Remove(std::string_view topic) noexcept {
  const auto found = messages_.find(topic);
  if (found != messages_.end()) messages_.erase(found);
}

MessagePointer RetainedMessages::Find(std::string_view topic) const noexcept {
  const auto found = messages_.find(topic);
  return found == messages_.end() ? nullptr : found->second;
}

MessagePointer RetainedMessages::FindNext(
    std::string_view filter, std::string_view last_topic) const noexcept {
  // No topic is empty: an empty one comes before all.
  for (auto each = messages_.upper_bound(last_topic); each != messages_.end();
       ++each) {
    if (Matches(filter, each->first)) return each->second;
  }
  return nullptr;
}

// The record follows what is kept: a recorded message that one of QoS 0
// replaces is taken out of the record, or it would come back with a restart.
bool Router::Retain(const MessagePointer& message, WithoutRoom without_room) {
  const bool was_recorded = [&] {
    const MessagePointer before = retained_.Find(message->topic);
    return before != nullptr && IsRecorded(*before);
  }();
  if (message->payload.empty()) {  // [MQTT-3.3.1-6]
    if (was_recorded) recording_.Unretain(message->topic);
    retained_.Remove(message->topic);
    return true;
  }
  if (IsRecorded(*message) && !HasRoom(without_room)) return false;
  try {
    // Its copy is in the share of retained messages: those that are on their
    // way are short-lived.
    if (!retained_.Keep(CopyOf(*message, memory_.retained()))) return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
  if (IsRecorded(*message)) {
    recording_.Retain(message);
  } else if (was_recorded) {
    recording_.Unretain(message->topic);
  }
  return true;
}

void Router::RestoreRetained(const MessagePointer& message) {
  if (!retained_.Keep(message)) throw std::bad_alloc();
}

void Router::RestoreUnretained(std::string_view topic) noexcept {
  retained_.Remove(topic);
}

void Router::RecordRetained() {
  retained_.ForEach([&](const MessagePointer& message) {
    if (IsRecorded(*message)) recording_.Retain(message);
  });
}

// One at a time, while nothing else waits: a filter that matches a thousand
// retained messages fills no queue.
void Router::SendRetained(Connection& connection, Time now) {
  Session& session = *connection.session;
  try {
    while (session.retained_due > 0 && session.waiting.empty() &&
           EnqueueRetained(session, now)) {
      SendWaiting(connection, now);
    }
  } catch (const std::bad_alloc&) {
    // The rest is sent when others have taken what they were sent.
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
  // Throws before anything is queued. The assignment below then can't.
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
    if (IsRecorded(message)) recording_.Unretain(message.topic);
    return true;
  });
}

void Router::RecheckRetained() noexcept {
  RemoveRetained([&](const Message& message) {
    return !MayStillPublish(authority_, message);
  });
}

void Router::DropExpired(Time now) noexcept {
  RemoveRetained(
      [now](const Message& message) { return IsExpired(message, now); });
}

}  // namespace answerbox::daemon::mqtt
