// Delivers messages to the sessions that subscribe to their topics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/broker/subscription_tree.h"
#include "daemon/shares/turns.h"

namespace answerbox::daemon::mqtt {

// The last retained message of each topic: MQTT 5.0, section 3.3.1.3.
class RetainedMessages {
 public:
  RetainedMessages(std::size_t max_messages, std::pmr::memory_resource& memory)
      : max_messages_(max_messages), held_(memory), messages_(&memory) {}

  // Keeps `message` in place of the earlier one. Returns false when there is no
  // room for another topic. Throws std::bad_alloc; then nothing has changed.
  [[nodiscard]] bool Keep(MessagePointer message);
  void Remove(std::string_view topic) noexcept;
  // Returns the oldest message of the publisher that has most, if that gives
  // way to this one of another publisher; null if none does. The daemon's own
  // messages never give way.
  [[nodiscard]] MessagePointer FindGivingWay(
      const Message& message) const noexcept;
  // Returns null if there is none.
  [[nodiscard]] MessagePointer Find(std::string_view topic) const noexcept;
  // Removes messages for which `is_stale` returns true.
  template <typename Predicate>
  void RemoveIf(const Predicate& is_stale) {
    std::erase_if(messages_, [&](const auto& entry) {
      if (!is_stale(*entry.second.message)) return false;
      GiveBack(*entry.second.message);
      return true;
    });
  }

  // Returns the first message, in the order of topics, whose topic comes after
  // `last_topic` and matches `filter`; null if there is none.
  [[nodiscard]] MessagePointer FindNext(
      std::string_view filter, std::string_view last_topic) const noexcept;

  // Calls `take` with each message and a number that grows with time.
  template <typename Take>
  void ForEach(const Take& take) const {
    for (const auto& [_, kept] : messages_) take(kept.message, kept.number);
  }
  [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }

 private:
  struct Kept {
    MessagePointer message;
    std::uint64_t number = 0;  // Grows with time.
  };

  void GiveBack(const Message& message) noexcept;

  std::size_t max_messages_;
  std::uint64_t last_number_ = 0;
  Holdings held_;  // Bytes of each publisher but the daemon.
  // Keys point into their messages.
  std::pmr::map<std::string_view, Kept> messages_;
};

class Router {
 public:
  // Called for a session that can't be served any more, because a bound of its
  // queue is passed or memory has no room. Frees its messages, and ends it
  // after the present packet.
  using GiveUp = std::function<void(Session& session)>;
  // Gives up the session that holds most of the queues' memory. Returns false
  // when that is `spared`, or none holds enough.
  using FreeMemory = std::function<bool(const Session* spared)>;

  // Called with the publisher of a retained message that gave way to another.
  using RetainedGaveWay = std::function<void(std::string_view publisher)>;

  // All references outlive the router.
  Router(const Bounds& bounds, BrokerMemory& memory, const Authority& authority,
         Recording& recording, GiveUp give_up, FreeMemory free_memory,
         RetainedGaveWay retained_gave_way);

  // What to do with a message that would have to be recorded when there is no
  // room. It is recorded anyway if nobody could be told of a refusal.
  enum class WithoutRoom : std::uint8_t { kRefuse, kRecord };

  // Sends `message` to all subscribers, and retains it if it says so.
  //   publisher  whose no-local subscriptions do not get it; or null
  // Returns kSuccess, kNoMatchingSubscribers, or kQuotaExceeded if there is no
  // room to retain it, or no room to record it and it may be refused. Nobody
  // has received it then, unless it has QoS 0, whose publisher would not learn
  // of it. Throws std::bad_alloc; then nothing was sent. Gives up each session
  // for which it can't be queued.
  ReasonCode Publish(const MessagePointer& message, const Session* publisher,
                     WithoutRoom without_room, Time now);
  // Sends `message` only to `session`, if it subscribes to the topic. A lack of
  // room to record it does not refuse it. Throws std::bad_alloc; then nothing
  // has changed.
  void SendTo(Session& session, const MessagePointer& message, Time now);

