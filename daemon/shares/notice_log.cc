#include "daemon/shares/notice_log.h"

#include <algorithm>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

// From one line of a kind to the next.
constexpr std::chrono::minutes kInterval{1};

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
    if (entry.logged && now - *entry.logged < kInterval) return;
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

void NoticeLog::TellLeftOut(Clock::time_point now) {
  if (minute_ != Clock::time_point() && now - minute_ < kInterval) return;
  minute_ = now;
  lines_ = 0;
  if (left_out_ == 0) return;
  platform::Log(platform::Priority::kWarning,
                "clients failed " + std::to_string(left_out_) +
                    " times more than is told here within a minute");
  left_out_ = 0;
}

bool NoticeLog::Tell(Notice notice, std::string_view client,
                     std::string_view line, Clock::time_point now) {
  TellLeftOut(now);
  auto found = std::ranges::find_if(told_, [&](const Told& one) {
    return one.notice == notice && one.client == client;
  });
  const bool is_known = found != told_.end();
  if (is_known && now - found->at < kInterval) {
    ++found->left_out;
    return false;
  }
  if (lines_ >= kMaxLines) {
    ++left_out_;
    return false;
  }
  if (!is_known) {
    found = std::ranges::min_element(told_, {}, &Told::at);
    left_out_ += found->left_out;
  }
  ++lines_;
  std::string text(line);
  if (is_known && found->left_out > 0) {
    text += " (and " + std::to_string(found->left_out) + " times before)";
  }
  *found = {notice, std::string(client), now, 0};
  platform::Log(platform::Priority::kWarning, text);
  return true;
}

}  // namespace answerbox::daemon
