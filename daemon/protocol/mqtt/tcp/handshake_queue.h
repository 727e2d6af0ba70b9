// Lets as many TLS handshakes go on at once as memory is set aside for. Others
// wait for their turn, so that a fleet that connects at once gets in, one
// client after the other. While others wait, a handshake that its client does
// not go on with gives way: who begins many of them keeps nobody out for long.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>

#include "daemon/protocol/mqtt/tcp/network_connection.h"

namespace answerbox::daemon::mqtt {

// Used on the sockets' thread. Those that wait are connections like others: the
// bounds of all connections and their memory hold for them.
class HandshakeQueue {
 public:
  // A client goes on within it: a round trip, and keys that a slow processor
  // computes. The time that this machine needs does not count.
  static constexpr std::chrono::milliseconds kPatience{500};

  //   longest_wait  for a turn; after it the connection is closed
  //   patience      with a client that does not go on while others wait
  HandshakeQueue(boost::asio::any_io_executor executor,
                 std::chrono::milliseconds longest_wait,
                 std::chrono::milliseconds patience);
  HandshakeQueue(const HandshakeQueue&) = delete;
  HandshakeQueue& operator=(const HandshakeQueue&) = delete;

  // Starts `end`, which was not started, now or in its turn.
  //   most  handshakes that may go on at once from now on; at least 1
  void Add(std::shared_ptr<NetworkEnd> end, std::size_t most);

  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }

  // Forgets those that wait. The server drops them before.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Waiting {
    std::shared_ptr<NetworkEnd> end;
    Clock::time_point since;
  };

  // Starts those for whom there is room.
  void StartNext();
  void Start(const std::shared_ptr<NetworkEnd>& end);
  void LookAgainLater();
  // Drops those that have waited too long, and has stalled handshakes give way.
  void DropLate(Clock::time_point now);

  const std::chrono::milliseconds longest_wait_;
  const std::chrono::milliseconds patience_;
  std::size_t most_ = 1;
  std::list<Waiting> waiting_;  // The one that has waited longest first.
  std::list<std::weak_ptr<NetworkEnd>> under_way_;
  boost::asio::steady_timer timer_;
  bool is_timer_set_ = false;
};

}  // namespace answerbox::daemon::mqtt