  // Begins or changes a subscription, and notes that retained messages are due
  // for it. Returns the granted QoS or the reason for a refusal. Throws
  // std::bad_alloc; then the subscription is gone.
  [[nodiscard]] ReasonCode Subscribe(Session& session,
                                     const Subscription& subscription,
                                     std::uint32_t identifier);
  // Sends retained messages that are due, while nothing else waits for the
  // client, so that their number never exceeds a bound of its queue. Call it
  // again when the client has received something. Precondition: the connection
  // has a session.
  void SendRetained(Connection& connection, Time now);
  // Returns false when there was no such subscription.
  bool Unsubscribe(Session& session, std::string_view filter) noexcept;
  void UnsubscribeAll(Session& session) noexcept;

  // Ends what the session has lost the right to: subscriptions, messages that
  // wait for it and, while it has no connection, messages that would be sent
  // again.
  void RecheckRights(Session& session) noexcept;
  // Drops answers on their way that quote the collection, or one that is not
  // known; even sent ones, which would be sent again.
  void DropQuotes(Session& session, std::string_view collection) noexcept;
  // Drops what waits and has expired.
  void DropExpired(Session& session, Time now) noexcept;
  // Returns the retained messages that are recorded, the oldest first. Throws
  // std::bad_alloc.
  [[nodiscard]] std::vector<MessagePointer> RecordedRetained() const;
  // Removes a retained message for the sake of others.
  void GiveUpRetained(const MessagePointer& message);
  // Drops retained messages whose publisher has lost the right to publish them.
  void RecheckRetained() noexcept;
  void RemoveRetainedOf(std::string_view publisher) noexcept;
  void DropExpired(Time now) noexcept;

  // Restore recorded state after a restart. Throw std::bad_alloc without room;
  // return false for a subscription that is not well-formed or exceeds a bound.
  [[nodiscard]] bool RestoreSubscription(Session& session,
                                         const Subscribed& subscribed);
  void RestoreRetained(const MessagePointer& message);
  void RestoreUnretained(std::string_view topic) noexcept;
  void RecordRetained();
  // Returns null if there is none.
  [[nodiscard]] MessagePointer FindRetained(
      std::string_view topic) const noexcept {
    return retained_.Find(topic);
  }

  [[nodiscard]] std::size_t retained() const noexcept {
    return retained_.size();
  }
  // Returns the number of messages of QoS 0 that found no room in a queue.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

 private:
  using Matched = std::span<const SubscriptionTree::Match>;
  using OwnSubscriptions = decltype(Session::subscriptions);

  // Returns whether a lasting session gets the message.
  [[nodiscard]] static bool HasLastingReceiver(const Message& message,
                                               Matched matches) noexcept;
  [[nodiscard]] bool HasRoom(WithoutRoom without_room) const noexcept {
    return without_room == WithoutRoom::kRecord || recording_.has_room();
  }
  [[nodiscard]] bool Retain(const MessagePointer& message,
                            WithoutRoom without_room);
  // Keeps a copy, for which others give way. Returns false without room.
  [[nodiscard]] bool KeepRetained(const Message& message);
  template <typename Predicate>
  void RemoveRetained(const Predicate& is_stale) noexcept;
  // `matches` all belong to `session`, here and below.
  void Deliver(Session& session, const MessagePointer& message, Matched matches,
               Time now);
  // Checks the right only if no subscription has decided about it.
  [[nodiscard]] bool MayReceive(const Session& session, std::string_view topic,
                                Matched matches) const;
  // Sorts `matches`.
  void DeliverToAll(const MessagePointer& message,
                    std::span<SubscriptionTree::Match> matches, Time now);
  // Begins the subscription, or changes its options. Throws std::bad_alloc;
  // then the subscription is gone.
  [[nodiscard]] OwnSubscriptions::iterator KeepSubscription(
      Session& session, std::string_view filter,
      const SubscriptionOptions& options);
  // Gives up other sessions if memory has no room. Returns false if that does
  // not suffice, or a bound is exceeded.
  [[nodiscard]] bool EnqueueFor(Session& session, const MessagePointer& message,
                                Matched matches);
  // Queues the next retained message of a subscription. Returns false when none
  // can be queued now. Throws std::bad_alloc; then the message is still due.
  [[nodiscard]] bool EnqueueRetained(Session& session, Time now);

  const Bounds& bounds_;
  BrokerMemory& memory_;
  const Authority& authority_;
  Recording& recording_;
  const GiveUp give_up_;
  const FreeMemory free_memory_;
  const RetainedGaveWay retained_gave_way_;
  SubscriptionTree tree_;
  RetainedMessages retained_;
  std::uint64_t dropped_ = 0;
};

}  // namespace answerbox::daemon::mqtt
