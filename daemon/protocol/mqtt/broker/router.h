// Brings messages to the sessions that subscribe to their topics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory_resource>
#include <span>
#include <string_view>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/broker/subscription_tree.h"

namespace answerbox::daemon::mqtt {

// The last retained message of each topic: MQTT 5.0, section 3.3.1.3.
class RetainedMessages {
 public:
  RetainedMessages(std::size_t max_messages, std::pmr::memory_resource& memory)
      : max_messages_(max_messages), messages_(&memory) {}

  // Keeps `message` in place of the one before. False where there is no room
  // for one more topic. Throws std::bad_alloc, having done nothing.
  [[nodiscard]] bool Keep(MessagePointer message);
  void Remove(std::string_view topic) noexcept;
  // Null where there is none.
  [[nodiscard]] MessagePointer Find(std::string_view topic) const noexcept;
  // Removes those for which `is_stale` is true.
  template <typename Predicate>
  void RemoveIf(const Predicate& is_stale) {
    std::erase_if(messages_,
                  [&](const auto& entry) { return is_stale(*entry.second); });
  }

  // The first message, in the order of the topics, whose topic comes after
  // `last_topic` and matches `filter`. Null where there is none.
  [[nodiscard]] MessagePointer FindNext(
      std::string_view filter, std::string_view last_topic) const noexcept;

  // Calls `take` with each.
  template <typename Take>
  void ForEach(const Take& take) const {
    for (const auto& [_, message] : messages_) take(message);
  }
  [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }

 private:
  std::size_t max_messages_;
  // Keys point into their messages.
  std::pmr::map<std::string_view, MessagePointer> messages_;
};

class Router {
 public:
  // Called for a session that can't be served any more: a queue bound is
  // passed, or memory has no room. Frees its messages; ends it after the packet
  // that is being handled.
  using GiveUp = std::function<void(Session& session)>;
  // Has the session that holds most of the queues' memory give it up. False
  // when that is `spared`, or none holds any worth it.
  using FreeMemory = std::function<bool(const Session* spared)>;

  // All references outlive the router.
  Router(const Bounds& bounds, BrokerMemory& memory, const Authority& authority,
         Recording& recording, GiveUp give_up, FreeMemory free_memory);

  // What becomes of a message that would have to be recorded where there is no
  // room: it is recorded all the same where nobody could be told of a refusal.
  enum class WithoutRoom : std::uint8_t { kRefuse, kRecord };

  // Sends `message` to all who subscribe, and retains it where it says so.
  //   publisher  whose subscriptions without own messages do not get it; or
  //   null
  // Returns kSuccess, kNoMatchingSubscribers, or kQuotaExceeded where there is
  // no room to retain it, or to record it and it may be refused: then nobody
  // got it, but for one of QoS 0, of which the publisher would not learn.
  // Throws std::bad_alloc, having sent nothing. A session that it can't be
  // queued for is given up.
  ReasonCode Publish(const MessagePointer& message, const Session* publisher,
                     WithoutRoom without_room, Time now);
  // Sends `message` to `session` alone, if it subscribes to the topic. It is
  // not refused for want of room to record it.
  // Throws std::bad_alloc, having done nothing.
  void SendTo(Session& session, const MessagePointer& message, Time now);

  // Begins or changes a subscription, and notes what is retained for it.
  // Returns the granted QoS or why not.
  [[nodiscard]] ReasonCode Subscribe(Session& session,
                                     const Subscription& subscription,
                                     std::uint32_t identifier);
  // Sends retained messages that are due, as long as nothing else waits for the
  // client: however many there are, they pass no bound of its queue. Call it
  // again when the client has taken something. Precondition: the connection has
  // a session.
  void SendRetained(Connection& connection, Time now);
  // False when there was no such subscription.
  bool Unsubscribe(Session& session, std::string_view filter) noexcept;
  void UnsubscribeAll(Session& session) noexcept;

  // Ends what the session has lost the right to: subscriptions, messages that
  // wait for it and, while it has no connection, messages that would be sent
  // again.
  void RecheckRights(Session& session) noexcept;
  // Drops retained messages whose publisher has lost the right to publish them.
  void RecheckRetained() noexcept;
  void DropExpired(Time now) noexcept;

  // After a restart, what was recorded comes back. Throws std::bad_alloc where
  // there is no room; false where a subscription is not well-formed, or
  // passes a bound.
  [[nodiscard]] bool RestoreSubscription(Session& session,
                                         const Subscribed& subscribed);
  void RestoreRetained(const MessagePointer& message);
  void RestoreUnretained(std::string_view topic) noexcept;
  void RecordRetained();
  // Null where there is none.
  [[nodiscard]] MessagePointer FindRetained(
      std::string_view topic) const noexcept {
    return retained_.Find(topic);
  }

  [[nodiscard]] std::size_t retained() const noexcept {
    return retained_.size();
  }
  // Messages of QoS 0 that found no room in a queue.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

 private:
  using Matched = std::span<const SubscriptionTree::Match>;
  using OwnSubscriptions = decltype(Session::subscriptions);

  // Whether somebody gets the message whose session lasts.
  [[nodiscard]] static bool HasLastingReceiver(const Message& message,
                                               Matched matches) noexcept;
  [[nodiscard]] bool HasRoom(WithoutRoom without_room) const noexcept {
    return without_room == WithoutRoom::kRecord || recording_.has_room();
  }
  [[nodiscard]] bool Retain(const MessagePointer& message,
                            WithoutRoom without_room);
  template <typename Predicate>
  void RemoveRetained(const Predicate& is_stale) noexcept;
  // `matches` are of `session` alone, here and below.
  void Deliver(Session& session, const MessagePointer& message, Matched matches,
               Time now);
  // Asks for the right only where no subscription has decided about it.
  [[nodiscard]] bool MayReceive(const Session& session, std::string_view topic,
                                Matched matches) const;
  // Sorts `matches`.
  void DeliverToAll(const MessagePointer& message,
                    std::span<SubscriptionTree::Match> matches, Time now);
  // Begins the subscription, or gives it other options. subscriptions.end()
  // where memory has no room for it: then it is gone.
  [[nodiscard]] OwnSubscriptions::iterator KeepSubscription(
      Session& session, std::string_view filter,
      const SubscriptionOptions& options);
  // Has others give way where memory has no room. False where that does not
  // suffice, or a bound is passed.
  [[nodiscard]] bool EnqueueFor(Session& session, const MessagePointer& message,
                                Matched matches);
  // Queues the next retained message of a subscription. False when none can be
  // now. Throws std::bad_alloc: then it is still due.
  [[nodiscard]] bool EnqueueRetained(Session& session, Time now);

  const Bounds& bounds_;
  BrokerMemory& memory_;
  const Authority& authority_;
  Recording& recording_;
  const GiveUp give_up_;
  const FreeMemory free_memory_;
  SubscriptionTree tree_;
  RetainedMessages retained_;
  std::uint64_t dropped_ = 0;
};

}  // namespace answerbox::daemon::mqtt
