// TLS over any asynchronous stream of bytes: an AsyncReadStream and
// AsyncWriteStream of Asio itself, for any completion token.
//
// Threads: all functions are called, and all operations go on, on the executor
// of the stream below, one thread at a time. Only the steps of a handshake run
// elsewhere: on the executor that is given for them, a pool of a thread or two,
// which bounds how many handshakes compute at once. Waiting for a peer costs
// none of its threads. The pool's threads end before the executor below does.
//
// Operations: one read and one write, shutdown or handshake at a time. They can
// be cancelled, reading without harm; after a cancelled handshake or write the
// stream can only be closed. The stream outlives its operations.
//
// Memory: nothing until the handshake begins, then kTlsConnectionBytes until
// the stream is destroyed, and kTlsPeerCertificateBytes as tls_engine.h says.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/coroutine.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "platform/tls/tls_engine.h"
#include "platform/tls/tls_error.h"
#include "platform/tls/tls_transfer.h"

namespace answerbox::platform {

// The handshake of a TLS stream as an operation. Used by tls_stream.h alone.
//
// It alternates: a step runs on the handshake executor; then its output is sent
// and its input is read on the stream's executor.

// How far a handshake is, and how to end it early. It is an object of its own,
// because the timer's handler may run after the handshake and the stream are
// gone.
struct HandshakeState {
  explicit HandshakeState(const boost::asio::any_io_executor& executor)
      : timer(executor) {}

  void Stop(boost::system::error_code why) {
    if (!reason) reason = why;
    cancel.emit(boost::asio::cancellation_type::terminal);
  }

  boost::asio::steady_timer timer;
  boost::asio::cancellation_signal cancel;  // Ends the read or write under way.
  boost::system::error_code reason;
  TlsStep step;  // The last one, when it is done.
};

template <typename Stream>
class TlsHandshake : boost::asio::coroutine {
 public:
  explicit TlsHandshake(Stream& stream) : stream_(stream) {}

  template <typename Self>
  void operator()(Self& self, boost::system::error_code error = {},
                  std::size_t bytes = 0) {
    BOOST_ASIO_CORO_REENTER(*this) {
      error = Begin();
      if (error) {
        error_ = error;
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
        return self.complete(error_);
      }
      for (;;) {
        BOOST_ASIO_CORO_YIELD Step(self);
        while (!state_->reason && !stream_.engine_->Output().empty()) {
          BOOST_ASIO_CORO_YIELD Send(self);
          // The reason why the handshake failed matters more than a failure to
          // send its alert.
          if (error) {
            return End(self, state_->step.error ? state_->step.error : error);
          }
          stream_.engine_->OutputSent(bytes);
        }
        if (state_->reason || state_->step.need == TlsNeed::kNothing) break;
        if (state_->step.need == TlsNeed::kRoom) continue;
        BOOST_ASIO_CORO_YIELD Receive(self);
        if (error == boost::asio::error::eof) {
          stream_.engine_->InputEnded();
        } else if (error) {
          return End(self, error);
        }
        stream_.engine_->InputArrived(bytes);
      }
      End(self, state_->step.error);
    }
  }

 private:
  boost::system::error_code Begin() {
    auto& options = stream_.options_;
    auto engine =
        TlsEngine::Make(options.config, options.budget, options.server_name);
    if (!engine) return engine.error();
    stream_.engine_ = std::move(*engine);
    if (options.session) stream_.engine_->Resume(*options.session);
    state_ = std::make_shared<HandshakeState>(stream_.get_executor());
    state_->timer.expires_after(options.handshake_timeout);
    state_->timer.async_wait([state = state_](boost::system::error_code error) {
      if (!error) state->Stop(TlsError::kHandshakeTimeout);
    });
    return {};
  }

  // This is needed before each wait, as Asio forgets the assigned handler when
  // a wait is over.
  template <typename Self>
  void HeedCancellation(Self& self) {
    auto slot = self.get_cancellation_state().slot();
    if (!slot.is_connected()) return;
    slot.assign([state = state_](boost::asio::cancellation_type) {
      state->Stop(boost::asio::error::operation_aborted);
    });
  }

  // The operation itself stays off the other thread, because cancelling it
  // touches it.
  template <typename Self>
  void Step(Self& self) {
    HeedCancellation(self);
    stream_.awaits_peer_since_.reset();
    Stream& stream = stream_;
    boost::asio::post(
        stream.options_.handshake_executor,
        [&stream, state = state_, self = std::move(self)]() mutable {
          state->step = stream.engine_->Handshake();
          boost::asio::post(stream.get_executor(), std::move(self));
        });
  }

  template <typename Self>
  void Send(Self& self) {
    HeedCancellation(self);
    const auto from = BufferOf(stream_.engine_->Output());
    Stream& stream = stream_;
    const auto slot = state_->cancel.slot();
    stream.next_.async_write_some(
        from, boost::asio::bind_cancellation_slot(slot, std::move(self)));
  }

  template <typename Self>
  void Receive(Self& self) {
    HeedCancellation(self);
    AwaitPeer();
    const auto into = BufferOf(stream_.engine_->InputRoom());
    Stream& stream = stream_;
    const auto slot = state_->cancel.slot();
    stream.next_.async_read_some(
        into, boost::asio::bind_cancellation_slot(slot, std::move(self)));
  }

