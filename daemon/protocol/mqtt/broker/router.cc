#include "daemon/protocol/mqtt/broker/router.h"

#include <algorithm>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/connection.h"
#include "daemon/protocol/mqtt/broker/sender.h"
#include "daemon/protocol/mqtt/codec/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

bool IsConnected(const Session& session) {
  return session.connection != nullptr;
}

ReasonCode Granted(QoS qos) noexcept {
  return static_cast<ReasonCode>(static_cast<std::uint8_t>(qos));
}

// One subscription of a session or, where several match, what they come to:
// the greatest QoS and all identifiers [MQTT-3.3.4-2, MQTT-3.3.4-3].
void Join(Delivery& delivery, const Message& message,
          const SubscriptionOptions& options) {
  delivery.qos =
      std::max(delivery.qos, std::min(message.qos, options.maximum_qos));
  delivery.is_retained |= options.is_retain_as_published && message.is_retained;
  if (options.identifier != 0) {
    delivery.subscription_ids.push_back(options.identifier);
  }
}

}  // namespace

Router::Router(const Bounds& bounds, BrokerMemory& memory,
               const Authority& authority, GiveUp give_up,
               FreeMemory free_memory)
    : bounds_(bounds),
      memory_(memory),
      authority_(authority),
      give_up_(std::move(give_up)),
      free_memory_(std::move(free_memory)),
      tree_(memory.queues()),
      retained_(bounds.retained_messages, memory.retained()),
      matches_(&memory.queues()) {}

ReasonCode Router::Publish(const MessagePointer& message,
                           const Session* publisher, Time now) {
  ReasonCode result = ReasonCode::kSuccess;
  if (message->is_retained && !Retain(message)) {
    result = ReasonCode::kQuotaExceeded;
  }
  matches_.clear();
  tree_.Find(message->topic, IsConnected, matches_);
  std::sort(matches_.begin(), matches_.end(), [](const auto& a, const auto& b) {
    return std::less<>()(a.session, b.session);
  });
  bool is_sent = false;
  for (auto match = matches_.begin(); match != matches_.end();) {
    Session& session = *match->session;
    Delivery delivery(memory_.queues());
    delivery.message = message;
    bool is_wanted = false;
    for (; match != matches_.end() && match->session == &session; ++match) {
      if (match->options.is_no_local && &session == publisher) continue;
      is_wanted = true;
      Join(delivery, *message, match->options);
    }
    if (!is_wanted) continue;
    is_sent = true;
    Deliver(session, std::move(delivery), now);
  }
  if (result == ReasonCode::kSuccess && !is_sent) {
    return ReasonCode::kNoMatchingSubscribers;
  }
  return result;
}

