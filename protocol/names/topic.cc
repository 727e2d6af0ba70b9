#include "protocol/names/topic.h"

#include <algorithm>

namespace answerbox::protocol {
namespace {

constexpr std::size_t kMaxTopicBytes = 65535;
constexpr std::string_view kSharePrefix = "$share/";
constexpr std::string_view kWildcards = "+#";

// The levels of a topic or a filter, one after the other.
class Levels {
 public:
  explicit Levels(std::string_view topic) noexcept : rest_(topic) {}

  // Absent after the last. A level may be empty.
  [[nodiscard]] std::optional<std::string_view> Next() noexcept {
    if (is_done_) return std::nullopt;
    const std::size_t end = rest_.find('/');
    const std::string_view level = rest_.substr(0, end);
    is_done_ = end == std::string_view::npos;
    if (!is_done_) rest_.remove_prefix(end + 1);
    return level;
  }
  [[nodiscard]] bool is_done() const noexcept { return is_done_; }

 private:
  std::string_view rest_;
  bool is_done_ = false;
};

bool HasTopicLength(std::string_view topic) noexcept {
  return !topic.empty() && topic.size() <= kMaxTopicBytes;
}

bool HasWildcard(std::string_view text) noexcept {
  return text.find_first_of(kWildcards) != std::string_view::npos;
}

}  // namespace

bool IsTopicName(std::string_view topic) noexcept {
  return HasTopicLength(topic) && !HasWildcard(topic) &&
         topic.find('\0') == std::string_view::npos;
}

bool IsTopicFilter(std::string_view filter) noexcept {
  if (!HasTopicLength(filter) || filter.find('\0') != std::string_view::npos) {
    return false;
  }
  Levels levels(filter);
  while (const std::optional<std::string_view> level = levels.Next()) {
    if (HasWildcard(*level) && level->size() != 1) return false;
    if (*level == "#" && !levels.is_done()) return false;
  }
  return true;
}

std::size_t CountLevels(std::string_view topic) noexcept {
  return static_cast<std::size_t>(std::ranges::count(topic, '/')) + 1;
}

bool Matches(std::string_view filter, std::string_view topic) noexcept {
  if (topic.starts_with('$') && HasWildcard(filter.substr(0, 1))) return false;
  Levels wanted(filter);
  Levels names(topic);
  while (const std::optional<std::string_view> level = wanted.Next()) {
    // Also where the topic has ended: "a/#" matches "a" [MQTT-4.7.1-2].
    if (*level == "#") return true;
    const std::optional<std::string_view> name = names.Next();
    if (!name || (*level != "+" && *level != *name)) return false;
  }
  return names.is_done();
}

bool Covers(std::string_view granted, std::string_view asked) noexcept {
  Levels granted_levels(granted);
  Levels asked_levels(asked);
  for (bool is_first = true;; is_first = false) {
    const auto grant = granted_levels.Next();
    const auto ask = asked_levels.Next();
    const bool asks_hidden = is_first && ask && ask->starts_with('$');
    if (grant == "#") return !asks_hidden;
    if (ask == "#") {
      // Every topic has a first level, so "+/#" matches what "#" does. After
      // it, "#" matches no level too, and only "#" covers that.
      return is_first && grant == "+" && granted_levels.Next() == "#";
    }
    if (!grant || !ask) return !grant && !ask;
    if (grant == "+") {
      if (asks_hidden) return false;
    } else if (grant != ask) {
      return false;
    }
  }
}

std::optional<SharedFilter> ReadSharedFilter(std::string_view filter) noexcept {
  if (!filter.starts_with(kSharePrefix)) return std::nullopt;
  filter.remove_prefix(kSharePrefix.size());
  const std::size_t group_end = filter.find('/');
  if (group_end == std::string_view::npos) return SharedFilter{};
  const SharedFilter shared = {.group = filter.substr(0, group_end),
                               .filter = filter.substr(group_end + 1)};
  if (shared.group.empty() || HasWildcard(shared.group) ||
      !IsTopicFilter(shared.filter)) {
    return SharedFilter{};
  }
  return shared;
}

}  // namespace answerbox::protocol
