// A connection of an MQTT 5 client, over TCP or TLS, at QoS 0.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "platform/tls/tls_config.h"
#include "tests/daemon/protocol/mqtt/codec/client_decoder.h"

namespace answerbox::load {

struct ClientOptions {
  boost::asio::ip::tcp::endpoint server;
  // Null: plain TCP.
  std::shared_ptr<const platform::TlsConfig> tls;
  std::string client_id;
  std::string user;
  std::string password;
  std::string filter;  // What it subscribes to.
  // What the kernel keeps of bytes that are not read; 0: as it likes,
  // megabytes.
  int receive_bytes = 0;
};

// Called with each message that comes.
using OnMessage = std::function<void(const daemon::mqtt::ServerPacket&)>;

class MqttClient {
 public:
  virtual ~MqttClient() = default;

  // Connects, logs in, subscribes. Afterwards messages are read as they come.
  // Throws boost::system::system_error where the server can't be reached, and
  // std::runtime_error where it refuses.
  [[nodiscard]] virtual boost::asio::awaitable<void> Begin() = 0;
  // Reads nothing more from now on.
  virtual void StopReading() = 0;
  // Sends a packet once those before it are sent.
  virtual void Send(std::string_view packet) = 0;
  [[nodiscard]] virtual bool is_open() const = 0;
};

[[nodiscard]] std::shared_ptr<MqttClient> MakeMqttClient(
    boost::asio::io_context& io, ClientOptions options, OnMessage on_message);

}  // namespace answerbox::load
