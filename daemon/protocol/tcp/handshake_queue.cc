#include "daemon/protocol/tcp/handshake_queue.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <new>
#include <utility>

namespace answerbox::daemon {
namespace {

using Socket = boost::asio::basic_socket<boost::asio::ip::tcp>;
using boost::system::error_code;

std::size_t BytesToAwait(Socket& socket) {
  std::array<char, kRecordHeaderBytes> begin{};
  const auto size = ::recv(socket.native_handle(), begin.data(), begin.size(),
                           MSG_PEEK | MSG_DONTWAIT);
  if (size <= 0) return 1;
  return BytesOfRecord({begin.data(), static_cast<std::size_t>(size)});
}

// The bytes stay in the kernel, where they take none of our memory. Its low
// watermark says when there are enough. Asio may call before.
void AwaitBytes(Socket& socket, std::size_t wanted,
                std::function<void()> call) {
  error_code ignored;
  socket.set_option(Socket::receive_low_watermark(static_cast<int>(wanted)),
                    ignored);
  socket.async_wait(
      Socket::wait_read, [&socket, call = std::move(call)](error_code) {
        if (!socket.is_open()) return call();
        error_code ended;
        const std::size_t needed = BytesToAwait(socket);
        if (socket.available(ended) < needed && !IsPeerGone(socket)) {
          return AwaitBytes(socket, needed, call);
        }
        socket.set_option(Socket::receive_low_watermark(1), ended);
        call();
      });
}

}  // namespace

bool IsPeerGone(Socket& socket) noexcept {
  pollfd hangup{
      .fd = socket.native_handle(), .events = POLLRDHUP, .revents = 0};
  return ::poll(&hangup, 1, 0) == 1;
}

void AwaitFirstRecord(Socket& socket, std::function<void()> call) {
  AwaitBytes(socket, 1, std::move(call));
}

namespace {

// How often to look for stalled handshakes while others wait.
constexpr std::chrono::milliseconds kLookInterval{100};

bool IsUnderWay(const std::weak_ptr<HandshakeEnd>& weak) {
  const auto end = weak.lock();
  return end != nullptr && end->is_handshaking();
}

}  // namespace

HandshakeQueue::HandshakeQueue(boost::asio::any_io_executor executor,
                               std::chrono::milliseconds longest_wait,
                               std::chrono::milliseconds patience,
                               HasRoom has_room, OnFailure on_failure)
    : longest_wait_(longest_wait),
      patience_(patience),
      has_room_(std::move(has_room)),
      on_failure_(std::move(on_failure)),
      timer_(std::move(executor)) {}

// All of them go through the queue, so that nobody overtakes.
void HandshakeQueue::Add(std::shared_ptr<HandshakeEnd> end, std::size_t most) {
  most_ = most;
  const auto place = silent_.insert(silent_.end(), {end, Clock::now()});
  try {
    end->WhenPeerSpeaks([this, place] { BeginTurn(place); });
  } catch (const std::bad_alloc&) {
    silent_.erase(place);
    return end->Drop();
  }
  LookAgainLater();
}

// A connection that was dropped is in no list any more, and its peer is not
// heard: so `spoken` is valid.
void HandshakeQueue::BeginTurn(Silent::iterator spoken) {
  const auto end = std::move(spoken->end);
  silent_.erase(spoken);
  try {
    turns_.Add({std::string(end->peer().origin()), {}}, {end, Clock::now()});
  } catch (const std::bad_alloc&) {
    return end->Drop();
  }
  StartNext();
}

void HandshakeQueue::Forget(const HandshakeEnd& end) {
  const auto is_it = [&](const Waiting& one) { return one.end.get() == &end; };
  // Mostly the oldest silent one gives way.
  const auto silent = std::ranges::find_if(silent_, is_it);
  if (silent != silent_.end()) return static_cast<void>(silent_.erase(silent));
  static_cast<void>(turns_.TakeIf(is_it));
}

void HandshakeQueue::StartNext() {
  // A weak pointer would keep the connection's memory.
  under_way_.remove_if([this](const UnderWay& one) {
    if (IsUnderWay(one.end)) return false;
    turns_.Finish(one.holder);
    return true;
  });
  const std::size_t share = std::max<std::size_t>(1, most_ / 2);
  while (under_way_.size() < most_) {
    auto next = turns_.TakeNext(
        [share](const Waiting&, const std::string&, std::size_t of_address) {
          return of_address < share;
        });
    if (!next) break;
    if (!has_room_(*next->item.end)) {
      turns_.Finish(next->holder);
      turns_.Add(next->holder, std::move(next->item));
      break;
    }
    Start(next->item.end, next->holder);
  }
  if (turns_.size() > 0) LookAgainLater();
}

void HandshakeQueue::Start(const std::shared_ptr<HandshakeEnd>& end,
                           const Holder& holder) {
  under_way_.push_back({end, holder});
  try {
    end->WhenHandshakeEnds(
        [this, peer = end->peer()](boost::system::error_code error) {
          if (error) on_failure_(peer, error);
          StartNext();
        });
    end->Start();
  } catch (const std::bad_alloc&) {
    end->Drop();  // Closes this one; the others go on.
  }
}

// The timer runs only while somebody waits.
void HandshakeQueue::LookAgainLater() {
  if (std::exchange(is_timer_set_, true)) return;
  timer_.expires_after(kLookInterval);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled) return;
    is_timer_set_ = false;
    DropLate(Clock::now());
    StartNext();
    if (!silent_.empty()) LookAgainLater();
  });
}

void HandshakeQueue::DropLate(Clock::time_point now) {
  const auto is_late = [&](const Waiting& waiting) {
    return now - waiting.since >= longest_wait_;
  };
  while (!silent_.empty() && is_late(silent_.front())) {
    const auto end = std::move(silent_.front().end);
    silent_.pop_front();
    end->Drop();
  }
  for (const Waiting& late : turns_.TakeIf(is_late)) late.end->Drop();
  DropStalled(now);
}

// Stalled handshakes are dropped only for the sake of others that wait, and no
// more of them than wait. So a slow client on an idle server has all its time,
// and a flood from one address costs another one nothing while places are left.
void HandshakeQueue::DropStalled(Clock::time_point now) {
  std::size_t wanted = turns_.size();
  const bool is_full = under_way_.size() >= most_;
  for (const UnderWay& one : under_way_) {
    if (wanted == 0) return;
    const auto end = one.end.lock();
    if (end == nullptr || !end->is_handshaking()) continue;
    const auto since = end->awaits_peer_since();
    if (!since || now - *since < patience_) continue;
    if (!is_full && turns_.WaitingOf(one.holder.name) == 0) continue;
    end->Drop();
    --wanted;
  }
}

void HandshakeQueue::Stop() {
  timer_.cancel();
  silent_.clear();
  static_cast<void>(turns_.TakeIf([](const Waiting&) { return true; }));
}

}  // namespace answerbox::daemon
