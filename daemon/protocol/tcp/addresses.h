// The addresses that clients connect to over TCP, and how many connections each
// client address has.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"

namespace answerbox::daemon {

// What is known of a client below its protocol.
struct NetworkPeer {
  bool is_loopback = false;
  // The common name of a certificate that was checked; empty without one.
  std::string certificate_name;
  std::string address;  // As text, for the journal and for slowing logins.

  // In whose share it counts. A program of this machine may serve many people,
  // but it is one peer.
  [[nodiscard]] std::string_view origin() const noexcept {
    return is_loopback ? "this machine" : std::string_view(address);
  }
};

// "127.0.0.1:1883", "[::1]:8883".
// `text` is an IP address, one of IPv6 in brackets, or "localhost", which is
// 127.0.0.1; a colon; a port from 1 to 65,535. Names are not looked up: the
// network may not be there yet when the daemon starts.
// Errors: kInvalidParams
[[nodiscard]] Result<boost::asio::ip::tcp::endpoint> ReadListenAddress(
    std::string_view text);

// Reads addresses with commas between them; none in an empty text.
// Errors: kInvalidParams
[[nodiscard]] Result<std::vector<boost::asio::ip::tcp::endpoint>>
ReadListenAddresses(std::string_view text);

// "127.0.0.1:1883", "[::1]:8883".
[[nodiscard]] std::string Describe(
    const boost::asio::ip::tcp::endpoint& endpoint);

// What is known of the client at the other end. An IPv6 socket may accept IPv4
// too: its IPv4 clients are treated as at an IPv4 socket.
[[nodiscard]] NetworkPeer PeerOf(const boost::asio::ip::tcp::socket& socket);

// Bounds the connections of each address, so that one machine does not take the
// places of all others. This machine's own addresses are not bounded: whoever
// runs programs here can harm the daemon otherwise, and such a program may
// serve many people.
class AddressBound {
 public:
  // Makes the bound.
  //   most  connections of one address
  explicit AddressBound(std::size_t most) noexcept : most_(most) {}

  // Counts a connection. Returns false, and counts nothing, if the address has
  // as many as it may. Throws std::bad_alloc; then nothing was counted.
  [[nodiscard]] bool TryTake(std::string_view address) {
    auto found = counts_.find(address);
    if (found == counts_.end()) {
      found = counts_.emplace(address, 0).first;
    }
    if (found->second >= most_) return false;
    ++found->second;
    return true;
  }
  // Returns whether TryTake would return true for the peer, or it is not
  // bounded.
  [[nodiscard]] bool HasRoomFor(const NetworkPeer& peer) const noexcept {
    if (peer.is_loopback) return true;
    const auto found = counts_.find(peer.address);
    return found == counts_.end() || found->second < most_;
  }
  // Precondition: TryTake(address) returned true.
  void GiveBack(std::string_view address) noexcept {
    const auto found = counts_.find(address);
    if (--found->second == 0) counts_.erase(found);
  }

  [[nodiscard]] std::size_t addresses() const noexcept {
    return counts_.size();
  }

 private:
  const std::size_t most_;  // At least 1.
  std::map<std::string, std::size_t, std::less<>> counts_;
};

// One connection, counted as long as this lives.
class TakenAddress {
 public:
  // `bound` outlives this. Throws std::bad_alloc.
  TakenAddress(AddressBound& bound, const NetworkPeer& peer)
      : bound_(bound),
        address_(peer.is_loopback ? std::string() : peer.address),
        is_taken_(peer.is_loopback || bound.TryTake(address_)) {}
  TakenAddress(const TakenAddress&) = delete;
  TakenAddress& operator=(const TakenAddress&) = delete;
  ~TakenAddress() {
    if (is_taken_ && !address_.empty()) bound_.GiveBack(address_);
  }

  // Returns false if the address has as many connections as it may.
  [[nodiscard]] bool is_taken() const noexcept { return is_taken_; }

 private:
  AddressBound& bound_;
  const std::string address_;  // Empty for this machine's own.
  const bool is_taken_;
};

}  // namespace answerbox::daemon
