#include "daemon/protocol/http/codec/request_rate.h"

#include <algorithm>

namespace answerbox::daemon::http {

RequestRate::RequestRate(std::size_t per_minute)
    : interval_(Clock::duration(std::chrono::minutes(1)) /
                static_cast<Clock::rep>(per_minute)),
      burst_(std::max<Clock::duration>(interval_, std::chrono::seconds(15))) {}

std::optional<std::chrono::seconds> RequestRate::Count(std::string_view address,
                                                       Clock::time_point now) {
  auto found = full_at_.find(address);
  if (found == full_at_.end()) {
    if (full_at_.size() >= kMaxAddresses) MakeRoom(now);
    found = full_at_.emplace(address, now).first;
  }
  const Clock::time_point full_at = std::max(found->second, now) + interval_;
  if (full_at > now + burst_) {
    return std::chrono::ceil<std::chrono::seconds>(full_at - now - burst_);
  }
  found->second = full_at;
  return std::nullopt;
}

// Those that could ask as if they were new are forgotten without loss.
void RequestRate::MakeRoom(Clock::time_point now) {
  std::erase_if(full_at_, [now](const auto& one) { return one.second <= now; });
  if (full_at_.size() < kMaxAddresses) return;
  full_at_.erase(std::ranges::min_element(
      full_at_, {}, [](const auto& one) { return one.second; }));
}

}  // namespace answerbox::daemon::http
