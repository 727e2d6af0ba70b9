#include "daemon/protocol/mqtt/broker/router.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/connection.h"
#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

bool IsConnected(const Session& session) {
  return session.connection != nullptr;
}

ReasonCode Granted(QoS qos) noexcept {
  return static_cast<ReasonCode>(static_cast<std::uint8_t>(qos));
}

// [MQTT-3.3.4-2]: the greatest QoS of all matching subscriptions applies.
QoS GreatestQoS(std::span<const SubscriptionTree::Match> matches) noexcept {
  QoS greatest = QoS::kAtMostOnce;
  for (const auto& match : matches) {
    greatest = std::max(greatest, match.options.maximum_qos);
  }
  return greatest;
}

// Section 3.8.3.1. Section 4.8.2: shared subscriptions get no retained
// messages.
bool IsRetainedWanted(const Subscription& subscription, bool is_new) noexcept {
  if (subscription.filter.starts_with("$share/")) return false;
  return subscription.retain_handling == RetainHandling::kSend ||
         (subscription.retain_handling == RetainHandling::kSendIfNew && is_new);
}

template <typename Predicate>
void DropIf(Session& session, std::pmr::list<Delivery>& list,
            const Predicate& is_dropped) noexcept {
  for (auto each = list.begin(); each != list.end();) {
    const bool goes = each->message && is_dropped(*each->message);
    each = goes ? Finish(session, list, each) : std::next(each);
  }
}

bool IsWellFormed(std::string_view filter, const Bounds& bounds) noexcept {
  return IsTopicFilter(filter) && filter.size() <= bounds.topic_bytes &&
         CountLevels(filter) <= bounds.topic_levels;
}

}  // namespace

Router::Router(const Bounds& bounds, BrokerMemory& memory,
               const Authority& authority, Recording& recording, GiveUp give_up,
               FreeMemory free_memory, RetainedGaveWay retained_gave_way)
    : bounds_(bounds),
      memory_(memory),
      authority_(authority),
      recording_(recording),
      give_up_(std::move(give_up)),
      free_memory_(std::move(free_memory)),
      retained_gave_way_(std::move(retained_gave_way)),
      tree_(memory.sessions()),
      retained_(bounds.retained_messages, memory.retained()) {}

// Everything that may be refused is decided before the first session gets the
// message. From then on a session that can't accept it is given up, and the
// others get it.
ReasonCode Router::Publish(const MessagePointer& message,
                           const Session* publisher, WithoutRoom without_room,
                           Time now) {
  // Enough for most messages. More matches take memory of the queues' share.
  constexpr std::size_t kFewMatches = 80;
  alignas(SubscriptionTree::Match)
      std::array<std::byte, kFewMatches * sizeof(SubscriptionTree::Match)>
          few;
  std::pmr::monotonic_buffer_resource memory(few.data(), few.size(),
                                             &memory_.queues());
  std::pmr::vector<SubscriptionTree::Match> matches(&memory);
  matches.reserve(kFewMatches);
  tree_.Find(message->topic, IsConnected, matches);
  std::erase_if(matches, [publisher](const SubscriptionTree::Match& match) {
    return match.options.is_no_local && match.session == publisher;
  });
  if (HasLastingReceiver(*message, matches) && !HasRoom(without_room)) {
    return ReasonCode::kQuotaExceeded;
  }
  ReasonCode result = ReasonCode::kSuccess;
  if (message->is_retained && !Retain(message, without_room)) {
    result = ReasonCode::kQuotaExceeded;
    if (message->qos != QoS::kAtMostOnce) return result;
  }
  if (matches.empty() && result == ReasonCode::kSuccess) {
    return ReasonCode::kNoMatchingSubscribers;
  }
  DeliverToAll(message, matches, now);
  return result;
}

void Router::DeliverToAll(const MessagePointer& message,
                          std::span<SubscriptionTree::Match> matches,
                          Time now) {
  // Sorting brings the matches of one session together. The order of sessions
  // has no meaning.
  std::ranges::sort(matches, std::less<>(), &SubscriptionTree::Match::session);
  while (!matches.empty()) {
    Session& session = *matches.front().session;
    const auto end = std::ranges::find_if(
        matches, [&](const SubscriptionTree::Match& match) {
          return match.session != &session;
        });
    const auto count = static_cast<std::size_t>(end - matches.begin());
    Deliver(session, message, matches.first(count), now);
    matches = matches.subspan(count);
  }
}

