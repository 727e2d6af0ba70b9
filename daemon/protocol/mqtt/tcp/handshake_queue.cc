#include "daemon/protocol/mqtt/tcp/handshake_queue.h"

#include <new>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

// How often stalled handshakes are looked for while others wait.
constexpr std::chrono::milliseconds kLookInterval{100};

bool IsUnderWay(const std::weak_ptr<NetworkEnd>& weak) {
  const auto end = weak.lock();
  return end != nullptr && end->is_handshaking();
}

}  // namespace

HandshakeQueue::HandshakeQueue(boost::asio::any_io_executor executor,
                               std::chrono::milliseconds longest_wait,
                               std::chrono::milliseconds patience)
    : longest_wait_(longest_wait),
      patience_(patience),
      timer_(std::move(executor)) {}

// All wait in the queue first, so that nobody overtakes.
void HandshakeQueue::Add(std::shared_ptr<NetworkEnd> end, std::size_t most) {
  most_ = most;
  try {
    waiting_.push_back({end, Clock::now()});
  } catch (const std::bad_alloc&) {
    return end->Drop();
  }
  StartNext();
}

void HandshakeQueue::StartNext() {
  // A weak pointer would keep the connection's memory.
  under_way_.remove_if([](const auto& weak) { return !IsUnderWay(weak); });
  while (!waiting_.empty() && under_way_.size() < most_) {
    const auto next = std::move(waiting_.front().end);
    waiting_.pop_front();
    Start(next);
  }
  if (!waiting_.empty()) LookAgainLater();
}

void HandshakeQueue::Start(const std::shared_ptr<NetworkEnd>& end) {
  try {
    under_way_.push_back(end);
    end->WhenHandshakeEnds([this] { StartNext(); });
    end->Start();
  } catch (const std::bad_alloc&) {
    end->Drop();  // This one closes; the others go on.
  }
}

// A timer runs only while somebody waits.
void HandshakeQueue::LookAgainLater() {
  if (std::exchange(is_timer_set_, true)) return;
  timer_.expires_after(kLookInterval);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled) return;
    is_timer_set_ = false;
    DropLate(Clock::now());
    StartNext();
  });
}

// A handshake that stalls gives way only to somebody who waits, and no more of
// them than wait: a slow client on an idle server has all its time.
void HandshakeQueue::DropLate(Clock::time_point now) {
  while (!waiting_.empty() && now - waiting_.front().since >= longest_wait_) {
    waiting_.front().end->Drop();
    waiting_.pop_front();
  }
  std::size_t wanted = waiting_.size();
  for (const auto& weak : under_way_) {
    if (wanted == 0) return;
    const auto end = weak.lock();
    if (end == nullptr || !end->is_handshaking()) continue;
    const auto since = end->awaits_peer_since();
    if (!since || now - *since < patience_) continue;
    end->Drop();
    --wanted;
  }
}

void HandshakeQueue::Stop() {
  timer_.cancel();
  waiting_.clear();
}

}  // namespace answerbox::daemon::mqtt
