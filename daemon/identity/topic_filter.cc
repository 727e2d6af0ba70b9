#include "daemon/identity/topic_filter.h"

#include <algorithm>

namespace answerbox::daemon {
namespace {

constexpr std::string_view kOneLevel = "+";
constexpr std::string_view kAllLevels = "#";
constexpr std::string_view kWildcards = "+#";

// Takes one level after another.
class Levels {
 public:
  explicit Levels(std::string_view text) noexcept : rest_(text) {}

  // Nothing after the last one. A level may be empty.
  std::optional<std::string_view> Next() noexcept {
    if (!rest_) return std::nullopt;
    const std::size_t end = rest_->find('/');
    const std::string_view level = rest_->substr(0, end);
    if (end == std::string_view::npos) {
      rest_.reset();
    } else {
      rest_->remove_prefix(end + 1);
    }
    return level;
  }

 private:
  std::optional<std::string_view> rest_;
};

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7F';
}

bool IsWildcard(char c) { return c == '+' || c == '#'; }

bool HasTopicShape(std::string_view text) {
  return !text.empty() &&
         static_cast<std::size_t>(std::ranges::count(text, '/')) <
             kMaxTopicLevels &&
         std::ranges::none_of(text, IsControl);
}

}  // namespace

bool IsTopicName(std::string_view text) noexcept {
  return HasTopicShape(text) && std::ranges::none_of(text, IsWildcard);
}

bool IsTopicFilter(std::string_view text) noexcept {
  if (!HasTopicShape(text)) return false;
  Levels levels(text);
  bool is_over = false;
  while (const auto level = levels.Next()) {
    if (is_over) return false;  // "#" was not the last one.
    if (*level == kAllLevels) is_over = true;
    if (level->size() > 1 &&
        level->find_first_of(kWildcards) != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

bool Covers(std::string_view granted, std::string_view asked) noexcept {
  Levels granted_levels(granted);
  Levels asked_levels(asked);
  for (bool is_first = true;; is_first = false) {
    const auto grant = granted_levels.Next();
    const auto ask = asked_levels.Next();
    const bool asks_hidden = is_first && ask && ask->starts_with('$');
    if (grant == kAllLevels) return !asks_hidden;
    if (ask == kAllLevels) {
      // Every topic has a first level, so "+/#" matches what "#" does. After
      // it, "#" matches no level too, and only "#" covers that.
      return is_first && grant == kOneLevel &&
             granted_levels.Next() == kAllLevels;
    }
    if (!grant || !ask) return !grant && !ask;
    if (grant == kOneLevel) {
      if (asks_hidden) return false;
    } else if (grant != ask) {
      return false;
    }
  }
}

bool IsOwnTopic(std::string_view filter) noexcept {
  return filter.starts_with('$') || Levels(filter).Next() == "answerbox";
}

ExpandedFilter::ExpandedFilter(std::string_view filter,
                               const TopicClient& client) noexcept {
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

// A client must not widen what is granted by the name that it takes.
bool ExpandedFilter::AppendValue(std::string_view value) noexcept {
  return !value.empty() &&
         value.find_first_of("+#/") == std::string_view::npos && Append(value);
}

}  // namespace answerbox::daemon