// One session has few subscriptions, so they are searched without the tree. A
// shared one counts too: the answer is for the asker, not for the group.
void Router::SendTo(Session& session, const MessagePointer& message, Time now) {
  std::pmr::vector<SubscriptionTree::Match> matches(&memory_.queues());
  for (const auto& [filter, subscription] : session.subscriptions) {
    const auto shared = ReadSharedFilter(filter);
    if (!Matches(shared ? shared->filter : filter, message->topic)) continue;
    matches.push_back({&session, subscription.options});
  }
  if (matches.empty()) return;
  Deliver(session, message, matches, now);
}

bool Router::HasLastingReceiver(const Message& message,
                                Matched matches) noexcept {
  return message.qos != QoS::kAtMostOnce &&
         std::any_of(matches.begin(), matches.end(), [](const auto& match) {
           return match.session->recording != nullptr &&
                  match.options.maximum_qos != QoS::kAtMostOnce;
         });
}

// Rights are checked with each message (but see IsSubscribingEnough): they may
// have been withdrawn since the subscription was granted.
void Router::Deliver(Session& session, const MessagePointer& message,
                     Matched matches, Time now) {
  if (!MayReceive(session, message->topic, matches)) return;
  const QoS qos = std::min(message->qos, GreatestQoS(matches));
  const bool may_be_lost = qos == QoS::kAtMostOnce;
  if (may_be_lost && session.connection == nullptr) return;
  if (!EnqueueFor(session, message, matches)) {
    if (!may_be_lost) return give_up_(session);
    ++dropped_;
    return;  // Earlier messages go on when the client takes some.
  }
  if (session.connection != nullptr) SendWaiting(*session.connection, now);
}

// For most messages the subscription was checked in the present generation of
// rights, so one comparison suffices.
bool Router::MayReceive(const Session& session, std::string_view topic,
                        Matched matches) const {
  const std::uint64_t generation = authority_.generation();
  const bool is_allowed = std::ranges::any_of(
      matches, [generation](const SubscriptionTree::Match& match) {
        return match.options.allowed_in == generation;
      });
  return (is_allowed && authority_.IsSubscribingEnough(topic)) ||
         authority_.MayReceive(session.client(), topic);
}

// If several subscriptions match, the client gets the message once, with the
// greatest QoS and all identifiers [MQTT-3.3.4-2, MQTT-3.3.4-3].
bool Router::EnqueueFor(Session& session, const MessagePointer& message,
                        Matched matches) {
  // The bounds are checked first: no session is given up for a message that
  // can't be queued anyway. The loop ends, as each turn gives up a session.
  while (HasRoomFor(session, *message, bounds_)) {
    try {
      Delivery delivery(memory_.queues());
      delivery.message = message;
      delivery.qos = std::min(message->qos, GreatestQoS(matches));
      for (const auto& [_, options] : matches) {
        delivery.is_retained |=
            options.is_retain_as_published && message->is_retained;
        if (options.identifier != 0) {
          delivery.subscription_ids.push_back(options.identifier);
        }
      }
      return Enqueue(session, delivery, bounds_);
    } catch (const std::bad_alloc&) {
      if (!free_memory_(&session)) return false;
    }
  }
  return false;
}

ReasonCode Router::Subscribe(Session& session, const Subscription& subscription,
                             std::uint32_t identifier) {
  const auto shared = ReadSharedFilter(subscription.filter);
  const std::string_view filter = shared ? shared->filter : subscription.filter;
  if (!IsWellFormed(filter, bounds_) ||
      subscription.filter.size() > bounds_.topic_bytes) {
    return ReasonCode::kTopicFilterInvalid;
  }
  // The generation is read before the right, so that a change in between causes
  // another check.
  const std::uint64_t generation = authority_.generation();
  if (!authority_.MaySubscribe(session.client(), filter)) {
    return ReasonCode::kNotAuthorized;
  }
  const SubscriptionOptions options{
      .maximum_qos = subscription.maximum_qos,
      .is_no_local = subscription.is_no_local,
      .is_retain_as_published = subscription.is_retain_as_published,
      .identifier = identifier,
      .allowed_in = generation};
  const bool is_new = !session.subscriptions.contains(subscription.filter);
  if (is_new && session.subscriptions.size() >= bounds_.subscriptions) {
    return ReasonCode::kQuotaExceeded;
  }
  if (session.recording != nullptr && !recording_.has_room()) {
    return ReasonCode::kQuotaExceeded;
  }
  const auto own = KeepSubscription(session, subscription.filter, options);
  SetRetainedDue(session, own->second, IsRetainedWanted(subscription, is_new));
  recording_.Subscription(session, own->first, own->second);
  return Granted(options.maximum_qos);
}

