// Network ends over loopback, with the broker that they serve.
#include "daemon/protocol/mqtt/tcp/network_connection.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <string>
#include <string_view>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"
#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

namespace answerbox::daemon::mqtt {
namespace {

using Tcp = boost::asio::ip::tcp;
using boost::system::error_code;

class NetworkConnectionTest : public testing::Test {
 protected:
  NetworkConnectionTest() {
    Tcp::acceptor acceptor(
        io_, Tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    client_.connect(acceptor.local_endpoint());
    Tcp::socket accepted = acceptor.accept();
    end_ = std::make_shared<NetworkConnection<Tcp::socket>>(
        NetworkPeer{.is_loopback = true,
                    .certificate_name = {},
                    .address = "127.0.0.1"},
        dialogue_.broker, [this] { ++ended_; }, std::move(accepted));
    client_.non_blocking(true);
    end_->Start();
  }
  ~NetworkConnectionTest() override {
    end_->Drop();
    work_.reset();
    io_.run();
    EXPECT_EQ(ended_, 1);
    EXPECT_EQ(dialogue_.broker.statistics().connections, 0u);
  }

  void Send(std::string_view bytes) {
    boost::asio::write(client_, boost::asio::buffer(bytes));
  }
  // Runs the end until the client has got `size` bytes, or its end.
  std::string Receive(std::size_t size) {
    std::string received;
    while (received.size() < size && !is_at_end_) {
      char bytes[256];
      error_code error;
      const std::size_t count =
          client_.read_some(boost::asio::buffer(bytes), error);
      received.append(bytes, count);
      is_at_end_ = error && error != boost::asio::error::would_block;
      io_.poll();
    }
    return received;
  }
  void RunUntilEnded() {
    while (ended_ == 0) io_.run_one();
  }

  KeptSteps steps_{""};
  Dialogue dialogue_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_ = boost::asio::make_work_guard(io_);
  Tcp::socket client_{io_};
  std::shared_ptr<NetworkConnection<Tcp::socket>> end_;
  int ended_ = 0;
  bool is_at_end_ = false;
};

TEST_F(NetworkConnectionTest, CarriesPacketsBothWays) {
  Send(ConnectPacket({.version = Version::k311}) + PingPacket());
  EXPECT_EQ(Receive(6), std::string("\x20\x02\x00\x00\xD0\x00", 6));
}

TEST_F(NetworkConnectionTest, EndsWhenThePeerCloses) {
  Send(ConnectPacket({.version = Version::k311}));
  Receive(4);
  client_.close();
  RunUntilEnded();
  EXPECT_EQ(dialogue_.broker.statistics().connections, 0u);
}

TEST_F(NetworkConnectionTest, WritesWhatThereIsBeforeItCloses) {
  Send(ConnectPacket({.version = Version::k311}) + PingPacket() +
       DisconnectPacket() + PingPacket());
  EXPECT_EQ(Receive(100), std::string("\x20\x02\x00\x00\xD0\x00", 6));
  EXPECT_TRUE(is_at_end_);
  client_.close();
  RunUntilEnded();
}

TEST_F(NetworkConnectionTest, WritesWhatWaitsForTheDiskBeforeItCloses) {
  steps_.durable = 0;
  dialogue_.broker.RecordTo(steps_);
  Send(ConnectPacket({.version = Version::k311, .is_clean = false}) +
       DisconnectPacket());
  while (dialogue_.broker.statistics().sessions == 0) io_.run_one();
  io_.poll();
  boost::system::error_code error;
  char byte;
  client_.read_some(boost::asio::buffer(&byte, 1), error);
  EXPECT_EQ(error, boost::asio::error::would_block);
  steps_.durable = steps_.newest();
  dialogue_.broker.OnDurable(dialogue_.now);
  EXPECT_EQ(Receive(100), std::string("\x20\x02\x00\x00", 4));
  EXPECT_TRUE(is_at_end_);
  client_.close();
  RunUntilEnded();
}

TEST_F(NetworkConnectionTest, LastsWhileItsPasswordIsChecked) {
  dialogue_.doorkeeper.answers_at_once = false;
  Send(ConnectPacket({.version = Version::k311}) + PingPacket());
  while (dialogue_.doorkeeper.waiting.empty()) io_.run_one();
  io_.poll();
  EXPECT_EQ(ended_, 0);
  dialogue_.doorkeeper.AdmitNext(dialogue_.now);
  EXPECT_EQ(Receive(6), std::string("\x20\x02\x00\x00\xD0\x00", 6));
}

TEST_F(NetworkConnectionTest, DroppedWhileItsPasswordIsCheckedItIsForgotten) {
  dialogue_.doorkeeper.answers_at_once = false;
  Send(ConnectPacket({}));
  while (dialogue_.doorkeeper.waiting.empty()) io_.run_one();
  end_->Drop();
  EXPECT_TRUE(dialogue_.doorkeeper.waiting.empty());
}

TEST_F(NetworkConnectionTest, DroppedWithAReadUnderWayItEndsAfterTheRead) {
  end_->Drop();
  EXPECT_EQ(ended_, 0);
  RunUntilEnded();
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
