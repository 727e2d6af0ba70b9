// Clients that do harm: what others get is to be measured beside them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <vector>

#include "tests/mqtt/load/load_options.h"
#include "tests/mqtt/load/mqtt_client.h"

namespace answerbox::load {

// Consumers of a busy topic that stop reading once they have subscribed, and
// the publisher that keeps the topic busy.
class StalledConsumers {
 public:
  static constexpr int kMessageBytes = 4096;

  // As many as `options` say. `io` and `options` outlive it.
  StalledConsumers(boost::asio::io_context& io, const LoadOptions& options);

  // Connects all. Throws what MqttClient::Begin does.
  [[nodiscard]] boost::asio::awaitable<void> Begin();
  // After Begin. Keeps the topic busy.
  [[nodiscard]] boost::asio::awaitable<void> PublishForEver();

 private:
  [[nodiscard]] ClientOptions Named(std::string name) const;

  boost::asio::io_context& io_;
  const LoadOptions& options_;
  const std::string topic_;
  std::vector<std::shared_ptr<MqttClient>> consumers_;
  std::shared_ptr<MqttClient> publisher_;
};

// One client that begins TLS handshakes and never goes on, for ever: with
// nothing, or with half of a ClientHello. It begins anew when it is closed.
[[nodiscard]] boost::asio::awaitable<void> KeepHalfOpen(
    boost::asio::ip::tcp::endpoint server, bool sends_half);

}  // namespace answerbox::load
