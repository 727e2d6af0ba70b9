#include "daemon/protocol/mqtt/broker/retained_messages.h"

#include <utility>

#include "daemon/topics/topic.h"

namespace answerbox::daemon::mqtt {

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

}  // namespace answerbox::daemon::mqtt
