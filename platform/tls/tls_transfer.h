// The operations of a TLS stream after its handshake: reading, writing and
// ending. Used by tls_stream.h alone.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/coroutine.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <span>
#include <utility>

#include "platform/tls/tls_engine.h"
#include "platform/tls/tls_error.h"

namespace answerbox::platform {

// Returns the first buffer that is not empty, or else an empty one: a record
// consists of one piece.
template <typename Buffers>
auto FirstBufferOf(const Buffers& buffers) {
  const auto end = boost::asio::buffer_sequence_end(buffers);
  auto buffer = boost::asio::buffer_sequence_begin(buffers);
  using Buffer = std::conditional_t<
      boost::asio::is_mutable_buffer_sequence<Buffers>::value,
      boost::asio::mutable_buffer, boost::asio::const_buffer>;
  for (; buffer != end; ++buffer) {
    if (Buffer(*buffer).size() > 0) return Buffer(*buffer);
  }
  return Buffer();
}

inline boost::asio::mutable_buffer BufferOf(std::span<std::byte> bytes) {
  return {bytes.data(), bytes.size()};
}

inline boost::asio::const_buffer BufferOf(std::span<const std::byte> bytes) {
  return {bytes.data(), bytes.size()};
}

// Returns whether a cancellation came when no operation below was left to
// cancel.
template <typename Self>
bool IsCancelled(const Self& self) {
  return self.cancelled() != boost::asio::cancellation_type::none;
}

// In each operation `self` is the operation itself with its handler. After
// `self` was passed on, no member may be touched until it comes back.

template <typename Stream>
class TlsRead : boost::asio::coroutine {
 public:
  TlsRead(Stream& stream, boost::asio::mutable_buffer into)
      : stream_(stream), into_(into) {}

  template <typename Self>
  void operator()(Self& self, boost::system::error_code error = {},
                  std::size_t bytes = 0) {
    BOOST_ASIO_CORO_REENTER(*this) {
      self.reset_cancellation_state(boost::asio::enable_total_cancellation());
      for (;;) {
        step_ = Read();
        if (step_.need != TlsNeed::kInput) break;
        BOOST_ASIO_CORO_YIELD stream_.next_.async_read_some(
            BufferOf(stream_.engine_->InputRoom()), std::move(self));
        has_waited_ = true;
        if (error == boost::asio::error::eof) {
          stream_.engine_->InputEnded();
        } else if (error) {
          return self.complete(error, 0);
        }
        stream_.engine_->InputArrived(bytes);
        if (IsCancelled(self)) {
          return self.complete(boost::asio::error::operation_aborted, 0);
        }
      }
      if (!has_waited_) {
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
      }
      self.complete(step_.error, step_.bytes);
    }
  }

 private:
  TlsStep Read() {
    if (!stream_.engine_) return {.error = TlsError::kNotConnected};
    return stream_.engine_->Read(
        {static_cast<std::byte*>(into_.data()), into_.size()});
  }

  Stream& stream_;
  boost::asio::mutable_buffer into_;
  TlsStep step_;
  bool has_waited_ = false;  // The initiating call must not run a handler.
};

template <typename Stream>
class TlsWrite : boost::asio::coroutine {
 public:
  TlsWrite(Stream& stream, boost::asio::const_buffer from)
      : stream_(stream), from_(from) {}

  template <typename Self>
  void operator()(Self& self, boost::system::error_code error = {},
                  std::size_t bytes = 0) {
    BOOST_ASIO_CORO_REENTER(*this) {
      do {
        step_ = Write();
        if (step_.error) break;
        while (!stream_.engine_->Output().empty()) {
          BOOST_ASIO_CORO_YIELD stream_.next_.async_write_some(
              BufferOf(stream_.engine_->Output()), std::move(self));
          has_waited_ = true;
          if (error) return self.complete(error, 0);
          stream_.engine_->OutputSent(bytes);
          if (IsCancelled(self) && !stream_.engine_->Output().empty()) {
            return self.complete(boost::asio::error::operation_aborted, 0);
          }
        }
      } while (step_.need == TlsNeed::kRoom);
      if (!has_waited_) {
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
      }
      self.complete(step_.error, step_.bytes);
    }
  }

 private:
  TlsStep Write() {
    if (!stream_.engine_) return {.error = TlsError::kNotConnected};
    return stream_.engine_->Write(
        {static_cast<const std::byte*>(from_.data()), from_.size()});
  }

  Stream& stream_;
  boost::asio::const_buffer from_;
  TlsStep step_;
  bool has_waited_ = false;
};

template <typename Stream>
class TlsShutdown : boost::asio::coroutine {
 public:
  explicit TlsShutdown(Stream& stream) : stream_(stream) {}

  template <typename Self>
  void operator()(Self& self, boost::system::error_code error = {},
                  std::size_t bytes = 0) {
    BOOST_ASIO_CORO_REENTER(*this) {
      if (!stream_.engine_) {
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
        return self.complete(TlsError::kNotConnected);
      }
      stream_.engine_->Close();
      while (!stream_.engine_->Output().empty()) {
        BOOST_ASIO_CORO_YIELD stream_.next_.async_write_some(
            BufferOf(stream_.engine_->Output()), std::move(self));
        has_waited_ = true;
        if (error) return self.complete(error);
        stream_.engine_->OutputSent(bytes);
      }
      if (!has_waited_) {
        BOOST_ASIO_CORO_YIELD boost::asio::post(stream_.get_executor(),
                                                std::move(self));
      }
      self.complete({});
    }
  }

 private:
  Stream& stream_;
  bool has_waited_ = false;
};

}  // namespace answerbox::platform
