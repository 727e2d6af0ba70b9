#include "daemon/shares/notice_log.h"

#include <algorithm>

#include "platform/service/journal.h"

namespace answerbox::daemon {
namespace {

constexpr std::chrono::minutes kInterval{1};

}  // namespace

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
