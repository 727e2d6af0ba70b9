// A TLS server for tests with other clients. It sends back the bytes that it
// receives.
//
// usage: tls_echo_server CERTIFICATE KEY [CLIENT_CA [REVOCATION_LIST]]
//
// Listens at 127.0.0.1 and prints its port. For each connection it prints a
// line: the peer's common name or "-", the cipher suite, and "resumed" or
// "whole"; or the reason why there is no connection. It ends when its standard
// input ends.
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <iostream>

#include "platform/tls/tls_stream.h"

namespace {

namespace asio = boost::asio;
using answerbox::platform::TlsConfig;
using answerbox::platform::TlsServerOptions;
using Socket = asio::ip::tcp::socket;
using Stream = answerbox::platform::TlsStream<Socket>;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);

asio::awaitable<void> Echo(Stream& stream) {
  std::array<char, 5000> bytes{};
  for (;;) {
    const auto [error, size] =
        co_await stream.async_read_some(asio::buffer(bytes), kAwait);
    if (error) break;
    const auto [write_error, written] =
        co_await asio::async_write(stream, asio::buffer(bytes, size), kAwait);
    if (write_error) break;
  }
}

asio::awaitable<void> Serve(Socket socket,
                            std::shared_ptr<const TlsConfig> config,
                            asio::thread_pool& pool) {
  Stream stream(std::move(socket), {.config = std::move(config),
                                    .handshake_executor = pool.get_executor()});
  const auto [error] = co_await stream.async_handshake(kAwait);
  if (error) {
    std::cout << error.message() << std::endl;
    co_return;
  }
  const auto& peer = stream.peer();
  std::cout << peer.common_name.value_or("-") << " " << peer.cipher_suite << " "
            << (peer.is_resumed ? "resumed" : "whole") << std::endl;
  co_await Echo(stream);
  co_await stream.async_shutdown(kAwait);
}

asio::awaitable<void> Accept(asio::ip::tcp::acceptor& acceptor,
                             std::shared_ptr<const TlsConfig> config,
                             asio::thread_pool& pool) {
  for (;;) {
    asio::co_spawn(acceptor.get_executor(),
                   Serve(co_await acceptor.async_accept(asio::use_awaitable),
                         config, pool),
                   asio::detached);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  TlsServerOptions options{.certificate = argv[1], .private_key = argv[2]};
  if (argc > 3) {
    options.client_certificate =
        answerbox::platform::ClientCertificate::kRequired;
    options.client_ca = argv[3];
  }
  if (argc > 4) options.client_revocation_list = argv[4];
  const auto config = TlsConfig::ForServer(options);
  if (!config) {
    std::cerr << config.error().Describe() << "\n";
    return 1;
  }
  asio::thread_pool pool(2);
  asio::io_context io;
  asio::ip::tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  std::cout << acceptor.local_endpoint().port() << std::endl;
  asio::co_spawn(io, Accept(acceptor, *config, pool), asio::detached);
  asio::posix::stream_descriptor input(io, 0);
  std::array<char, 1> byte{};
  input.async_read_some(asio::buffer(byte), [&](boost::system::error_code,
                                                std::size_t) { io.stop(); });
  io.run();
  pool.join();
}
