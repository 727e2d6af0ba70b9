// Many TLS clients at once, over loopback: who gets in, and who does not keep
// others out.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "daemon/protocol/mqtt/tcp/mqtt_server.h"
#include "platform/service/journal.h"
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
    options.plain = {{boost::asio::ip::address_v4::loopback(), 0}};
    options.tls = {{boost::asio::ip::address_v4::loopback(), 0}};
    options.memory_bytes = memory_bytes_;
    options.allows_anonymous = true;
    options.bounds.connect_timeout = connect_timeout;
    options.bounds.connections = kConnections;
    auto opened = MqttServer::Open(
        io_, options,
        {.dispatcher = dispatcher_,
         .make_methods =
             [](const Identity& caller) { return MethodTable(caller); },
         .access = access_,
         .list_collections = [] { return std::vector<CollectionState>(); },
         .read_box_state = [] { return BoxState(); },
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
    client->stream.lowest_layer().connect(server_->addresses().back());
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

  void ConnectSilent() {
    io_.poll();  // The kernel keeps few that were not accepted.
    half_open_.emplace_back(io_).connect(server_->addresses().back());
  }
  void ConnectSilentPlain() {
    io_.poll();
    half_open_.emplace_back(io_).connect(server_->addresses().front());
  }
  // One that does its handshake and then says nothing.
  void ConnectWithoutMqtt() {
    const auto client = std::make_shared<Client>(*this);
    clients_.push_back(client);
    client->stream.lowest_layer().connect(server_->addresses().back());
    client->stream.async_handshake(
        [this](error_code error) { ++(error ? failed_ : connected_); });
  }
  // One that begins a handshake and does not go on.
  void ConnectHalf() {
    if (hello_.empty()) hello_ = TakeHello();
    Send(hello_);
  }
  void Send(std::string_view bytes) {
    ConnectSilent();
    boost::asio::write(half_open_.back(), boost::asio::buffer(bytes));
  }
  // The first record of a client, taken by a server that never answers.
  std::string TakeHello() {
    Tcp::acceptor acceptor(io_, {boost::asio::ip::address_v4::loopback(), 0});
    Client client(*this);
    client.stream.lowest_layer().connect(acceptor.local_endpoint());
    bool is_over = false;
    client.stream.async_handshake([&](error_code) { is_over = true; });
    Tcp::socket peer = acceptor.accept();
    while (peer.available() < kRecordHeaderBytes) io_.run_one();
    std::string hello(peer.available(), '\0');
    boost::asio::read(peer, boost::asio::buffer(hello));
    client.stream.lowest_layer().close();
    while (!is_over) io_.run_one();
    return hello;
  }
  // Runs the server until so many are connected or have failed.
  void RunUntilDone(std::size_t count) {
    while (connected_ + failed_ < count) io_.run_one();
  }

  static constexpr std::size_t kConnections = 200;

  std::size_t memory_bytes_ = MqttSettings().memory_bytes;
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
  std::string hello_;
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

// Nothing gives way here, and no time passes: silent clients take no place.
TEST_F(TlsConnectTest, SilentClientsDelayNobody) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (int i = 0; i < 75; ++i) ConnectSilent();
  for (int i = 0; i < 75; ++i) Send(std::string_view("\x16\x03\x01\2", 4));
  Connect();
  RunUntilDone(1);
  EXPECT_EQ(connected_, 1u);
  EXPECT_EQ(dispatcher_.activity().connections, 151u);
}

TEST(BytesOfRecordTest, AreKnownFromItsHeader) {
  EXPECT_EQ(BytesOfRecord("G"), 0u);
  EXPECT_EQ(BytesOfRecord("\x16"), 5u);
  EXPECT_EQ(BytesOfRecord(std::string_view("\x16\3\1\2", 4)), 5u);
  EXPECT_EQ(BytesOfRecord(std::string_view("\x16\3\1\2\3", 5)), 0x208u);
  EXPECT_EQ(BytesOfRecord("\x16\3\1\xff\xff"), 5u + 16384);
}

// What is left of a record that its client does not finish must not make a
// loop, and is an end like any other.
TEST_F(TlsConnectTest, WhoClosesWithinItsFirstRecordIsGone) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  Send(std::string_view("\x16\x03\x01\2", 4));
  Send(std::string_view("\x16\x03\x01\2\0more", 9));
  Send("not TLS");
  half_open_.clear();
  while (dispatcher_.activity().connections == 0) io_.run_one();
  while (dispatcher_.activity().connections > 0) io_.run_one();
}

TEST_F(TlsConnectTest, TheOldestSilentClientGivesWayWhenAllPlacesAreTaken) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (std::size_t i = 0; i < kConnections + 10; ++i) ConnectSilent();
  Connect();
  RunUntilDone(1);
  EXPECT_EQ(connected_, 1u);
  EXPECT_EQ(dispatcher_.activity().connections, kConnections);
  const auto gave_way = dispatcher_.activity().shares.Read(Shared::kHandshakes);
  EXPECT_EQ(gave_way.count, 11u);
  EXPECT_EQ(gave_way.holder, "this machine");
}

TEST_F(TlsConnectTest, SilentPlainConnectionsGiveWayToo) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (std::size_t i = 0; i < kConnections + 10; ++i) ConnectSilentPlain();
  Connect();
  RunUntilDone(1);
  EXPECT_EQ(connected_, 1u);
  Tcp::socket plain(io_);
  plain.connect(server_->addresses().front());
  boost::asio::write(
      plain, boost::asio::buffer(ConnectPacket({.version = Version::k311})));
  bool is_answered = false;
  char reply[4];
  plain.async_read_some(boost::asio::buffer(reply),
                        [&](error_code error, std::size_t) {
                          EXPECT_FALSE(error) << error.message();
                          is_answered = true;
                        });
  while (!is_answered) io_.run_one();
}

