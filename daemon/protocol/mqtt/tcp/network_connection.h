// The network end of one MQTT connection: moves bytes between a stream and the
// broker. Runs only on the sockets' thread.
//
// It keeps itself alive from Start until its end. It has one read and one write
// under way at a time. Asio allocates at most kOperationBytes for them, which
// the code that makes the connection takes from the budget.
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
#include "daemon/protocol/tcp/addresses.h"
#include "daemon/protocol/tcp/handshake_queue.h"

namespace answerbox::daemon::mqtt {

// Memory of Asio's operations under way, of a socket in Asio and in the
// kernel's event queue, and of the texts of NetworkPeer.
inline constexpr std::size_t kOperationBytes = 2048;

// A connection's network end, for any kind of stream.
class NetworkEnd : public Transport, public HandshakeEnd {
 public:
  // How far the client is.
  enum class Stage : std::uint8_t {
    kLingering,  // It was refused or ended, and reads its last packet.
    kSilent,     // It has not said a first whole thing: of TLS, or CONNECT.
    kUnproved,  // It is in a handshake, waits for one, or its login is checked.
    kAdmitted,
    kGone,
  };
  [[nodiscard]] virtual Stage stage() const noexcept = 0;
  // Returns whether the handshake is over, so that the broker knows the
  // connection.
  [[nodiscard]] virtual bool is_open() const noexcept = 0;
  // Asks the system whether the client has closed or lost its connection.
  // Precondition: stage() is not kGone.
  [[nodiscard]] virtual bool IsPeerGone() noexcept = 0;

