// The handshake of a TLS stream as an operation. For tls_stream.h alone.
//
// It goes back and forth: a step on the handshake executor, then what the step
// has put out is sent and what it needs is read, on the stream's executor.
#pragma once

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/coroutine.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <memory>
#include <utility>

#include "platform/tls/tls_engine.h"
#include "platform/tls/tls_error.h"
#include "platform/tls/tls_transfer.h"

namespace answerbox::platform {

// What ends a handshake early, on the stream's executor. Its own object, as the
// timer's handler may come after the handshake and the stream are gone.
struct HandshakeStop {
  explicit HandshakeStop(const boost::asio::any_io_executor& executor)
      : timer(executor) {}

  void Stop(boost::system::error_code why) {
    if (!reason) reason = why;
    cancel.emit(boost::asio::cancellation_type::terminal);
  }

  boost::asio::steady_timer timer;
  boost::asio::cancellation_signal cancel;  // Of the read or write under way.
  boost::system::error_code reason;
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
        step_.error = error;
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
        return self.complete(step_.error);
      }
      HeedCancellation(self);
      for (;;) {
        BOOST_ASIO_CORO_YIELD GoTo(stream_.options_.handshake_executor, self);
        step_ = stream_.engine_->Handshake();
        BOOST_ASIO_CORO_YIELD GoTo(stream_.get_executor(), self);
        while (!stop_->reason && !stream_.engine_->Output().empty()) {
          BOOST_ASIO_CORO_YIELD Send(self);
          if (error) return End(self, error);
          stream_.engine_->OutputSent(bytes);
        }
        if (stop_->reason || step_.need == TlsNeed::kNothing) break;
        if (step_.need == TlsNeed::kRoom) continue;
        BOOST_ASIO_CORO_YIELD Receive(self);
        if (error == boost::asio::error::eof) {
          stream_.engine_->InputEnded();
        } else if (error) {
          return End(self, error);
        }
        stream_.engine_->InputArrived(bytes);
      }
      End(self, step_.error);
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
    stop_ = std::make_shared<HandshakeStop>(stream_.get_executor());
    stop_->timer.expires_after(options.handshake_timeout);
    stop_->timer.async_wait([stop = stop_](boost::system::error_code error) {
      if (!error) stop->Stop(TlsError::kHandshakeTimeout);
    });
    return {};
  }

  template <typename Self>
  void HeedCancellation(Self& self) {
    auto slot = self.get_cancellation_state().slot();
    if (!slot.is_connected()) return;
    slot.assign([stop = stop_](boost::asio::cancellation_type) {
      stop->Stop(boost::asio::error::operation_aborted);
    });
  }

  template <typename Executor, typename Self>
  static void GoTo(Executor executor, Self& self) {
    boost::asio::post(executor,
                      boost::asio::bind_executor(executor, std::move(self)));
  }

  template <typename Self>
  void Send(Self& self) {
    const auto from = BufferOf(stream_.engine_->Output());
    Stream& stream = stream_;
    const auto slot = stop_->cancel.slot();
    stream.next_.async_write_some(
        from, boost::asio::bind_cancellation_slot(slot, std::move(self)));
  }

  template <typename Self>
  void Receive(Self& self) {
    const auto into = BufferOf(stream_.engine_->InputRoom());
    Stream& stream = stream_;
    const auto slot = stop_->cancel.slot();
    stream.next_.async_read_some(
        into, boost::asio::bind_cancellation_slot(slot, std::move(self)));
  }

  // Why it was stopped counts more than what that made fail.
  template <typename Self>
  void End(Self& self, boost::system::error_code error) {
    stop_->timer.cancel();
    self.complete(stop_->reason ? stop_->reason : error);
  }

  Stream& stream_;
  std::shared_ptr<HandshakeStop> stop_;
  TlsStep step_;
};

}  // namespace answerbox::platform
