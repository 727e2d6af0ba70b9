// The last retained message of each topic: MQTT 5.0, section 3.3.1.3.
#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>
#include <string>
#include <string_view>

#include "daemon/protocol/mqtt/broker/message.h"

namespace answerbox::daemon::mqtt {

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
    for (const auto& [_, message] : messages_) take(*message);
  }
  [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }

 private:
  std::size_t max_messages_;
  // Keys point into their messages.
  std::pmr::map<std::string_view, MessagePointer> messages_;
};

}  // namespace answerbox::daemon::mqtt
