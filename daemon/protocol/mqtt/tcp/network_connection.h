// The network end of one MQTT connection: moves bytes between a stream and the
// broker. Runs on the sockets' thread alone.
//
// It keeps itself alive while an operation is under way, and reads and writes
// one piece at a time. All that it allocates comes from the broker's memory.
#pragma once

#include <array>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <utility>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {

// What a client has proved of itself below MQTT.
struct NetworkPeer {
  bool is_loopback = false;
  // The common name of a certificate that was checked; empty without one.
  std::string certificate_name;
  std::string address;  // As text, for the journal and for slowing logins.
};

// Connections whose network end the doorkeeper has to know.
class NetworkEnd : public Transport {
 public:
  [[nodiscard]] virtual const NetworkPeer& peer() const noexcept = 0;

 protected:
  ~NetworkEnd() = default;
};

// `Stream` is a tcp::socket, or TLS over one after its handshake.
template <typename Stream>
class NetworkConnection final
    : public NetworkEnd,
      public std::enable_shared_from_this<NetworkConnection<Stream>> {
 public:
  // `broker` and `memory` outlive it. `on_end` is called once, when the
  // connection is over.
  NetworkConnection(Stream stream, NetworkPeer peer, Broker& broker,
                    std::pmr::memory_resource& memory,
                    std::function<void()> on_end)
      : stream_(std::move(stream)),
        peer_(std::move(peer)),
        broker_(broker),
        memory_(&memory),
        on_end_(std::move(on_end)),
        grace_(stream_.get_executor()) {}

  // False, and nothing begun, where the broker takes no more connections.
  [[nodiscard]] bool Start() {
    connection_ = broker_.Open(*this, Clock::now());
    if (connection_ == nullptr) return false;
    Read();
    return true;
  }

  [[nodiscard]] const NetworkPeer& peer() const noexcept override {
    return peer_;
  }

  void Wake() override {
    if (is_awake_) return;
    is_awake_ = true;
    boost::asio::post(stream_.get_executor(), Bound([](auto& self) {
                        self.is_awake_ = false;
                        self.Write();
                        self.Read();
                      }));
  }

  void BeginClose() override {
    if (is_closing_) return;
    is_closing_ = true;
    // A client that takes nothing does not hold the connection.
    constexpr std::chrono::seconds kGrace{2};
    grace_.expires_after(kGrace);
    grace_.async_wait(boost::asio::bind_allocator(
        memory_, [self = this->shared_from_this()](
                     const boost::system::error_code& error) {
          if (!error) self->Drop();
        }));
    Wake();
  }

 private:
  using Clock = std::chrono::steady_clock;
  using ErrorCode = boost::system::error_code;

  // A handler without arguments that keeps this connection alive.
  template <typename Function>
  auto Bound(Function function) {
    return boost::asio::bind_allocator(
        memory_, [self = this->shared_from_this(),
                  function = std::move(function)] { function(*self); });
  }

  void Read() {
    if (is_dropped_) return;
    const bool is_wanted =
        is_closing_ ? is_lingering_ : Broker::WantsInput(*connection_);
    if (is_reading_ || !is_wanted) return;
    is_reading_ = true;
    stream_.async_read_some(
        boost::asio::buffer(input_),
        boost::asio::bind_allocator(
            memory_, [self = this->shared_from_this()](ErrorCode error,
                                                       std::size_t size) {
              self->is_reading_ = false;
              self->OnRead(error, size);
            }));
  }

  void OnRead(ErrorCode error, std::size_t size) {
    if (is_dropped_) return EndIfIdle();
    if (error) return Drop();
    if (is_closing_) return Read();  // What comes now is not looked at.
    broker_.Receive(*connection_, std::string_view(input_.data(), size),
                    Clock::now());
    Write();
    Read();
  }

  void Write() {
    if (is_dropped_ || connection_->output.is_writing()) return;
    OutputQueue::Pieces pieces;
    const auto ready = connection_->output.BeginWrite(pieces);
    if (ready.empty()) {
      if (is_closing_) Linger();
      return;
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      output_[i] = boost::asio::buffer(ready[i].data(), ready[i].size());
    }
    boost::asio::async_write(
        stream_,
        std::span<const boost::asio::const_buffer>(output_).first(ready.size()),
        boost::asio::bind_allocator(memory_, [self = this->shared_from_this()](
                                                 ErrorCode error, std::size_t) {
          self->OnWritten(error);
        }));
  }

  void OnWritten(ErrorCode error) {
    connection_->output.EndWrite();
    if (is_dropped_) return EndIfIdle();
    if (error) return Drop();
    if (!is_closing_) broker_.OnWritten(*connection_, Clock::now());
    Write();
    Read();
  }

  // All is written. A connection that is closed while the client still sends
  // is reset, and the client may never see what was written last: so it reads
  // on until the client closes, or the grace is over.
  void Linger() {
    if (std::exchange(is_lingering_, true)) return;
    if constexpr (requires { stream_.next_layer(); }) {
      stream_.async_shutdown(boost::asio::bind_allocator(
          memory_, [self = this->shared_from_this()](ErrorCode) {
            self->ShutDownSending();
          }));
    } else {
      ShutDownSending();
    }
  }

  void ShutDownSending() {
    if (is_dropped_) return;
    ErrorCode ignored;
    stream_.lowest_layer().shutdown(boost::asio::ip::tcp::socket::shutdown_send,
                                    ignored);
    Read();
  }

  // Cancels what is under way.
  void Drop() {
    if (is_dropped_) return;
    is_closing_ = true;
    is_dropped_ = true;
    grace_.cancel();
    ErrorCode ignored;
    stream_.lowest_layer().close(ignored);
    EndIfIdle();
  }

  // Invariant: the broker's connection, whose output a write reads, stays until
  // no operation is under way.
  void EndIfIdle() {
    if (is_reading_ || connection_ == nullptr ||
        connection_->output.is_writing()) {
      return;
    }
    broker_.Close(*std::exchange(connection_, nullptr), Clock::now());
    on_end_();
  }

  Stream stream_;
  const NetworkPeer peer_;
  Broker& broker_;
  const std::pmr::polymorphic_allocator<> memory_;
  const std::function<void()> on_end_;
  boost::asio::steady_timer grace_;
  Connection* connection_ = nullptr;
  std::array<char, 2048> input_;
  std::array<boost::asio::const_buffer, OutputQueue::kPiecesAtOnce> output_;
  bool is_reading_ = false;
  bool is_awake_ = false;
  bool is_closing_ = false;
  bool is_lingering_ = false;
  bool is_dropped_ = false;
};

}  // namespace answerbox::daemon::mqtt