  // Bytes that do not complete a message are no progress. Otherwise a peer
  // could look alive by sending one after the other.
  void AwaitPeer() {
    const int progress = stream_.engine_->handshake_progress();
    if (progress != progress_ || !awaited_since_) {
      awaited_since_ = std::chrono::steady_clock::now();
    }
    progress_ = progress;
    stream_.awaits_peer_since_ = awaited_since_;
  }

  // The reason for stopping matters more than the error that stopping caused.
  template <typename Self>
  void End(Self& self, boost::system::error_code error) {
    state_->timer.cancel();
    stream_.awaits_peer_since_.reset();
    if (!error) stream_.engine_->ReleaseCertificates();
    self.complete(state_->reason ? state_->reason : error);
  }

  Stream& stream_;
  std::shared_ptr<HandshakeState> state_;
  boost::system::error_code error_;  // Why it could not begin.
  int progress_ = 0;                 // When it waited for its peer last.
  std::optional<std::chrono::steady_clock::time_point> awaited_since_;
};

struct TlsStreamOptions {
  std::shared_ptr<const TlsConfig> config{};
  boost::asio::any_io_executor handshake_executor{};
  ByteBudget* budget = nullptr;  // Outlives the stream. Null: unbounded.
  // The longest time from the beginning of the handshake to its end.
  std::chrono::milliseconds handshake_timeout = std::chrono::seconds(10);
  // For a client: the host name or IP address that the server must prove to be.
  std::string server_name{};
  // For a client: an earlier connection's Session(), or null.
  std::shared_ptr<TlsSession> session{};
};

template <typename Next>
class TlsStream {
 public:
  using next_layer_type = Next;
  using lowest_layer_type = typename Next::lowest_layer_type;
  using executor_type = typename Next::executor_type;

  TlsStream(Next next, TlsStreamOptions options)
      : next_(std::move(next)), options_(std::move(options)) {}
  TlsStream(const TlsStream&) = delete;
  TlsStream& operator=(const TlsStream&) = delete;

  [[nodiscard]] executor_type get_executor() { return next_.get_executor(); }
  [[nodiscard]] Next& next_layer() { return next_; }
  [[nodiscard]] lowest_layer_type& lowest_layer() {
    return next_.lowest_layer();
  }

  // void(error_code). Call it once. Errors: kNoMemoryLeft, kHandshakeTimeout,
  // why the peer was refused, those of the stream below. After an error the
  // peer has been sent an alert, if it accepted it in time.
  template <typename Token>
  auto async_handshake(Token&& token) {
    return boost::asio::async_compose<Token, void(boost::system::error_code)>(
        TlsHandshake<TlsStream>(*this), token, next_);
  }

  // void(error_code, size_t). Errors: asio::error::eof when the peer has ended
  // TLS, kTruncated when its bytes ended without that, those of the stream
  // below.
  template <typename MutableBuffers, typename Token>
  auto async_read_some(const MutableBuffers& buffers, Token&& token) {
    return boost::asio::async_compose<Token, void(boost::system::error_code,
                                                  std::size_t)>(
        TlsRead<TlsStream>(*this, FirstBufferOf(buffers)), token, next_);
  }

  // void(error_code, size_t). Writes up to kMaxTlsWriteBytes of the first
  // buffer that is not empty. Completes when the stream below has accepted
  // them.
  template <typename ConstBuffers, typename Token>
  auto async_write_some(const ConstBuffers& buffers, Token&& token) {
    return boost::asio::async_compose<Token, void(boost::system::error_code,
                                                  std::size_t)>(
        TlsWrite<TlsStream>(*this, FirstBufferOf(buffers)), token, next_);
  }

  // void(error_code). Tells the peer that nothing more comes, or sends the
  // alert that an error has left. Does not wait for an answer, and reading
  // still works. Has no timeout: cancel it, or close the stream below.
  template <typename Token>
  auto async_shutdown(Token&& token) {
    return boost::asio::async_compose<Token, void(boost::system::error_code)>(
        TlsShutdown<TlsStream>(*this), token, next_);
  }

  // During a handshake, returns since when it has waited for a whole message of
  // the peer. Returns nothing while it computes or sends.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point>
  awaits_peer_since() const {
    return awaits_peer_since_;
  }
  // Valid after a successful handshake.
  [[nodiscard]] const TlsPeer& peer() const { return engine_->peer(); }
  // For a client, after the handshake: see TlsEngine::Session.
  [[nodiscard]] std::shared_ptr<TlsSession> Session() const {
    return engine_->Session();
  }

 private:
  friend class TlsHandshake<TlsStream>;
  friend class TlsRead<TlsStream>;
  friend class TlsWrite<TlsStream>;
  friend class TlsShutdown<TlsStream>;

  Next next_;
  TlsStreamOptions options_;
  std::unique_ptr<TlsEngine> engine_;  // From the handshake on.
  std::optional<std::chrono::steady_clock::time_point> awaits_peer_since_;
};

}  // namespace answerbox::platform