bool Router::Retain(const MessagePointer& message) {
  if (message->payload.empty()) {  // [MQTT-3.3.1-6]
    retained_.Remove(message->topic);
    return true;
  }
  try {
    // Its copy is in the share of retained messages: those that are on their
    // way are short-lived.
    return retained_.Keep(CopyOf(*message, memory_.retained()));
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Router::SendTo(Session& session, const MessagePointer& message, Time now) {
  Delivery delivery(memory_.queues());
  delivery.message = message;
  bool is_wanted = false;
  for (const auto& [filter, options] : session.subscriptions) {
    const auto shared = ReadSharedFilter(filter);
    if (!Matches(shared ? shared->filter : filter, message->topic)) continue;
    is_wanted = true;
    Join(delivery, *message, options);
  }
  if (is_wanted) Deliver(session, std::move(delivery), now);
}

void Router::Deliver(Session& session, Delivery delivery, Time now) {
  const bool may_be_lost = delivery.qos == QoS::kAtMostOnce;
  if (may_be_lost && session.connection == nullptr) return;
  if (!authority_.MayReceive(session.client(), delivery.message->topic)) {
    return;
  }
  if (!EnqueueOrFreeMemory(session, delivery)) {
    if (!may_be_lost) return give_up_(session);
    ++dropped_;
  }
  if (session.connection != nullptr) SendWaiting(*session.connection, now);
}

bool Router::EnqueueOrFreeMemory(Session& session, Delivery& delivery) {
  for (;;) {
    try {
      return Enqueue(session, delivery, bounds_);
    } catch (const std::bad_alloc&) {
      if (!free_memory_(&session)) return false;
    }
  }
}

ReasonCode Router::Subscribe(Session& session, const Subscription& subscription,
                             std::uint32_t identifier, bool& is_new) {
  const auto shared = ReadSharedFilter(subscription.filter);
  const std::string_view filter = shared ? shared->filter : subscription.filter;
  if (!IsTopicFilter(filter) || CountLevels(filter) > bounds_.topic_levels) {
    return ReasonCode::kTopicFilterInvalid;
  }
  if (!authority_.MaySubscribe(session.client(), filter)) {
    return ReasonCode::kNotAuthorized;
  }
  const SubscriptionOptions options{
      .maximum_qos = subscription.maximum_qos,
      .is_no_local = subscription.is_no_local,
      .is_retain_as_published = subscription.is_retain_as_published,
      .identifier = identifier};
  const auto found = session.subscriptions.find(subscription.filter);
  is_new = found == session.subscriptions.end();
  if (is_new && session.subscriptions.size() >= bounds_.subscriptions) {
    return ReasonCode::kQuotaExceeded;
  }
  try {
    const auto [entry, _] = session.subscriptions.insert_or_assign(
        std::pmr::string(subscription.filter, &memory_.queues()), options);
    try {
      tree_.Add(entry->first, session, options);
    } catch (const std::bad_alloc&) {
      session.subscriptions.erase(entry);
      throw;
    }
  } catch (const std::bad_alloc&) {
    return ReasonCode::kQuotaExceeded;
  }
  return Granted(options.maximum_qos);
}

void Router::SendRetained(Session& session, const Subscription& subscription,
                          std::uint32_t identifier, bool is_new, Time now) {
  if (subscription.retain_handling == RetainHandling::kDoNotSend) return;
  if (subscription.retain_handling == RetainHandling::kSendIfNew && !is_new) {
    return;
  }
  // Section 4.8.2: no retained message goes to a shared subscription.
  if (ReadSharedFilter(subscription.filter)) return;
  retained_.Find(subscription.filter, [&](const MessagePointer& message) {
    if (IsExpired(*message, now)) return;
    // The publisher may have lost the right since.
    const Authority::Client publisher{message->publisher,
                                      message->publisher_client_id};
    if (!publisher.identity.empty() &&
        !authority_.MayPublish(publisher, message->topic)) {
      return;
    }
    Delivery delivery(memory_.queues());
    delivery.message = message;
    delivery.qos = std::min(message->qos, subscription.maximum_qos);
    delivery.is_retained = true;  // [MQTT-3.3.1-8]
    if (identifier != 0) delivery.subscription_ids.push_back(identifier);
    Deliver(session, std::move(delivery), now);
  });
}

bool Router::Unsubscribe(Session& session, std::string_view filter) noexcept {
  const auto found = session.subscriptions.find(filter);
  if (found == session.subscriptions.end()) return false;
  tree_.Remove(filter, session);
  session.subscriptions.erase(found);
  return true;
}

void Router::UnsubscribeAll(Session& session) noexcept {
  for (const auto& [filter, _] : session.subscriptions) {
    tree_.Remove(filter, session);
  }
  session.subscriptions.clear();
}

void Router::RecheckRights(Session& session) noexcept {
  for (auto each = session.subscriptions.begin();
       each != session.subscriptions.end();) {
    const auto shared = ReadSharedFilter(each->first);
    const std::string_view filter =
        shared ? shared->filter : std::string_view(each->first);
    if (authority_.MaySubscribe(session.client(), filter)) {
      ++each;
      continue;
    }
    tree_.Remove(each->first, session);
    each = session.subscriptions.erase(each);
  }
  for (auto each = session.waiting.begin(); each != session.waiting.end();) {
    if (authority_.MayReceive(session.client(), each->message->topic)) {
      ++each;
    } else {
      each = Finish(session, session.waiting, each);
    }
  }
}

void Router::RecheckRetained(Time now) noexcept {
  retained_.RemoveIf([&](const Message& message) {
    return IsExpired(message, now) ||
           (!message.publisher.empty() &&
            !authority_.MayPublish(
                {message.publisher, message.publisher_client_id},
                message.topic));
  });
}

}  // namespace answerbox::daemon::mqtt
