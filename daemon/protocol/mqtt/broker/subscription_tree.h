// Finds the sessions that get a message: all subscriptions, as a tree of topic
// levels. Its depth is bounded by the levels that a filter may have, which the
// caller of Add checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/protocol/mqtt/codec/packet.h"

namespace answerbox::daemon::mqtt {

struct Session;

struct SubscriptionOptions {
  QoS maximum_qos = QoS::kAtMostOnce;
  bool is_no_local = false;
  bool is_retain_as_published = false;
  std::uint32_t identifier = 0;  // 0: none.
  // Authority::generation() when the session's right to subscribe was last
  // checked; 0: its rights are checked with each message.
  std::uint64_t allowed_in = 0;
};

class SubscriptionTree {
 public:
  struct Match {
    Session* session;
    SubscriptionOptions options;
  };
  using IsConnected = bool (*)(const Session& session);

  explicit SubscriptionTree(std::pmr::memory_resource& memory)
      : root_(std::pmr::polymorphic_allocator<>(&memory)) {}
  SubscriptionTree(const SubscriptionTree&) = delete;
  SubscriptionTree& operator=(const SubscriptionTree&) = delete;

  // Adds a subscription, or changes the options of an existing one. `filter`
  // may be shared. Throws std::bad_alloc; then nothing has changed.
  void Add(std::string_view filter, Session& session,
           const SubscriptionOptions& options);
  // Does nothing when there is no such subscription.
  void Remove(std::string_view filter, Session& session) noexcept;

  // Appends each subscription that matches `topic`. Of those that share a
  // group, only one is appended: that of the next connected member, or of the
  // next member if none is connected. A session may appear more than once.
  void Find(std::string_view topic, IsConnected is_connected,
            std::pmr::vector<Match>& matches);

 private:
  struct Group {
    using allocator_type = std::pmr::polymorphic_allocator<>;
    explicit Group(const allocator_type& memory)
        : name(memory), members(memory) {}
    Group(const Group& other, const allocator_type& memory)
        : name(other.name, memory),
          members(other.members, memory),
          next(other.next) {}
    Group(Group&& other, const allocator_type& memory)
        : name(std::move(other.name), memory),
          members(std::move(other.members), memory),
          next(other.next) {}
    Group(Group&&) = default;
    Group& operator=(Group&&) = default;

    std::pmr::string name;
    std::pmr::vector<Match> members;
    std::size_t next = 0;
  };
  struct Node {
    using allocator_type = std::pmr::polymorphic_allocator<>;
    explicit Node(const allocator_type& memory)
        : children(memory), subscriptions(memory), groups(memory) {}

    [[nodiscard]] bool IsEmpty() const noexcept {
      return children.empty() && subscriptions.empty() && groups.empty();
    }

    std::pmr::map<std::pmr::string, Node, std::less<>> children;
    std::pmr::vector<Match> subscriptions;
    std::pmr::vector<Group> groups;
  };
  struct Search {
    IsConnected is_connected;
    std::pmr::vector<Match>& matches;
  };

  static void AddTo(Node& node, std::string_view group, Session& session,
                    const SubscriptionOptions& options);
  static void RemoveFrom(Node& node, std::string_view group,
                         const Session& session) noexcept;
  // Removes the subscription below `node` and the nodes that become empty.
  static void Remove(Node& node, std::string_view rest, std::string_view group,
                     const Session& session) noexcept;
  static void Collect(Node& node, const Search& search);
  // `rest` holds the remaining levels of the topic to match below `node`.
  static void Find(Node& node, std::string_view rest, bool may_be_wildcard,
                   const Search& search);

  Node root_;
};

}  // namespace answerbox::daemon::mqtt
