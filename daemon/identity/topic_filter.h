// Topic names and topic filters as MQTT has them (MQTT 5.0, section 4.7), for
// rights to topics. Levels are separated by '/'; in a filter, "+" stands for
// one level and a last "#" for any number of them, none included. Neither
// stands for a first level that begins with '$'. Allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::daemon {

// More are refused: no client needs them, and others have overflowed by them.
inline constexpr std::size_t kMaxTopicLevels = 16;

// 1 to kMaxTopicLevels levels without '+', '#' and control characters. That it
// is UTF-8 is the caller's to check.
[[nodiscard]] bool IsTopicName(std::string_view text) noexcept;
// The same, but a level may be "+", and the last one "#".
[[nodiscard]] bool IsTopicFilter(std::string_view text) noexcept;

// Whether every topic that `asked` matches is matched by `granted`. A topic
// name is the filter that matches itself alone. Linear.
// Precondition: both are topic filters.
[[nodiscard]] bool Covers(std::string_view granted,
                          std::string_view asked) noexcept;

// Whether it is, or may only match, a topic of the product's own: first level
// "answerbox", or one that begins with '$'.
[[nodiscard]] bool IsOwnTopic(std::string_view filter) noexcept;

// Who stands for %u and %c in a granted filter.
struct TopicClient {
  std::string_view user;
  std::string_view id;
};

// A granted filter with %u and %c replaced.
class ExpandedFilter {
 public:
  static constexpr std::size_t kMaxBytes = 1024;

  // Nothing is granted, text() is nothing, when a value that is needed is empty
  // or holds '+', '#' or '/', or the filter grows past kMaxBytes.
  ExpandedFilter(std::string_view filter, const TopicClient& client) noexcept;

  [[nodiscard]] std::optional<std::string_view> text() const noexcept {
    if (!is_whole_) return std::nullopt;
    return std::string_view(bytes_.data(), size_);
  }

 private:
  [[nodiscard]] bool Append(std::string_view part) noexcept;
  [[nodiscard]] bool AppendValue(std::string_view value) noexcept;

  std::array<char, kMaxBytes> bytes_;
  std::size_t size_ = 0;
  bool is_whole_ = false;
};

}  // namespace answerbox::daemon
