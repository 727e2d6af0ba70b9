// Both ends of a TLS connection over a pair of sockets, and their threads: the
// test's own for the sockets, and one for handshakes.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "platform/tls/tls_stream.h"
#include "tests/platform/certificate/test_authority.h"

namespace answerbox::tests {

namespace asio = boost::asio;
using boost::system::error_code;

using Socket = asio::local::stream_protocol::socket;
using Stream = platform::TlsStream<Socket>;

inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

// The results of both handshakes.
struct Handshakes {
  error_code server;
  error_code client;
};

class TlsLinkTest : public ::testing::Test {
 protected:
  using ServerOptions = platform::TlsServerOptions;
  using ClientOptions = platform::TlsClientOptions;

  TlsLinkTest()
      : authority_(folder_.path(), "ca"),
        server_certificate_(authority_.Issue("server")) {}
  ~TlsLinkTest() override { pool_.join(); }

  [[nodiscard]] ServerOptions ForServer() const {
    return {.certificate = server_certificate_.certificate,
            .private_key = server_certificate_.private_key};
  }
  [[nodiscard]] ServerOptions ForServer(
      platform::ClientCertificate wish) const {
    ServerOptions options = ForServer();
    options.client_certificate = wish;
    options.client_ca = authority_.certificate();
    return options;
  }
  [[nodiscard]] ClientOptions ForClient() const {
    return {.server_ca = authority_.certificate()};
  }
  [[nodiscard]] ClientOptions ForClient(const TestCertificate& own) const {
    return {.server_ca = authority_.certificate(),
            .certificate = own.certificate,
            .private_key = own.private_key};
  }

  [[nodiscard]] platform::TlsStreamOptions StreamOptions(
      std::shared_ptr<const platform::TlsConfig> config) {
    return {.config = std::move(config),
            .handshake_executor = pool_.get_executor(),
            .server_name = "box.test"};
  }

  // Makes both ends, without connecting them.
  void Link(platform::TlsStreamOptions server,
            platform::TlsStreamOptions client) {
    Socket ends[2] = {Socket(io_), Socket(io_)};
    asio::local::connect_pair(ends[0], ends[1]);
    server_.emplace(std::move(ends[0]), std::move(server));
    client_.emplace(std::move(ends[1]), std::move(client));
  }
  void Link(const ServerOptions& server, const ClientOptions& client) {
    auto server_config = platform::TlsConfig::ForServer(server);
    ASSERT_TRUE(server_config) << server_config.error().Describe();
    auto client_config = platform::TlsConfig::ForClient(client);
    ASSERT_TRUE(client_config) << client_config.error().Describe();
    Link(StreamOptions(*server_config), StreamOptions(*client_config));
  }

  // Runs until each of them is done.
  template <typename... Coroutines>
  void Run(Coroutines... coroutines) {
    io_.restart();
    (asio::co_spawn(io_, std::move(coroutines),
                    [](const std::exception_ptr& error) {
                      if (error) std::rethrow_exception(error);
                    }),
     ...);
    io_.run();
  }

  // Closes an end that fails, like its owner.
  static asio::awaitable<void> HandshakeOf(Stream& stream, error_code& result) {
    std::tie(result) = co_await stream.async_handshake(kAwait);
    if (result) stream.lowest_layer().close();
  }

  Handshakes Shake() {
    Handshakes result;
    Run(HandshakeOf(*server_, result.server),
        HandshakeOf(*client_, result.client));
    return result;
  }
  Handshakes Shake(const ServerOptions& server, const ClientOptions& client) {
    Link(server, client);
    return Shake();
  }
  void Connect() {
    const Handshakes result = Shake();
    ASSERT_FALSE(result.server) << result.server.message();
    ASSERT_FALSE(result.client) << result.client.message();
  }
  void Connect(const ServerOptions& server, const ClientOptions& client) {
    Link(server, client);
    Connect();
  }

  TemporaryFolder folder_;
  TestAuthority authority_;
  TestCertificate server_certificate_;
  asio::io_context io_;
  asio::thread_pool pool_{1};
  std::optional<Stream> server_;
  std::optional<Stream> client_;
};

}  // namespace answerbox::tests
