#include "daemon/protocol/mqtt/broker/subscription_tree.h"

#include <algorithm>
#include <new>
#include <utility>

#include "protocol/names/topic.h"

namespace answerbox::daemon::mqtt {
namespace {

// The first level, and the levels after its '/'. `is_last` if there is no '/'.
struct Split {
  std::string_view level;
  std::string_view rest;
  bool is_last;
};
Split SplitLevel(std::string_view topic) noexcept {
  const std::size_t slash = topic.find('/');
  if (slash == std::string_view::npos) return {topic, {}, true};
  return {topic.substr(0, slash), topic.substr(slash + 1), false};
}

// The group is empty if the filter is not shared.
protocol::SharedFilter GroupAndFilter(std::string_view filter) noexcept {
  return protocol::ReadSharedFilter(filter).value_or(
      protocol::SharedFilter{{}, filter});
}

auto FindSession(std::pmr::vector<SubscriptionTree::Match>& matches,
                 const Session& session) noexcept {
  return std::find_if(matches.begin(), matches.end(), [&](const auto& match) {
    return match.session == &session;
  });
}

void AddOrChange(std::pmr::vector<SubscriptionTree::Match>& matches,
                 Session& session, const SubscriptionOptions& options) {
  const auto found = FindSession(matches, session);
  if (found != matches.end()) {
    found->options = options;
  } else {
    matches.push_back({&session, options});
  }
}

}  // namespace

// The nodes on the way are made one by one, and stay empty until the last one
// gets the subscription. If memory fails, Remove takes the same way and removes
// them.
void SubscriptionTree::Add(std::string_view filter, Session& session,
                           const SubscriptionOptions& options) {
  const protocol::SharedFilter shared = GroupAndFilter(filter);
  try {
    Node* node = &root_;
    std::string_view rest = shared.filter;
    for (bool is_last = false; !is_last;) {
      const Split split = SplitLevel(rest);
      auto child = node->children.find(split.level);
      if (child == node->children.end()) {
        child = node->children.try_emplace(
            node->children.end(),
            std::pmr::string(split.level, node->children.get_allocator()));
      }
      node = &child->second;
      rest = split.rest;
      is_last = split.is_last;
    }
    AddTo(*node, shared.group, session, options);
  } catch (const std::bad_alloc&) {
    Remove(filter, session);  // Removes the nodes that were made for it.
    throw;
  }
}

// A group is completed before it is inserted: a group without members must not
// be seen.
void SubscriptionTree::AddTo(Node& node, std::string_view group,
                             Session& session,
                             const SubscriptionOptions& options) {
  if (group.empty()) return AddOrChange(node.subscriptions, session, options);
  auto found =
      std::find_if(node.groups.begin(), node.groups.end(),
                   [&](const Group& each) { return each.name == group; });
  if (found != node.groups.end()) {
    return AddOrChange(found->members, session, options);
  }
  Group added(node.groups.get_allocator());
  added.name = group;
  added.members.push_back({&session, options});
  node.groups.push_back(std::move(added));
}

void SubscriptionTree::Remove(std::string_view filter,
                              Session& session) noexcept {
  const protocol::SharedFilter shared = GroupAndFilter(filter);
  Remove(root_, shared.filter, shared.group, session);
}

// The recursion is as deep as the filter's levels, which are bounded. On the
// way back it removes nodes that are no longer needed.
void SubscriptionTree::Remove(Node& node, std::string_view rest,
                              std::string_view group,
                              const Session& session) noexcept {
  const Split split = SplitLevel(rest);
  const auto child = node.children.find(split.level);
  if (child == node.children.end()) return;
  if (split.is_last) {
    RemoveFrom(child->second, group, session);
  } else {
    Remove(child->second, split.rest, group, session);
  }
  if (child->second.IsEmpty()) node.children.erase(child);
}

void SubscriptionTree::RemoveFrom(Node& node, std::string_view group,
                                  const Session& session) noexcept {
  if (group.empty()) {
    const auto found = FindSession(node.subscriptions, session);
    if (found != node.subscriptions.end()) node.subscriptions.erase(found);
    return;
  }
  const auto shared =
      std::find_if(node.groups.begin(), node.groups.end(),
                   [&](const Group& each) { return each.name == group; });
  if (shared == node.groups.end()) return;
  const auto found = FindSession(shared->members, session);
  if (found != shared->members.end()) shared->members.erase(found);
  if (shared->members.empty()) node.groups.erase(shared);
}

// The members of a group take turns. Those without a connection are skipped,
// because a message for a group is most useful to a member that can receive it
// now. If none is connected, one keeps it in its queue.
void SubscriptionTree::Collect(Node& node, const Search& search) {
  search.matches.insert(search.matches.end(), node.subscriptions.begin(),
                        node.subscriptions.end());
  for (Group& group : node.groups) {
    const std::size_t count = group.members.size();
    std::size_t chosen = group.next % count;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t candidate = (group.next + i) % count;
      if (!search.is_connected(*group.members[candidate].session)) continue;
      chosen = candidate;
      break;
    }
    group.next = (chosen + 1) % count;
    search.matches.push_back(group.members[chosen]);
  }
}

void SubscriptionTree::Find(std::string_view topic, IsConnected is_connected,
                            std::pmr::vector<Match>& matches) {
  // [MQTT-4.7.2-1]
  const bool may_be_wildcard = !topic.starts_with('$');
  Find(root_, topic, may_be_wildcard, {is_connected, matches});
}

// Each level continues in at most three ways: the level's name, '+', and '#',
// which ends. So a topic of n levels visits at most 2^n nodes, and no more than
// exist; topic_levels bounds n.
void SubscriptionTree::Find(Node& node, std::string_view rest,
                            bool may_be_wildcard, const Search& search) {
  const Split split = SplitLevel(rest);
  const auto visit = [&](std::string_view name) {
    const auto child = node.children.find(name);
    if (child == node.children.end()) return;
    if (!split.is_last) return Find(child->second, split.rest, true, search);
    Collect(child->second, search);
    // "a/#" matches "a" too: section 4.7.1.2.
    const auto all = child->second.children.find(std::string_view("#"));
    if (all != child->second.children.end()) Collect(all->second, search);
  };
  visit(split.level);
  if (!may_be_wildcard) return;
  visit("+");
  const auto all = node.children.find(std::string_view("#"));
  if (all != node.children.end()) Collect(all->second, search);
}

}  // namespace answerbox::daemon::mqtt
