// The handshake of a TLS stream as an operation. Used by tls_stream.h alone.
//
// It alternates: a step runs on the handshake executor; then its output is sent
// and its input is read on the stream's executor.
#pragma once

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/coroutine.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "platform/tls/tls_engine.h"
#include "platform/tls/tls_error.h"
#include "platform/tls/tls_transfer.h"

namespace answerbox::platform {

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

}  // namespace answerbox::platform
