// The network end of one MQTT connection: moves bytes between a stream and the
// broker. Runs on the sockets' thread alone.
//
// It keeps itself alive from Start until its end. It has one read and one write
// under way at a time: what Asio allocates for them is within kOperationBytes,
// which whoever makes the connection takes from the budget.
#pragma once

#include <string.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

// Asio's operations under way, what it and the kernel's queue of events keep
// for a socket, and the texts of NetworkPeer.
inline constexpr std::size_t kOperationBytes = 2048;

// A connection's network end, whatever stream it is.
class NetworkEnd : public Transport {
 public:
  virtual void Start() = 0;
  // Before Start: has `call` called once the handshake is over, however it
  // ended.
  virtual void WhenHandshakeEnds(std::function<void()> call) = 0;
  // Closes at once.
  virtual void Drop() = 0;
  // Whether the broker knows of it: its handshake is over.
  [[nodiscard]] virtual bool is_open() const noexcept = 0;
  // Whether its handshake is under way.
  [[nodiscard]] virtual bool is_handshaking() const noexcept = 0;
  // Since when the handshake could not go on for want of its peer; nothing
  // while it computes.
  [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point>
  awaits_peer_since() const noexcept = 0;
  [[nodiscard]] virtual const NetworkPeer& peer() const noexcept = 0;

 protected:
  ~NetworkEnd() = default;
};

// `Stream` is a tcp::socket or a TlsStream over one.
template <typename Stream>
class NetworkConnection final
    : public NetworkEnd,
      public std::enable_shared_from_this<NetworkConnection<Stream>> {
  using Clock = std::chrono::steady_clock;
  using ErrorCode = boost::system::error_code;

 public:
  // `broker` outlives it.
  //   on_end  called once, when the connection is over
  //   stream  what the stream is made of
  template <typename... StreamParts>
  NetworkConnection(NetworkPeer peer, Broker& broker,
                    std::function<void()> on_end, StreamParts&&... stream)
      : stream_(std::forward<StreamParts>(stream)...),
        peer_(std::move(peer)),
        broker_(broker),
        on_end_(std::move(on_end)),
        grace_(stream_.get_executor()) {}

  // After a handshake where the stream has one.
  void Start() override {
    if (is_dropped_) return;
    self_ = this->shared_from_this();
    if constexpr (kIsTls) {
      stream_.async_handshake(
          [self = this->shared_from_this()](ErrorCode error) {
            self->OnHandshake(error);
          });
      is_handshaking_ = true;  // Not if it has thrown.
    } else {
      Open();
    }
  }

  void WhenHandshakeEnds(std::function<void()> call) override {
    on_handshake_end_ = std::move(call);
  }

  [[nodiscard]] const NetworkPeer& peer() const noexcept override {
    return peer_;
  }

  [[nodiscard]] bool is_open() const noexcept override {
    return connection_ != nullptr;
  }

  [[nodiscard]] bool is_handshaking() const noexcept override {
    return is_handshaking_ && !is_dropped_;
  }

  [[nodiscard]] std::optional<Clock::time_point> awaits_peer_since()
      const noexcept override {
    if constexpr (kIsTls) return stream_.awaits_peer_since();
    return std::nullopt;
  }

  void Wake() override {
    if (is_awake_ || is_dropped_) return;
    boost::asio::post(stream_.get_executor(),
                      [self = this->shared_from_this()] {
                        self->is_awake_ = false;
                        if (self->is_dropped_) return;
                        self->Write();
                        self->Read();
                      });
    is_awake_ = true;  // Not if post has thrown.
  }

  void BeginClose() override {
    if (is_closing_) return;
    is_closing_ = true;
    // A client that takes nothing does not hold the connection.
    constexpr std::chrono::seconds kGrace{2};
    grace_.expires_after(kGrace);
    grace_.async_wait([self = this->shared_from_this()](
                          const boost::system::error_code& error) {
      if (!error) self->Drop();
    });
    Wake();
  }

  void Drop() override {
    if (std::exchange(is_dropped_, true)) return;
    is_closing_ = true;
    grace_.cancel();
    ErrorCode ignored;
    stream_.lowest_layer().close(ignored);
    EndIfIdle();
  }

 private:
  static constexpr bool kIsTls = requires(Stream & stream) {
    stream.next_layer();
  };

  void OnHandshake(ErrorCode error) {
    is_handshaking_ = false;
    if (on_handshake_end_) std::exchange(on_handshake_end_, nullptr)();
    if constexpr (kIsTls) {
      if (!error) {
        peer_.certificate_name = stream_.peer().common_name.value_or("");
      }
    }
    if (error || is_dropped_) {
      Drop();
      return EndIfIdle();
    }
    Open();
  }

  void Open() {
    connection_ = broker_.Open(*this, Clock::now());
    if (connection_ == nullptr) return Drop();
    Read();
  }

  void Read() {
    if (is_dropped_) return;
    const bool is_wanted =
        is_closing_ ? is_lingering_ : Broker::WantsInput(*connection_);
    if (is_reading_ || !is_wanted) return;
    is_reading_ = true;
    stream_.async_read_some(
        boost::asio::buffer(input_),
        [self = this->shared_from_this()](ErrorCode error, std::size_t size) {
          self->is_reading_ = false;
          self->OnRead(error, size);
        });
  }

  void OnRead(ErrorCode error, std::size_t size) {
    if (is_dropped_) return EndIfIdle();
    if (error) return Drop();
    if (is_closing_) return Read();  // What comes now is not looked at.
    broker_.Receive(*connection_, std::string_view(input_.data(), size),
                    Clock::now());
    // A password may have come.
    ::explicit_bzero(input_.data(), size);
    Write();
    Read();
  }

  void Write() {
    if (is_dropped_ || connection_->output.is_writing()) return;
    OutputQueue::Pieces pieces;
    const auto ready = broker_.BeginWrite(*connection_, pieces);
    if (ready.empty()) {
      // What waits for the disk is written first.
      if (is_closing_ && connection_->output.empty()) Linger();
      return;
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      output_[i] = boost::asio::buffer(ready[i].data(), ready[i].size());
    }
    boost::asio::async_write(
        stream_,
        std::span<const boost::asio::const_buffer>(output_).first(ready.size()),
        [self = this->shared_from_this()](ErrorCode error, std::size_t) {
          self->OnWritten(error);
        });
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
    if constexpr (kIsTls) {
      is_shutting_down_ = true;
      stream_.async_shutdown([self = this->shared_from_this()](ErrorCode) {
        self->is_shutting_down_ = false;
        self->ShutDownSending();
      });
    } else {
      ShutDownSending();
    }
  }

  void ShutDownSending() {
    if (is_dropped_) return EndIfIdle();
    ErrorCode ignored;
    stream_.lowest_layer().shutdown(boost::asio::ip::tcp::socket::shutdown_send,
                                    ignored);
    Read();
  }

  // Invariant: the broker's connection, whose output a write reads, stays until
  // no operation is under way.
  void EndIfIdle() {
    if (is_reading_ || is_shutting_down_ || is_handshaking_ || is_ended_)
      return;
    if (connection_ != nullptr) {
      if (connection_->output.is_writing()) return;
      broker_.Close(*std::exchange(connection_, nullptr), Clock::now());
    }
    is_ended_ = true;
    on_end_();
    // Whoever called keeps it until this function returns.
    self_.reset();
  }

  std::shared_ptr<NetworkConnection> self_;
  Stream stream_;
  NetworkPeer peer_;
  Broker& broker_;
  const std::function<void()> on_end_;
  std::function<void()> on_handshake_end_;
  boost::asio::steady_timer grace_;
  Connection* connection_ = nullptr;
  std::array<char, 2048> input_;
  std::array<boost::asio::const_buffer, OutputQueue::kPiecesAtOnce> output_;
  bool is_reading_ = false;
  bool is_awake_ = false;
  bool is_closing_ = false;
  bool is_handshaking_ = false;
  bool is_lingering_ = false;
  bool is_shutting_down_ = false;
  bool is_dropped_ = false;
  bool is_ended_ = false;
};

}  // namespace answerbox::daemon::mqtt
