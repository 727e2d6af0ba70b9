// The server as a whole, over loopback: from Start to the end of Stop.
#include "daemon/protocol/mqtt/tcp/mqtt_server.h"

#include <gtest/gtest.h>

#include <boost/asio/write.hpp>
#include <memory>
#include <string>
#include <utility>

#include "daemon/protocol/mqtt/tcp/web_socket.h"
#include "tests/daemon/protocol/mqtt/broker/client_packets.h"

namespace answerbox::daemon::mqtt {
namespace {

using Tcp = boost::asio::ip::tcp;

class MqttServerTest : public testing::Test {
 protected:
  MqttServerTest() {
    MqttOptions options;
    options.plain = {{boost::asio::ip::address_v4::loopback(), 0}};
    options.allows_anonymous = true;
    auto opened = MqttServer::Open(
        io_, options,
        {.dispatcher = dispatcher_,
         .make_methods =
             [this](const Identity& caller) {
               MethodTable table(caller);
               table.methods.push_back(
                   {"hold",
                    Lane::kInline,
                    {},
                    [this](const auto&, const Reply& reply) {
                      held_ = std::make_unique<Reply>(reply);
                    }});
               return table;
             },
         .access = access_,
         .list_collections = [] { return std::vector<CollectionState>(); },
         .read_box_state = [] { return BoxState(); },
         .on_login_failure = [](std::string_view, std::string_view) {}},
        *logins_);
    EXPECT_TRUE(opened);
    server_ = std::move(*opened);
    server_->Start([](const Error& error) { ADD_FAILURE() << error.message; });
    client_.connect(server_->addresses().at(0));
    client_.non_blocking(true);
  }

  void Send(const std::string& bytes) {
    boost::asio::write(client_, boost::asio::buffer(bytes));
  }
  // Runs the server until the client has got `size` bytes, or its end.
  std::string Receive(std::size_t size) {
    std::string received;
    for (boost::system::error_code error;
         received.size() < size &&
         (!error || error == boost::asio::error::would_block);) {
      char bytes[256];
      received.append(bytes,
                      client_.read_some(boost::asio::buffer(bytes), error));
      io_.poll();
    }
    return received;
  }

  boost::asio::io_context io_{1};
  AccessControl access_;
  Dispatcher dispatcher_{DispatchBounds(), {}, access_};
  const std::unique_ptr<Logins> logins_ = *Logins::Make(access_, 1000);
  std::unique_ptr<Reply> held_;
  std::unique_ptr<MqttServer> server_;
  Tcp::socket client_{io_};
};

TEST_F(MqttServerTest, StopEndsConnectionsAndLeavesNoWork) {
  Send(ConnectPacket({.version = Version::k311}));
  EXPECT_EQ(Receive(4), std::string("\x20\x02\x00\x00", 4));
  EXPECT_EQ(dispatcher_.activity().connections, 1u);
  server_->Stop(std::chrono::hours(1));
  EXPECT_EQ(Receive(100), "");
  client_.close();
  io_.run();
  EXPECT_EQ(dispatcher_.activity().connections, 0u);
}

TEST_F(MqttServerTest, StopWaitsForTheAnswerOfARequest) {
  Send(ConnectPacket({.version = Version::k311}) +
       SubscribePacket(Version::k311, 1, "answerbox/rpc/answer/client") +
       PublishPacket(
           Version::k311,
           {.topic = "answerbox/rpc",
            .payload = R"({"jsonrpc":"2.0","id":1,"method":"hold"})"}));
  while (held_ == nullptr) io_.run_one();
  server_->Stop(std::chrono::hours(1));
  EXPECT_EQ(dispatcher_.activity().connections, 1u);
  held_->Send(std::string("\"at last\""));
  held_.reset();
  EXPECT_NE(Receive(1000).find("at last"), std::string::npos);
  client_.close();
  io_.run();
}

TEST_F(MqttServerTest, AfterTheGraceRequestsAreDropped) {
  Send(ConnectPacket({.version = Version::k311}) +
       PublishPacket(
           Version::k311,
           {.topic = "answerbox/rpc",
            .payload = R"({"jsonrpc":"2.0","id":1,"method":"hold"})"}));
  while (held_ == nullptr) io_.run_one();
  server_->Stop(std::chrono::milliseconds(0));
  io_.run();  // The client does not close.
  EXPECT_EQ(dispatcher_.activity().connections, 0u);
  held_->Send(std::string("1"));
  held_.reset();
  io_.restart();
  io_.poll();
}

// A client of HTTP, as its server hands it over.
class HandedOver {
 public:
  explicit HandedOver(boost::asio::io_context& io) : client_(io) {
    Tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    client_.connect(acceptor.local_endpoint());
    using Field = boost::beast::http::field;
    WebSocketRequest request;
    request.version(11);
    request.method(boost::beast::http::verb::get);
    request.set(Field::host, "box.test");
    request.set(Field::connection, "Upgrade");
    request.set(Field::upgrade, "websocket");
    request.set(Field::sec_websocket_version, "13");
    request.set(Field::sec_websocket_protocol, "mqtt");
    request.set(Field::sec_websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
    upgrade_ = std::make_unique<WebSocketUpgrade>(
        WebSocketUpgrade{.stream = acceptor.accept(),
                         .request = request,
                         .peer = {.is_loopback = true,
                                  .certificate_name = {},
                                  .address = "127.0.0.1"},
                         .held = held_});
  }
  WebSocketUpgrade Take() { return std::move(*std::exchange(upgrade_, {})); }
  [[nodiscard]] bool is_given_back() const { return held_.use_count() == 1; }

 private:
  Tcp::socket client_;
  std::shared_ptr<int> held_ = std::make_shared<int>(0);
  std::unique_ptr<WebSocketUpgrade> upgrade_;
};

TEST_F(MqttServerTest, AWebSocketCountsAsAConnectionUntilTheStop) {
  Send(ConnectPacket({.version = Version::k311}));
  Receive(4);
  HandedOver other(io_);
  server_->Serve(other.Take());
  io_.poll();
  EXPECT_EQ(dispatcher_.activity().connections, 2u);
  server_->Stop(std::chrono::milliseconds(0));
  io_.run();
  EXPECT_EQ(dispatcher_.activity().connections, 0u);
  EXPECT_TRUE(other.is_given_back());
}

TEST_F(MqttServerTest, AfterStopNoWebSocketIsServed) {
  server_->Stop(std::chrono::milliseconds(0));
  HandedOver late(io_);
  server_->Serve(late.Take());
  EXPECT_TRUE(late.is_given_back());
  io_.run();
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
