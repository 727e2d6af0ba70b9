// The addresses on which clients of one protocol are accepted, over TCP and
// TLS.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "daemon/protocol/tcp/served_tls.h"
#include "platform/file_descriptor.h"

namespace answerbox::daemon {

// Sockets on which the service manager listens. They replace the addresses of
// their kind.
struct PassedSockets {
  std::vector<platform::FileDescriptor> plain;
  std::vector<platform::FileDescriptor> tls;
};

// Used on the sockets' thread.
class Doors {
 public:
  using Tcp = boost::asio::ip::tcp;
  using Endpoints = std::vector<Tcp::endpoint>;
  using OnAccepted = std::function<void(Tcp::socket socket, bool is_tls)>;

  // Makes none yet.
  //   protocol    for messages, in static storage: "MQTT"
  //   tls_config  may be empty if there are no TLS addresses
  Doors(boost::asio::io_context& io, std::string_view protocol,
        CurrentTlsConfig tls_config, OnAccepted on_accepted);

  // Listens from now on. TLS addresses stay closed until there is a
  // certificate, but passed sockets are taken over.
  // Errors: kStorage, an address on which it can't listen, or a passed socket
  // that is not TCP.
  [[nodiscard]] Result<void> Open(const Endpoints& plain, const Endpoints& tls,
                                  PassedSockets passed);

  // Accepts clients from now on. What `on_accepted` throws closes that client's
  // connection alone. Calls `on_failure` if it can't go on.
  void Start(std::function<void(const Error& error)> on_failure);
  // Serves by TLS once there is a configuration for it. Call it now and then
  // after Start.
  void OpenTls();
  void Close();

  // Returns a sentence when no connection could be accepted for `stall`.
  [[nodiscard]] std::optional<std::string> FindStall(
      std::chrono::steady_clock::time_point now,
      std::chrono::milliseconds stall) const;

  // Returns the addresses on which it listens, plain ones first.
  [[nodiscard]] Endpoints addresses() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Door {
    Tcp::acceptor acceptor;
    boost::asio::steady_timer pause;
    bool is_tls;
    bool has_address = true;  // This machine has it.
  };

  [[nodiscard]] Result<void> OpenAll(
      const Endpoints& addresses,
      std::vector<platform::FileDescriptor>& sockets, bool is_tls);
  [[nodiscard]] Result<void> Listen(const Tcp::endpoint& endpoint, bool is_tls);
  // Returns whether this machine has the address, and listens on it either way.
  [[nodiscard]] bool Bind(Tcp::acceptor& acceptor,
                          const Tcp::endpoint& endpoint,
                          boost::system::error_code& error) const;
  // Takes over a socket that already listens.
  [[nodiscard]] Result<void> Adopt(platform::FileDescriptor socket,
                                   bool is_tls);
  void Admit(Door& door);
  void Accept(Door& door);
  void Receive(Door& door, const boost::system::error_code& error,
               Tcp::socket socket);
  void Retry(Door& door);

  boost::asio::io_context& io_;
  const std::string protocol_;
  const CurrentTlsConfig tls_config_;
  const OnAccepted on_accepted_;
  std::function<void(const Error& error)> on_failure_;
  std::list<Door> doors_;
  // While there is no certificate: TLS addresses that are not listened on.
  bool is_tls_closed_ = false;
  bool has_told_of_tls_ = false;
  Endpoints unopened_tls_;
  std::optional<Clock::time_point> refusing_since_;
  std::string refusing_reason_;
};

}  // namespace answerbox::daemon
