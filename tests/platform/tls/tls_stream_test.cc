#include "platform/tls/tls_stream.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <deque>
#include <future>
#include <vector>

#include "platform/tls/tls_error.h"
#include "tests/platform/tls/tls_link.h"

namespace answerbox::tests {
namespace {

using platform::TlsError;

class TlsStreamTest : public TlsLinkTest {
 protected:
  TlsStreamTest() { Link(ForServer(), ForClient()); }

  // Waits for the first byte of the server's stream, or its end.
  static asio::awaitable<void> ReadOf(Stream& stream, error_code& result) {
    char byte = 0;
    std::tie(result, std::ignore) =
        co_await stream.async_read_some(asio::buffer(&byte, 1), kAwait);
  }
};

std::string Pattern(std::size_t size, unsigned seed) {
  std::string text(size, '\0');
  for (char& c : text) {
    seed = seed * 1664525 + 1013904223;
    c = static_cast<char>(seed >> 24);
  }
  return text;
}

asio::awaitable<void> WriteInPieces(Stream& stream, const std::string& text,
                                    std::size_t piece) {
  for (std::size_t begin = 0; begin < text.size(); begin += piece) {
    const std::string_view part = std::string_view(text).substr(begin, piece);
    co_await asio::async_write(stream, asio::buffer(part), asio::use_awaitable);
  }
}

asio::awaitable<void> ReadInPieces(Stream& stream, std::string& text,
                                   std::size_t piece) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t room = std::min(piece, text.size() - begin);
    begin += co_await stream.async_read_some(
        asio::buffer(text.data() + begin, room), asio::use_awaitable);
  }
}

TEST_F(TlsStreamTest, CarriesAMegabyteBothWaysAtOnceInOddPieces) {
  Connect();
  const std::string question = Pattern(1 << 20, 1);
  const std::string answer = Pattern((1 << 20) + 17, 2);
  std::string question_there(question.size(), '\0');
  std::string answer_there(answer.size(), '\0');
  Run(WriteInPieces(*client_, question, 4097),
      WriteInPieces(*server_, answer, 70001),
      ReadInPieces(*server_, question_there, 777),
      ReadInPieces(*client_, answer_there, 16385));
  EXPECT_EQ(question_there, question);
  EXPECT_EQ(answer_there, answer);
}

TEST_F(TlsStreamTest, SendsTheFirstBufferThatIsNotEmpty) {
  Connect();
  std::string there(3, '\0');
  const std::array<asio::const_buffer, 3> buffers{
      asio::buffer("", 0), asio::buffer("abc", 3), asio::buffer("def", 3)};
  std::size_t sent = 0;
  Run(
      [](Stream& stream, const auto& parts,
         std::size_t& count) -> asio::awaitable<void> {
        count = co_await stream.async_write_some(parts, asio::use_awaitable);
      }(*client_, buffers, sent),
      ReadInPieces(*server_, there, 3));
  EXPECT_EQ(sent, 3u);
  EXPECT_EQ(there, "abc");
}

TEST_F(TlsStreamTest, TellsAnEndFromATruncation) {
  Connect();
  error_code result;
  Run(
      [](Stream& stream) -> asio::awaitable<void> {
        co_await stream.async_shutdown(asio::use_awaitable);
        stream.lowest_layer().close();
      }(*client_),
      ReadOf(*server_, result));
  EXPECT_EQ(result, asio::error::eof);

  Link(ForServer(), ForClient());
  Connect();
  client_->lowest_layer().close();
  Run(ReadOf(*server_, result));
  EXPECT_EQ(result, TlsError::kTruncated);
}

TEST_F(TlsStreamTest, NothingIsReadWithoutAHandshake) {
  error_code result;
  Run(ReadOf(*server_, result));
  EXPECT_EQ(result, TlsError::kNotConnected);
}

TEST_F(TlsStreamTest, AHandshakeWithNobodyTimesOut) {
  auto options = StreamOptions(*platform::TlsConfig::ForServer(ForServer()));
  options.handshake_timeout = std::chrono::milliseconds(1);
  Link(options, options);
  error_code result;
  Run(HandshakeOf(*server_, result));
  EXPECT_EQ(result, TlsError::kHandshakeTimeout);
}

