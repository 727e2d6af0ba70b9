// Many TLS clients at once, over loopback: who gets in, and who does not keep
// others out.
#include <gtest/gtest.h>

#include <boost/asio/write.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "daemon/protocol/mqtt/tcp/mqtt_server.h"
#include "platform/tls/tls_stream.h"
#include "tests/daemon/protocol/mqtt/broker/client_packets.h"
#include "tests/platform/certificate/test_authority.h"

namespace answerbox::daemon::mqtt {
namespace {

using Tcp = boost::asio::ip::tcp;
using boost::system::error_code;

class TlsConnectTest : public testing::Test {
 protected:
  TlsConnectTest() {
    const auto own = authority_.Issue("server");
    server_config_ = *platform::TlsConfig::ForServer(
        {.certificate = own.certificate,
         .private_key = own.private_key,
         .client_certificate = platform::ClientCertificate::kOptional,
         .client_ca = authority_.certificate()});
    client_config_ = *platform::TlsConfig::ForClient(
        {.server_ca = authority_.certificate()});
  }
  ~TlsConnectTest() override {
    server_->Stop(std::chrono::milliseconds(0));
    io_.restart();
    io_.run();
    EXPECT_EQ(dispatcher_.activity().connections, 0u);
  }

  void Open(std::chrono::milliseconds connect_timeout,
            std::chrono::milliseconds patience = HandshakeQueue::kPatience) {
    MqttOptions options;
    options.handshake_patience = patience;
    options.tls = {{boost::asio::ip::address_v4::loopback(), 0}};
    options.allows_anonymous = true;
    options.bounds.connect_timeout = connect_timeout;
    auto opened = MqttServer::Open(
        io_, options,
        {.dispatcher = dispatcher_,
         .make_methods =
             [](const Identity& caller) { return MethodTable(caller); },
         .access = access_,
         .list_collections = [] { return std::vector<CollectionState>(); },
         .on_login_failure = [](std::string_view, std::string_view) {}},
        *logins_, [this] { return server_config_; });
    ASSERT_TRUE(opened);
    server_ = std::move(*opened);
    server_->Start([](const Error& error) { ADD_FAILURE() << error.message; });
  }

  // A client of TLS and MQTT.
  struct Client {
    explicit Client(TlsConnectTest& test)
        : stream(Tcp::socket(test.io_),
                 {.config = test.client_config_,
                  .handshake_executor = test.io_.get_executor(),
                  .handshake_timeout = std::chrono::minutes(5),
                  .server_name = "box.test"}) {}
    platform::TlsStream<Tcp::socket> stream;
    std::string packet;
    char reply[4];
  };

  // Connects one more, and counts it once it has CONNACK or has failed.
  void Connect() {
    const auto client = std::make_shared<Client>(*this);
    clients_.push_back(client);
    client->packet =
        ConnectPacket({.version = Version::k311,
                       .client_id = "c" + std::to_string(clients_.size())});
    client->stream.lowest_layer().connect(server_->addresses().at(0));
    client->stream.async_handshake([this, client](error_code error) {
      if (error) return void(++failed_);
      boost::asio::async_write(client->stream,
                               boost::asio::buffer(client->packet),
                               [](error_code, std::size_t) {});
      client->stream.async_read_some(boost::asio::buffer(client->reply),
                                     [this](error_code ended, std::size_t) {
                                       ++(ended ? failed_ : connected_);
                                     });
    });
  }

  // One that begins a handshake and does not go on.
  void ConnectHalf() {
    half_open_.emplace_back(io_).connect(server_->addresses().at(0));
    boost::asio::write(half_open_.back(), boost::asio::buffer(std::string_view(
                                              "\x16\x03\x01", 3)));
  }
  // Runs the server until so many are connected or have failed.
  void RunUntilDone(std::size_t count) {
    while (connected_ + failed_ < count) io_.run_one();
  }

  tests::TemporaryFolder folder_;
  tests::TestAuthority authority_{folder_.path(), "ca"};
  std::shared_ptr<const platform::TlsConfig> server_config_;
  std::shared_ptr<const platform::TlsConfig> client_config_;
  boost::asio::io_context io_{1};
  AccessControl access_;
  Dispatcher dispatcher_{DispatchBounds(), {}, access_};
  const std::unique_ptr<Logins> logins_ = *Logins::Make(access_, 1000);
  std::unique_ptr<MqttServer> server_;
  std::vector<std::shared_ptr<Client>> clients_;
  std::vector<Tcp::socket> half_open_;
  std::size_t connected_ = 0;
  std::size_t failed_ = 0;
};

TEST_F(TlsConnectTest, AFleetThatConnectsAtOnceGetsIn) {
  // All clients compute on one thread here, and take turns at that: with a
  // sanitizer they may go on more slowly than a client on its own machine.
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (int i = 0; i < 100; ++i) Connect();
  RunUntilDone(100);
  EXPECT_EQ(connected_, 100u);
}

TEST_F(TlsConnectTest, ThoseThatDoNotGoOnGiveWay) {
  Open(std::chrono::minutes(5));
  for (int i = 0; i < 60; ++i) ConnectHalf();
  Connect();
  RunUntilDone(1);
  EXPECT_EQ(connected_, 1u);
}

TEST_F(TlsConnectTest, WhileNobodyWaitsASlowHandshakeGoesOn) {
  Open(std::chrono::minutes(5));
  ConnectHalf();
  for (int i = 0; i < 10; ++i) {
    Connect();
    RunUntilDone(static_cast<std::size_t>(i) + 1);
  }
  EXPECT_EQ(connected_, 10u);
  EXPECT_EQ(dispatcher_.activity().connections, 11u);
}

TEST_F(TlsConnectTest, WhoWaitsTooLongIsClosed) {
  Open(std::chrono::milliseconds(200));  // Before handshakes give way.
  for (int i = 0; i < 60; ++i) ConnectHalf();
  while (dispatcher_.activity().connections < 60) io_.run_one();
  while (dispatcher_.activity().connections > 0) io_.run_one();
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