TEST_F(TlsConnectTest, MemoryOfThoseThatSayNothingAfterTheirHandshakeIsTaken) {
  memory_bytes_ = std::size_t{4} << 20;  // For some 60 connections.
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (std::size_t i = 0; i < 100; ++i) {
    ConnectWithoutMqtt();
    RunUntilDone(i + 1);
  }
  EXPECT_EQ(failed_, 0u);
  Connect();
  RunUntilDone(101);
  EXPECT_EQ(failed_, 0u);
}

TEST_F(TlsConnectTest, ForEachThatComesOneThatSaysNothingLosesItsMemory) {
  memory_bytes_ = std::size_t{4} << 20;
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (std::size_t i = 0; i < 70; ++i) {
    ConnectWithoutMqtt();
    RunUntilDone(i + 1);
  }
  const auto gave_way = [this] {
    return dispatcher_.activity().shares.Read(Shared::kHandshakes).count;
  };
  const std::uint64_t before = gave_way();
  EXPECT_GT(before, 0u);
  for (int i = 0; i < 10; ++i) Connect();
  RunUntilDone(80);
  EXPECT_EQ(failed_, 0u);
  EXPECT_LE(gave_way() - before, 10u);
}

// The newcomer may well be another of that caller, or nobody at all.
TEST_F(TlsConnectTest, MemoryOfAdmittedConnectionsIsNotTaken) {
  memory_bytes_ = std::size_t{4} << 20;
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  for (std::size_t i = 0; i < 100; ++i) {
    Connect();
    RunUntilDone(i + 1);
  }
  EXPECT_EQ(failed_, 0u) << "each gets its answer";
  const auto refused = std::ranges::count_if(
      clients_, [](const auto& client) { return client->reply[3] != 0; });
  EXPECT_GT(refused, 30);
  EXPECT_EQ(clients_.front()->reply[3], 0);
  // Those that were admitted are served as before.
  char pong[2];
  bool is_answered = false;
  auto& stream = clients_.front()->stream;
  boost::asio::async_write(stream, boost::asio::buffer("\xc0\0", 2),
                           [](error_code, std::size_t) {});
  stream.async_read_some(boost::asio::buffer(pong),
                         [&](error_code error, std::size_t) {
                           EXPECT_FALSE(error) << error.message();
                           is_answered = true;
                         });
  while (!is_answered) io_.run_one();
}

// A client that no server admits, that sends a bad CONNECT and does not close.
TEST_F(TlsConnectTest, WhoIsRefusedAndStaysPushesNobodyOut) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  const std::string good = ConnectPacket({.version = Version::k311});
  const auto knock = [&](std::string_view packet, std::size_t answered) {
    Tcp::socket socket(io_);
    socket.connect(server_->addresses().front());
    boost::asio::write(socket, boost::asio::buffer(packet));
    std::string reply(answered, '\0');
    bool is_over = answered == 0;
    if (!is_over) {
      boost::asio::async_read(socket, boost::asio::buffer(reply),
                              [&](error_code error, std::size_t) {
                                EXPECT_FALSE(error) << error.message();
                                is_over = true;
                              });
    }
    while (!is_over) io_.run_one();
    io_.poll();
    return socket;
  };
  std::vector<Tcp::socket> admitted;
  for (std::size_t i = 0; i < kConnections - 5; ++i) {
    admitted.push_back(
        knock(ConnectPacket({.version = Version::k311,
                             .client_id = "g" + std::to_string(i)}),
              4));
  }
  std::string bad = good;
  bad[8] = '\x7f';  // No version of MQTT.
  std::vector<Tcp::socket> refused;
  for (std::size_t i = 0; i < 3 * kConnections; ++i) {
    refused.push_back(knock(bad, 0));
  }
  for (int i = 0; i < 5; ++i) {
    admitted.push_back(
        knock(ConnectPacket({.version = Version::k311,
                             .client_id = "h" + std::to_string(i)}),
              4));
  }
  for (Tcp::socket& socket : admitted) {
    socket.non_blocking(true);
    char byte;
    error_code error;
    socket.receive(boost::asio::buffer(&byte, 1), 0, error);
    EXPECT_EQ(error, boost::asio::error::would_block) << error.message();
  }
}

TEST_F(TlsConnectTest, TheJournalTellsWhyAHandshakeFailsOnceAMinute) {
  Open(std::chrono::minutes(5), std::chrono::minutes(5));
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) {
    Send(std::string_view("\x16\x03\x01\0\5hello", 10));
    while (dispatcher_.activity().connections == 0) io_.run_one();
    while (dispatcher_.activity().connections > 0) io_.run_one();
  }
  platform::FlushLog(std::chrono::seconds(10));
  const std::string told = testing::internal::GetCapturedStderr();
  const std::string line = "a TLS client at this machine got no connection: ";
  const std::size_t at = told.find(line);
  ASSERT_NE(at, std::string::npos) << told;
  EXPECT_NE(told.find("this machine's clock says"), std::string::npos) << told;
  EXPECT_EQ(told.find(line, at + 1), std::string::npos) << told;
}

TEST_F(TlsConnectTest, WhoStaysSilentIsClosed) {
  Open(std::chrono::milliseconds(200));
  for (int i = 0; i < 5; ++i) ConnectSilent();
  while (dispatcher_.activity().connections < 5) io_.run_one();
  while (dispatcher_.activity().connections > 0) io_.run_one();
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
