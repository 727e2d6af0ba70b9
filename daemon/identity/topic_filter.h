// Topics and filters that rights are about: those of protocol/names, with
// tighter bounds. Allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::daemon {

// Topics with more levels are refused: no client needs them, and deep topics
// have overflowed the stack of another broker.
inline constexpr std::size_t kMaxTopicLevels = 16;

// Returns whether IsTopicName holds, with at most kMaxTopicLevels levels and
// without control characters. The caller checks that the text is UTF-8.
[[nodiscard]] bool IsPlainTopic(std::string_view text) noexcept;
// Returns whether IsTopicFilter holds, with the same bounds.
[[nodiscard]] bool IsPlainFilter(std::string_view text) noexcept;

// Returns whether the filter is, or can only match, a topic of the product's
// own: the first level is "answerbox", or begins with '$'.
[[nodiscard]] bool IsOwnTopic(std::string_view filter) noexcept;

// The client whose names replace %u and %c in a granted filter.
struct TopicClient {
  std::string_view user;
  std::string_view id;
};

// A granted filter with %u and %c replaced.
class ExpandedFilter {
 public:
  static constexpr std::size_t kMaxBytes = 1024;

  // The filter grants nothing, and text() is nothing, when a value that it
  // needs is empty or holds '+', '#' or '/', or when the filter grows past
  // kMaxBytes.
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
