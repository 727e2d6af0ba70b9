#include "daemon/identity/topic_filter.h"

#include <algorithm>

#include "protocol/names/topic.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kOwnLevel = "answerbox";

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
}

// A control character in a topic would get into the journal, and from there
// into the terminals of people who read it.
bool IsPlain(std::string_view text) {
  return protocol::CountLevels(text) <= kMaxTopicLevels &&
         std::ranges::none_of(text, IsControl);
}

}  // namespace

bool IsPlainTopic(std::string_view text) noexcept {
  return protocol::IsTopicName(text) && IsPlain(text);
}

bool IsPlainFilter(std::string_view text) noexcept {
  return protocol::IsTopicFilter(text) && IsPlain(text);
}

bool IsOwnTopic(std::string_view filter) noexcept {
  return filter.starts_with('$') ||
         filter.substr(0, filter.find('/')) == kOwnLevel;
}

ExpandedFilter::ExpandedFilter(std::string_view filter,
                               const TopicClient& client) noexcept {
  // Expands in one pass, so a percent sign within a value is not expanded
  // again.
  while (!filter.empty()) {
    const std::size_t percent = std::min(filter.find('%'), filter.size());
    if (!Append(filter.substr(0, percent))) return;
    filter.remove_prefix(percent);
    if (filter.empty()) break;
    const std::string_view mark = filter.substr(0, 2);
    const bool is_value = mark == "%u" || mark == "%c";
    if (is_value && !AppendValue(mark == "%u" ? client.user : client.id)) {
      return;
    }
    // Any other percent sign stands for itself.
    if (!is_value && !Append("%")) return;
    filter.remove_prefix(is_value ? mark.size() : 1);
  }
  is_whole_ = true;
}

bool ExpandedFilter::Append(std::string_view part) noexcept {
  if (part.size() > kMaxBytes - size_) return false;
  std::ranges::copy(part, bytes_.data() + size_);
  size_ += part.size();
  return true;
}

// A client must not widen what was granted by choosing a name with wildcards.
bool ExpandedFilter::AppendValue(std::string_view value) noexcept {
  return !value.empty() &&
         value.find_first_of("+#/") == std::string_view::npos && Append(value);
}

}  // namespace answerbox::daemon
