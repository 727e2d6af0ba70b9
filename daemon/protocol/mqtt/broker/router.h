// Brings messages to the sessions that subscribe to their topics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/broker/message.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/retained_messages.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/broker/subscription_tree.h"

namespace answerbox::daemon::mqtt {

class Router {
 public:
  // Called for a session that can't be served any more: a queue bound is
  // passed, or it holds memory that others need. Frees its messages; ends it
  // after the packet that is being handled.
  using GiveUp = std::function<void(Session& session)>;
  // Has the session that holds most memory, but not `spared`, give it up. False
  // when none holds any worth it.
  using FreeMemory = std::function<bool(const Session* spared)>;

  Router(const Bounds& bounds, BrokerMemory& memory, const Authority& authority,
         GiveUp give_up, FreeMemory free_memory);

  // Sends `message` to all who subscribe, and retains it where it says so.
  //   publisher  whose subscriptions without own messages do not get it; or
  //   null
  // Returns kSuccess, kNoMatchingSubscribers, or kQuotaExceeded where it could
  // not be retained: then it was sent all the same.
  ReasonCode Publish(const MessagePointer& message, const Session* publisher,
                     Time now);
  // Sends `message` to `session` alone, if it subscribes to the topic.
  void SendTo(Session& session, const MessagePointer& message, Time now);

  // Begins or changes a subscription. Returns the granted QoS or why not.
  //   is_new  out: whether there was none with this filter
  [[nodiscard]] ReasonCode Subscribe(Session& session,
                                     const Subscription& subscription,
                                     std::uint32_t identifier, bool& is_new);
  // What is retained for a subscription that was made.
  void SendRetained(Session& session, const Subscription& subscription,
                    std::uint32_t identifier, bool is_new, Time now);
  // False when there was no such subscription.
  bool Unsubscribe(Session& session, std::string_view filter) noexcept;
  void UnsubscribeAll(Session& session) noexcept;

  // Ends what the session has lost the right to: subscriptions and messages
  // that wait for it.
  void RecheckRights(Session& session) noexcept;
  // Drops retained messages that have expired, or whose publisher has lost the
  // right to publish them.
  void RecheckRetained(Time now) noexcept;

  [[nodiscard]] std::size_t retained() const noexcept {
    return retained_.size();
  }
  // Messages of QoS 0 that found no room in a queue.
  [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

 private:
  [[nodiscard]] bool Retain(const MessagePointer& message);
  void Deliver(Session& session, Delivery delivery, Time now);
  [[nodiscard]] bool EnqueueOrFreeMemory(Session& session, Delivery& delivery);

  const Bounds& bounds_;
  BrokerMemory& memory_;
  const Authority& authority_;
  const GiveUp give_up_;
  const FreeMemory free_memory_;
  SubscriptionTree tree_;
  RetainedMessages retained_;
  std::pmr::vector<SubscriptionTree::Match> matches_;  // Of one message.
  std::uint64_t dropped_ = 0;
};

}  // namespace answerbox::daemon::mqtt
