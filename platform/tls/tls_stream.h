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
#include <boost/asio/compose.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "platform/tls/tls_engine.h"
#include "platform/tls/tls_handshake.h"
#include "platform/tls/tls_transfer.h"

namespace answerbox::platform {

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