TEST_F(TlsStreamTest, AHalfOpenHandshakeTimesOut) {
  auto options = StreamOptions(*platform::TlsConfig::ForServer(ForServer()));
  options.handshake_timeout = std::chrono::milliseconds(20);
  Link(options, options);
  // The first half of a record.
  const std::string beginning = {'\x16', '\x03', '\x01', '\x01', '\x00', 'x'};
  asio::write(client_->next_layer(), asio::buffer(beginning));
  error_code result;
  Run(HandshakeOf(*server_, result));
  EXPECT_EQ(result, TlsError::kHandshakeTimeout);
}

TEST_F(TlsStreamTest, AHandshakeCanBeCancelled) {
  asio::cancellation_signal signal;
  error_code result;
  server_->async_handshake(asio::bind_cancellation_slot(
      signal.slot(), [&](error_code error) { result = error; }));
  asio::post(io_, [&] { signal.emit(asio::cancellation_type::terminal); });
  io_.run();
  EXPECT_EQ(result, asio::error::operation_aborted);
}

TEST_F(TlsStreamTest, AReadCanBeCancelledWithoutHarm) {
  Connect();
  asio::cancellation_signal signal;
  error_code result;
  char byte = 0;
  server_->async_read_some(
      asio::buffer(&byte, 1),
      asio::bind_cancellation_slot(
          signal.slot(),
          [&](error_code error, std::size_t) { result = error; }));
  asio::post(io_, [&] { signal.emit(asio::cancellation_type::total); });
  Run();
  EXPECT_EQ(result, asio::error::operation_aborted);
  std::string there(3, '\0');
  Run(WriteInPieces(*client_, "abc", 3), ReadInPieces(*server_, there, 2));
  EXPECT_EQ(there, "abc");
}

// As many clients as connect after a power cut; none of them goes on with its
// handshake.
TEST_F(TlsStreamTest, TwoHundredHalfOpenHandshakesDoNotHoldUpAnother) {
  const auto config = *platform::TlsConfig::ForServer(ForServer());
  std::deque<Stream> stalled;
  std::vector<Socket> silent;
  std::vector<error_code> results(200);
  asio::cancellation_signal done[200];
  for (std::size_t i = 0; i < 200; ++i) {
    Socket ends[2] = {Socket(io_), Socket(io_)};
    asio::local::connect_pair(ends[0], ends[1]);
    asio::write(ends[1], asio::buffer("\x16\x03\x01", 3));
    silent.push_back(std::move(ends[1]));
    stalled.emplace_back(std::move(ends[0]), StreamOptions(config));
    stalled.back().async_handshake(asio::bind_cancellation_slot(
        done[i].slot(),
        [&results, i](error_code error) { results[i] = error; }));
  }
  Handshakes result;
  Run(HandshakeOf(*server_, result.server),
      [](Stream& client, error_code& to,
         auto& signals) -> asio::awaitable<void> {
        co_await HandshakeOf(client, to);
        for (auto& signal : signals) {
          signal.emit(asio::cancellation_type::terminal);
        }
      }(*client_, result.client, done));
  EXPECT_FALSE(result.server);
  EXPECT_FALSE(result.client);
  // All clients were still waiting, and none had failed.
  for (const error_code& error : results) {
    EXPECT_EQ(error, asio::error::operation_aborted);
  }
}

TEST_F(TlsStreamTest, KeysAreComputedWithOnTheHandshakeExecutorAlone) {
  // The pool's only thread is busy, so no handshake may go on.
  std::promise<void> release;
  asio::post(pool_, [&] { release.get_future().wait(); });
  bool is_connected = false;
  server_->async_handshake([&](error_code) { is_connected = true; });
  client_->async_handshake([&](error_code) {});
  io_.poll();
  EXPECT_FALSE(is_connected);
  release.set_value();
  io_.run();
  EXPECT_TRUE(is_connected);
}

}  // namespace
}  // namespace answerbox::tests