 protected:
  ~NetworkEnd() = default;
};

// What streams differ in. A stream that needs something else overloads these in
// its header.

// Writes all of `buffers`, and then calls `done(error, size)`.
template <typename Stream, typename Done>
void WriteAll(Stream& stream,
              std::span<const boost::asio::const_buffer> buffers, Done done) {
  boost::asio::async_write(stream, buffers, std::move(done));
}

// Returns whether the peer must be told why the stream does not read on after
// this error: then the connection lingers.
template <typename Stream>
[[nodiscard]] bool MustTellPeer(
    const Stream& /*stream*/,
    const boost::system::error_code& /*error*/) noexcept {
  return false;
}

// `Stream` is a tcp::socket, or a stream over others. One over others has
// async_handshake, which comes first, and async_shutdown, which tells the peer
// that nothing more comes. Abandon, where it is, ends what closing the socket
// does not.
template <typename Stream>
class NetworkConnection final
    : public NetworkEnd,
      public std::enable_shared_from_this<NetworkConnection<Stream>> {
  using Clock = std::chrono::steady_clock;
  using ErrorCode = boost::system::error_code;

 public:
  // `broker` outlives it.
  //   on_end  called once, when the connection is over
  //   stream  arguments of the stream's constructor
  template <typename... StreamParts>
  NetworkConnection(NetworkPeer peer, Broker& broker,
                    std::function<void()> on_end, StreamParts&&... stream)
      : stream_(std::forward<StreamParts>(stream)...),
        peer_(std::move(peer)),
        broker_(broker),
        on_end_(std::move(on_end)),
        grace_(stream_.get_executor()) {}

  // Begins with a handshake if the stream has one.
  void Start() override {
    if (is_dropped_) return;
    self_ = this->shared_from_this();
    if constexpr (kIsLayered) {
      stream_.async_handshake(
          [self = this->shared_from_this()](ErrorCode error) {
            self->OnHandshake(error);
          });
      is_handshaking_ = true;  // Not reached if it has thrown.
    } else {
      Open();
    }
  }

  void WhenPeerSpeaks(std::function<void()> call) override {
    AwaitFirstRecord(stream_.lowest_layer(),
                     [self = this->shared_from_this(), call = std::move(call)] {
                       if (self->is_dropped_) return;
                       self->has_spoken_ = true;
                       call();
                     });
  }

  [[nodiscard]] Stage stage() const noexcept override {
    if (is_dropped_) return Stage::kGone;
    if (connection_ == nullptr) {
      return has_spoken_ ? Stage::kUnproved : Stage::kSilent;
    }
    switch (connection_->state) {
      case Connection::State::kNew:
        return Stage::kSilent;
      case Connection::State::kExamined:
        return Stage::kUnproved;
      case Connection::State::kOpen:
        return Stage::kAdmitted;
      case Connection::State::kClosing:
        break;
    }
    return Stage::kLingering;
  }

  void WhenHandshakeEnds(OnHandshakeEnd call) override {
    on_handshake_end_ = std::move(call);
  }

  [[nodiscard]] const NetworkPeer& peer() const noexcept override {
    return peer_;
  }

  [[nodiscard]] std::string_view origin() const noexcept override {
    return peer_.origin();
  }

  [[nodiscard]] bool is_open() const noexcept override {
    return connection_ != nullptr;
  }

  [[nodiscard]] bool IsPeerGone() noexcept override {
    return daemon::IsPeerGone(stream_.lowest_layer());
  }

  [[nodiscard]] bool is_handshaking() const noexcept override {
    return is_handshaking_ && !is_dropped_;
  }

  [[nodiscard]] std::optional<Clock::time_point> awaits_peer_since()
      const noexcept override {
    if constexpr (requires { stream_.awaits_peer_since(); }) {
      return stream_.awaits_peer_since();
    }
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
    is_awake_ = true;  // Not reached if post has thrown.
  }

  void BeginClose() override {
    if (is_closing_) return;
    is_closing_ = true;
    // Limits the last write to a client that accepts nothing.
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
    if constexpr (requires { stream_.Abandon(); }) stream_.Abandon();
    ErrorCode ignored;
    stream_.lowest_layer().close(ignored);
    EndIfIdle();
  }

 private:
  static constexpr bool kIsLayered = requires(Stream & stream) {
    stream.next_layer();
  };

  void OnHandshake(ErrorCode error) {
    is_handshaking_ = false;
    if (on_handshake_end_) std::exchange(on_handshake_end_, nullptr)(error);
    if constexpr (requires { stream_.peer(); }) {
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
    const bool is_wanted = is_closing_ ? is_lingering_ && !is_shutting_down_
                                       : Broker::WantsInput(*connection_);
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
    if (error) {
      return !is_closing_ && MustTellPeer(stream_, error) ? BeginClose()
                                                          : Drop();
    }
    if (is_closing_) return Read();  // Input is ignored.
    broker_.Receive(*connection_, std::string_view(input_.data(), size),
                    Clock::now());
    // The input may have held a password.
    ::explicit_bzero(input_.data(), size);
    Write();
    Read();
  }

  void Write() {
    if (is_dropped_ || connection_->output.is_writing()) return;
    OutputQueue::Pieces pieces;
    const auto ready = broker_.BeginWrite(*connection_, pieces);
    if (ready.empty()) {
      // Output that waits for the disk is written first.
      if (is_closing_ && connection_->output.empty()) Linger();
      return;
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      output_[i] = boost::asio::buffer(ready[i].data(), ready[i].size());
    }
    WriteAll(
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

  // All output is written. If a connection is closed while the client still
  // sends, it is reset, and the client may never see the last output. So this
  // reads on until the client closes, or the grace period is over.
  void Linger() {
    if (std::exchange(is_lingering_, true)) return;
    if constexpr (kIsLayered) {
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

  // Invariant: the broker's connection, whose output a write reads, exists
  // until no operation is under way.
  void EndIfIdle() {
    if (is_reading_ || is_shutting_down_ || is_handshaking_ || is_ended_)
      return;
    if (connection_ != nullptr) {
      if (connection_->output.is_writing()) return;
      broker_.Close(*std::exchange(connection_, nullptr), Clock::now());
    }
    is_ended_ = true;
    on_end_();
    // The caller keeps this object alive until this function returns.
    self_.reset();
  }

  std::shared_ptr<NetworkConnection> self_;
  Stream stream_;
  NetworkPeer peer_;
  Broker& broker_;
  const std::function<void()> on_end_;
  OnHandshakeEnd on_handshake_end_;
  boost::asio::steady_timer grace_;
  Connection* connection_ = nullptr;
  std::array<char, 2048> input_;
  std::array<boost::asio::const_buffer, OutputQueue::kPiecesAtOnce> output_;
  bool has_spoken_ = false;
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