Router::OwnSubscriptions::iterator Router::KeepSubscription(
    Session& session, std::string_view filter,
    const SubscriptionOptions& options) {
  auto own = session.subscriptions.find(filter);
  try {
    if (own == session.subscriptions.end()) {
      own = session.subscriptions
                .try_emplace(std::pmr::string(filter, &memory_.sessions()))
                .first;
    }
    tree_.Add(own->first, session, options);
  } catch (const std::bad_alloc&) {
    // An existing subscription has its place in the tree, so this takes no
    // memory.
    if (own != session.subscriptions.end()) session.subscriptions.erase(own);
    throw;
  }
  own->second.options = options;
  return own;
}

// Rights are not checked here: allowed_in is 0, so each message is checked, and
// Restorer::Finish checks them all.
bool Router::RestoreSubscription(Session& session,
                                 const Subscribed& subscribed) {
  const auto shared = ReadSharedFilter(subscribed.filter);
  if (!IsWellFormed(shared ? shared->filter : subscribed.filter, bounds_) ||
      subscribed.filter.size() > bounds_.topic_bytes) {
    return false;
  }
  if (session.subscriptions.size() >= bounds_.subscriptions &&
      !session.subscriptions.contains(subscribed.filter)) {
    return false;
  }
  const auto own =
      session.subscriptions
          .try_emplace(std::pmr::string(subscribed.filter, &memory_.sessions()))
          .first;
  own->second.options = subscribed.options;
  SetRetainedDue(session, own->second, subscribed.is_retained_due);
  own->second.last_retained = subscribed.last_retained;
  tree_.Add(own->first, session, subscribed.options);
  return true;
}

bool Router::Unsubscribe(Session& session, std::string_view filter) noexcept {
  const auto found = session.subscriptions.find(filter);
  if (found == session.subscriptions.end()) return false;
  SetRetainedDue(session, found->second, false);
  recording_.Unsubscription(session, filter);
  tree_.Remove(filter, session);
  session.subscriptions.erase(found);
  return true;
}

// This is not recorded: the session ends, and its end is recorded.
void Router::UnsubscribeAll(Session& session) noexcept {
  for (const auto& [filter, _] : session.subscriptions) {
    tree_.Remove(filter, session);
  }
  session.subscriptions.clear();
  session.retained_due = 0;
}

// Messages in flight stay while the client is connected: they were sent, and
// their acknowledgements must find them.
void Router::RecheckRights(Session& session) noexcept {
  const std::uint64_t generation = authority_.generation();
  for (auto each = session.subscriptions.begin();
       each != session.subscriptions.end();) {
    const auto shared = ReadSharedFilter(each->first);
    const std::string_view filter =
        shared ? shared->filter : std::string_view(each->first);
    if (authority_.MaySubscribe(session.client(), filter)) {
      each->second.options.allowed_in = generation;
      // The subscription has its place in the tree, so this takes no memory.
      tree_.Add(each->first, session, each->second.options);
      ++each;
      continue;
    }
    SetRetainedDue(session, each->second, false);
    recording_.Unsubscription(session, each->first);
    tree_.Remove(each->first, session);
    each = session.subscriptions.erase(each);
  }
  const auto is_forbidden = [&](const Message& message) {
    const Authority::Client asker =
        message.publisher.empty()
            ? session.client()
            : Authority::Client{message.publisher, message.publisher_client_id};
    return !authority_.MayReceive(session.client(), message.topic) ||
           (message.quoting && !authority_.MayQuote(asker, *message.quotes()));
  };
  DropIf(session, session.waiting, is_forbidden);
  if (session.connection == nullptr) {
    DropIf(session, session.in_flight, is_forbidden);
  }
}

void Router::DropQuotes(Session& session,
                        std::string_view collection) noexcept {
  const auto is_quoting = [collection](const Message& message) {
    return message.quoting &&
           (message.quoted == collection || message.quoted.empty());
  };
  DropIf(session, session.waiting, is_quoting);
  // What was sent on this connection counts in its receive maximum until it is
  // acknowledged.
  for (auto each = session.in_flight.begin();
       each != session.in_flight.end();) {
    const auto sent = each++;
    if (!sent->message || !is_quoting(*sent->message)) continue;
    if (session.connection != nullptr && sent->is_sent_here) {
      Forget(session, *sent);
    } else {
      Finish(session, session.in_flight, sent);
    }
  }
}

void Router::DropExpired(Session& session, Time now) noexcept {
  const auto is_expired = [now](const Message& message) {
    return IsExpired(message, now);
  };
  DropIf(session, session.waiting, is_expired);
  // What a client has begun to receive is sent again, even if it has expired.
  if (session.connection == nullptr) {
    DropIf(session, session.in_flight, [&](const Message& message) {
      return message.quoting && is_expired(message);
    });
  }
}

}  // namespace answerbox::daemon::mqtt
