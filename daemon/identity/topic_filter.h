// Topics and filters that rights are about: those of protocol/names, but no
// more than a client needs. Allocates nothing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace answerbox::daemon {

// More are refused: no client needs them, and others have overflowed by them.
inline constexpr std::size_t kMaxTopicLevels = 16;

// IsTopicName, with at most kMaxTopicLevels levels and without control
// characters. That it is UTF-8 is the caller's to check.
[[nodiscard]] bool IsPlainTopic(std::string_view text) noexcept;
// IsTopicFilter, with the same bounds.
[[nodiscard]] bool IsPlainFilter(std::string_view text) noexcept;

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
