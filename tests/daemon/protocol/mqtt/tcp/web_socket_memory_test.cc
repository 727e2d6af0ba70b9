// What a WebSocket takes from the heap is what the budget is told.
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <string>

#include "daemon/protocol/mqtt/tcp/web_socket.h"
#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::daemon::mqtt {
namespace {

using Tcp = boost::asio::ip::tcp;

class WebSocketMemory : public testing::Test {
 protected:
  // Serves a client until it is admitted and its ping is answered. Returns the
  // most bytes that were held meanwhile and that the budget does not know of.
  std::uint64_t Serve(const std::string& client_id) {
    // Frames whose mask is zero, so that they hold the packets as they are.
    const auto frame = [](const std::string& packet) {
      return std::string("\x82") + static_cast<char>(0x80 | packet.size()) +
             std::string(4, '\0') + packet;
    };
    const std::string sent =
        frame(ConnectPacket({.client_id = client_id})) + frame(PingPacket());
    auto& client = clients_.emplace_back(std::make_unique<Tcp::socket>(io_));
    client->connect(acceptor_.local_endpoint());
    WebSocketUpgrade upgrade{.stream = acceptor_.accept(),
                             .request = request_,
                             .peer = {.is_loopback = true,
                                      .certificate_name = {},
                                      .address = "127.0.0.1"}};
    const auto unknown = [this](std::uint64_t bytes) {
      return bytes - dialogue_.memory.whole().used_bytes();
    };
    const std::uint64_t before = unknown(HeapBytes());
    ForgetHighestHeapBytes();
    MakeWebSocketConnection(dialogue_.memory.connections(), dialogue_.broker,
                            [] {}, std::move(upgrade),
                            {.patience = std::chrono::hours(1)})
        ->Start();
    io_.poll();
    boost::asio::write(*client, boost::asio::buffer(sent));
    constexpr std::size_t kPong = 4;
    char reply[1000];
    std::size_t received = 0;
    while (received < kPong || reply[received - 2] != '\xD0') {
      io_.poll();
      if (client->available() == 0) continue;
      received += client->read_some(
          boost::asio::buffer(reply + received, sizeof reply - received));
    }
    return unknown(HighestHeapBytes()) - before;
  }
  ~WebSocketMemory() override {
    clients_.clear();
    io_.run();
  }

  Dialogue dialogue_;
  boost::asio::io_context io_{1};
  Tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  std::vector<std::unique_ptr<Tcp::socket>> clients_;
  WebSocketRequest request_ = [] {
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
    return request;
  }();
};

TEST_F(WebSocketMemory, IsWithinWhatTheBudgetIsTold) {
  Serve("first");  // Asio keeps some memory of operations for the next.
  EXPECT_LE(Serve("second"), kOperationBytes + kWebSocketBytes);
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
