#include "tests/mqtt/load/companions.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/daemon/protocol/mqtt/broker/client_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"

namespace answerbox::load {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

namespace {

void Ignore(const daemon::mqtt::ServerPacket& /*packet*/) {}

}  // namespace

StalledConsumers::StalledConsumers(asio::io_context& io,
                                   const LoadOptions& options)
    : io_(io), options_(options), topic_("clients/" + options.user + "/busy") {}

ClientOptions StalledConsumers::Named(std::string name) const {
  return {.server = options_.plain,
          .tls = nullptr,
          .client_id = std::move(name),
          .user = options_.user,
          .password = options_.password,
          .filter = topic_,
          .receive_bytes = kMessageBytes};
}

asio::awaitable<void> StalledConsumers::Begin() {
  for (std::size_t i = 0; i < options_.stalled; ++i) {
    consumers_.push_back(
        MakeMqttClient(io_, Named("stalled-" + std::to_string(i)), Ignore));
    consumers_.back()->StopReading();
    co_await consumers_.back()->Begin();
  }
  publisher_ = MakeMqttClient(io_, Named("publisher"), Ignore);
  co_await publisher_->Begin();
}

asio::awaitable<void> StalledConsumers::PublishForEver() {
  const std::string packet = daemon::mqtt::PublishPacket(
      daemon::mqtt::Version::k5,
      {.topic = topic_, .payload = std::string(kMessageBytes, 'x')});
  asio::steady_timer timer(io_);
  for (;;) {
    publisher_->Send(packet);
    // In nanoseconds: seconds would be divided to none.
    timer.expires_after(std::chrono::nanoseconds(std::chrono::seconds(1)) /
                        static_cast<std::int64_t>(options_.busy_rate));
    co_await timer.async_wait(asio::use_awaitable);
  }
}

asio::awaitable<void> KeepHalfOpen(Tcp::endpoint server, bool sends_half) {
  // A record of 512 bytes with a ClientHello of 508, of which no more comes.
  const std::string half =
      daemon::mqtt::Hex("16 0301 0200 01 0001FC 0303") + std::string(40, 'r');
  constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer pause(executor);
  for (;;) {
    Tcp::socket socket(executor);
    const auto [refused] = co_await socket.async_connect(server, kNoThrow);
    if (!refused) {
      if (sends_half) {
        co_await asio::async_write(socket, asio::buffer(half), kNoThrow);
      }
      std::array<char, 64> alert{};
      co_await socket.async_read_some(asio::buffer(alert), kNoThrow);
    }
    // Whom the server closes comes back, but does not flood it.
    pause.expires_after(std::chrono::seconds(1));
    co_await pause.async_wait(asio::use_awaitable);
  }
}

}  // namespace answerbox::load
