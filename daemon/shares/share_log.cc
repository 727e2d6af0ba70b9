#include "daemon/shares/share_log.h"

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

constexpr std::chrono::minutes kLogInterval{1};

struct Words {
  std::string_view name;
  std::string_view what;    // Gave way.
  std::string_view remedy;  // What to look at.
};

constexpr std::array<Words, kAllShared.size()> kWords = {{
    {"questions", "the newest waiting question of ",
     "; others were answered instead. Look at what it asks, or raise "
     "max_questions"},
    {"mqtt_connections", "the idlest MQTT connection of ",
     "; it has the most. Look at what connects, or raise mqtt_max_connections "
     "or "
     "mqtt_memory_bytes"},
    {"mqtt_sessions", "the oldest idle MQTT session of ",
     "; it has the most. A client that takes a new id at each start leaves "
     "them: give it one id, or lower mqtt_session_hours"},
    {"mqtt_retained", "the oldest retained MQTT message of ",
     "; it has the most. Look what it retains, or raise mqtt_memory_bytes"},
    {"logins", "a waiting login from ",
     "; the most wait from there. Look who tries passwords"},
    {"handshakes", "a connection that is not logged in, from ",
     "; the most are open from there. Look at what connects"},
}};

std::size_t IndexOf(Shared shared) noexcept {
  return static_cast<std::size_t>(shared);
}

}  // namespace

std::string_view NameOf(Shared shared) noexcept {
  return kWords[IndexOf(shared)].name;
}

ShareLog::ShareLog() {
  for (Entry& entry : entries_) entry.gave_way.holder.reserve(kMaxHolderBytes);
}

void ShareLog::Note(Shared shared, std::string_view holder,
                    Clock::time_point now) noexcept {
  const std::string_view name = holder.substr(0, kMaxHolderBytes);
  {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[IndexOf(shared)];
    ++entry.gave_way.count;
    entry.gave_way.holder.assign(name);
    if (entry.logged && now - *entry.logged < kLogInterval) return;
    entry.logged = now;
  }
  const Words& words = kWords[IndexOf(shared)];
  platform::Log(platform::Priority::kWarning, platform::LogText()
                                                  .Add(words.what)
                                                  .Add(name)
                                                  .Add(" gave way")
                                                  .Add(words.remedy)
                                                  .text());
}

ShareLog::GaveWay ShareLog::Read(Shared shared) const {
  const std::lock_guard lock(mutex_);
  return entries_[IndexOf(shared)].gave_way;
}

}  // namespace answerbox::daemon
