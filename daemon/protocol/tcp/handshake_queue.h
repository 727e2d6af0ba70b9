// Allows as many TLS handshakes at once as memory is reserved for. Others wait
// for their turn, so that when many clients connect at once, all get in one
// after the other. Addresses have turns and shares (daemon/shares). A client
// takes a place only once its first record is here. While others wait, a
// handshake whose client has stalled is dropped. So a client that begins many
// handshakes keeps nobody out for long.
#pragma once

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/basic_socket.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string_view>

#include "daemon/protocol/tcp/addresses.h"
#include "daemon/shares/turns.h"

namespace answerbox::daemon {

// --- The first record of a client, before anything is allocated for it

// RFC 8446, section 5.1: type, version, and the length of what follows.
inline constexpr std::size_t kRecordHeaderBytes = 5;
// Returns how many bytes must be there to know more of a record that begins so,
// or to have all of it; 0 if it is none of a handshake. Precondition: `begin`
// is not empty.
[[nodiscard]] constexpr std::size_t BytesOfRecord(
    std::string_view begin) noexcept {
  constexpr char kHandshake = 0x16;
  constexpr std::size_t kMaxRecordBytes = 1 << 14;
  if (begin[0] != kHandshake) return 0;
  if (begin.size() < kRecordHeaderBytes) return kRecordHeaderBytes;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(begin[i]));
  };
  const std::size_t length = byte(3) << 8 | byte(4);
  return kRecordHeaderBytes + std::min(length, kMaxRecordBytes);
}

// Returns whether the peer has closed the connection or lost it. A peer that
// has only closed its sending direction counts as gone: neither a handshake nor
// a login with it can go on. Precondition: the socket is open.
[[nodiscard]] bool IsPeerGone(
    boost::asio::basic_socket<boost::asio::ip::tcp>& socket) noexcept;

// Calls `call` once when the peer has sent a whole record of a handshake,
// something else, or has gone, or when the socket is closed. The socket lives
// as long as `call`. Throws std::bad_alloc.
void AwaitFirstRecord(boost::asio::basic_socket<boost::asio::ip::tcp>& socket,
                      std::function<void()> call);

// --- The queue

// A connection, as far as its handshake goes.
class HandshakeEnd {
 public:
  virtual void Start() = 0;
  // Calls `call` once when the peer has sent a whole record of TLS, something
  // else than TLS, or has gone. Not after Drop. Call it before Start. Throws
  // std::bad_alloc.
  virtual void WhenPeerSpeaks(std::function<void()> call) = 0;
  // Sets a function that is called once when the handshake is over, with why it
  // failed, if it did. Call it before Start.
  using OnHandshakeEnd = std::function<void(boost::system::error_code)>;
  virtual void WhenHandshakeEnds(OnHandshakeEnd call) = 0;
  // Closes at once.
  virtual void Drop() = 0;
  // Returns whether the handshake is under way.
  [[nodiscard]] virtual bool is_handshaking() const noexcept = 0;
  // Returns since when the handshake has waited for its peer; nothing while it
  // computes.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point>
  awaits_peer_since() const noexcept = 0;
  [[nodiscard]] virtual const NetworkPeer& peer() const noexcept = 0;

 protected:
  ~HandshakeEnd() = default;
};

// Used on the sockets' thread. Waiting connections count like others in the
// bounds of connections and memory.
class HandshakeQueue {
 public:
  // A client has to continue within this time, which is enough for a round trip
  // and for the keys that a slow processor computes. The time of this machine
  // does not count.
  static constexpr std::chrono::milliseconds kPatience{500};

  // Returns whether the connection's handshake has memory. If not, GoOn is
  // called when there may be some.
  using HasRoom = std::function<bool(const HandshakeEnd& end)>;

  // Called when a handshake has failed.
  using OnFailure =
      std::function<void(const NetworkPeer& peer, boost::system::error_code)>;

  // Makes an empty queue.
  //   longest_wait  for a client's first byte, and then for a turn; after it
  //                 the connection is closed
  //   patience      with a client that stalls while others wait
  HandshakeQueue(boost::asio::any_io_executor executor,
                 std::chrono::milliseconds longest_wait,
                 std::chrono::milliseconds patience, HasRoom has_room,
                 OnFailure on_failure);
  HandshakeQueue(const HandshakeQueue&) = delete;
  HandshakeQueue& operator=(const HandshakeQueue&) = delete;

  // Starts `end`, which was not started, in its turn after its client has sent
  // something.
  //   most  handshakes that may go on at once from now on; at least 1. One
  //         address has half of them at most
  void Add(std::shared_ptr<HandshakeEnd> end, std::size_t most);
  // Begins handshakes for which there is room.
  void GoOn() { StartNext(); }
  // Takes the connection out, if it is here and waits. The server drops it.
  void Forget(const HandshakeEnd& end);

  [[nodiscard]] std::size_t silent() const noexcept { return silent_.size(); }
  [[nodiscard]] std::size_t waiting() const noexcept { return turns_.size(); }

  // Forgets waiting connections. The server drops them first.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Waiting {
    std::shared_ptr<HandshakeEnd> end;
    Clock::time_point since;
  };
  struct UnderWay {
    std::weak_ptr<HandshakeEnd> end;
    Holder holder;
  };
  using Silent = std::list<Waiting>;

  void BeginTurn(Silent::iterator spoken);
  // Starts handshakes while there is room.
  void StartNext();
  void Start(const std::shared_ptr<HandshakeEnd>& end, const Holder& holder);
  void LookAgainLater();
  // Drops connections that have waited too long, and stalled handshakes.
  void DropLate(Clock::time_point now);
  void DropStalled(Clock::time_point now);

  const std::chrono::milliseconds longest_wait_;
  const std::chrono::milliseconds patience_;
  const HasRoom has_room_;
  const OnFailure on_failure_;
  std::size_t most_ = 1;
  Silent silent_;  // Longest first.
  Turns<Waiting> turns_;
  std::list<UnderWay> under_way_;  // Longest first.
  boost::asio::steady_timer timer_;
  bool is_timer_set_ = false;
};

}  // namespace answerbox::daemon
