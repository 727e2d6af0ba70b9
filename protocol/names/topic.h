// Topic names and topic filters as the standard has them: MQTT 5.0, section
// 4.7. Knows nothing of packets, sessions or rights. Allocates nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::protocol {

// Topics and filters are UTF-8 of 1 to 65,535 bytes, levels parted by '/'.
// Nothing here recurses: a topic of many levels takes no stack.

// Whether `topic` can be published to: not empty, without '+', '#' and U+0000.
[[nodiscard]] bool IsTopicName(std::string_view topic) noexcept;

// Whether `filter` can be subscribed to, without a "$share/NAME/" in front:
// '+' stands alone in its level, '#' alone in the last.
[[nodiscard]] bool IsTopicFilter(std::string_view filter) noexcept;

// The number of levels: 1 more than there are '/'.
[[nodiscard]] std::size_t CountLevels(std::string_view topic) noexcept;

// Whether `filter` matches `topic`. A wildcard in the first level matches no
// topic that starts with '$' [MQTT-4.7.2-1].
// Precondition: IsTopicFilter(filter) and IsTopicName(topic).
[[nodiscard]] bool Matches(std::string_view filter,
                           std::string_view topic) noexcept;

// Whether every topic that `asked` matches is matched by `granted`. A topic
// name is the filter that matches itself alone. Linear.
// Precondition: both are topic filters.
[[nodiscard]] bool Covers(std::string_view granted,
                          std::string_view asked) noexcept;

// "$share/GROUP/FILTER": section 4.8.2.
struct SharedFilter {
  std::string_view group;
  std::string_view filter;
};
// Absent where `filter` does not start with "$share/". Both are empty where it
// does, but is not well-formed: a group is not empty, without '/', '+' and '#'.
[[nodiscard]] std::optional<SharedFilter> ReadSharedFilter(
    std::string_view filter) noexcept;

}  // namespace answerbox::protocol
