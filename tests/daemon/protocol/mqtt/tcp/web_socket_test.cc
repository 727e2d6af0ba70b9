// WebSockets over loopback, frame by frame, with the broker that they serve.
// Frames are written out here, as Beast would not send most of them.
#include "daemon/protocol/mqtt/tcp/web_socket.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {
namespace {

using Tcp = boost::asio::ip::tcp;
using boost::system::error_code;
using Field = boost::beast::http::field;
using Status = boost::beast::http::status;

// RFC 6455, section 5.2: the first byte of a frame.
constexpr unsigned kFinal = 0x80;
constexpr unsigned kContinuation = 0x0;
constexpr unsigned kText = 0x1;
constexpr unsigned kBinary = 0x2;
constexpr unsigned kClose = 0x8;
constexpr unsigned kPing = 0x9;
constexpr unsigned kPong = 0xA;

std::string Byte(unsigned value) {
  return std::string(1, static_cast<char>(value));
}

// A frame's header, with the shortest length that fits.
std::string Header(unsigned first, std::size_t size, unsigned mask_bit) {
  if (size < 126) return Byte(first) + Byte(mask_bit | unsigned(size));
  std::string header =
      Byte(first) + Byte(mask_bit | (size < 65536 ? 126 : 127));
  for (int shift = size < 65536 ? 8 : 56; shift >= 0; shift -= 8) {
    header += Byte(static_cast<unsigned>(size >> shift) & 0xFF);
  }
  return header;
}

// As a client sends it.
std::string Frame(unsigned first, std::string_view payload) {
  constexpr std::string_view kMask = "\x12\x34\x56\x78";
  std::string frame = Header(first, payload.size(), 0x80) + std::string(kMask);
  for (std::size_t i = 0; i < payload.size(); ++i) {
    frame += static_cast<char>(payload[i] ^ kMask[i % kMask.size()]);
  }
  return frame;
}
std::string Binary(std::string_view payload) {
  return Frame(kFinal | kBinary, payload);
}
// As the server sends it.
std::string Unmasked(unsigned first, std::string_view payload) {
  return Header(first, payload.size(), 0) + std::string(payload);
}
std::string Closed(unsigned code) {
  return Unmasked(kFinal | kClose, Byte(code >> 8) + Byte(code & 0xFF));
}

WebSocketRequest Request() {
  WebSocketRequest request;
  request.version(11);
  request.method(boost::beast::http::verb::get);
  request.target("/mqtt");
  request.set(Field::host, "box.test");
  request.set(Field::connection, "keep-alive, Upgrade");
  request.set(Field::upgrade, "websocket");
  request.set(Field::sec_websocket_version, "13");
  request.set(Field::sec_websocket_protocol, "mqtt");
  // The key of RFC 6455, section 1.3.
  request.set(Field::sec_websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
  return request;
}

constexpr std::string_view kAccept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
const std::string kAdmitted("\x20\x02\x00\x00", 4);
const std::string kPong311("\xD0\x00", 2);

// A browser must do nothing with a refusal but show it.
void ExpectStrictFields(const std::string& reply) {
  for (const std::string line :
       {"Content-Type: text/plain; charset=utf-8",
        "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
        "Connection: close"}) {
    EXPECT_NE(reply.find(line + "\r\n"), std::string::npos) << reply;
  }
  EXPECT_NE(reply.find("Content-Security-Policy: default-src 'none';"),
            std::string::npos)
      << reply;
  EXPECT_EQ(reply.find("Beast"), std::string::npos) << reply;
}

class WebSocketTest : public testing::Test {
 protected:
  ~WebSocketTest() override {
    if (!end_) return;
    // It has a timer as long as it exists.
    std::exchange(end_, nullptr)->Drop();
    work_.reset();
    io_.run();
    EXPECT_EQ(ended_, 1);
    EXPECT_EQ(dialogue_.broker.statistics().connections, 0u);
  }

  void Connect(WebSocketRequest request = Request()) {
    Tcp::acceptor acceptor(
        io_, Tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    client_.connect(acceptor.local_endpoint());
    WebSocketUpgrade upgrade{.stream = acceptor.accept(),
                             .request = std::move(request),
                             .peer = {.is_loopback = true,
                                      .certificate_name = {},
                                      .address = "127.0.0.1"},
                             .held = held_};
    end_ = MakeWebSocketConnection(
        dialogue_.memory.connections(), dialogue_.broker, [this] { ++ended_; },
        std::move(upgrade), {.patience = std::chrono::hours(1)});
    client_.non_blocking(true);
    end_->Start();
  }
  // The same, and takes the reply.
  void Open() {
    Connect();
    std::string reply;
    while (!reply.ends_with("\r\n\r\n")) reply += Receive(1);
    ASSERT_TRUE(reply.starts_with("HTTP/1.1 101 ")) << reply;
  }
  // The same, and is admitted.
  void Admit() {
    Open();
    Send(Binary(ConnectPacket({.version = Version::k311})));
    ExpectNext(Unmasked(kFinal | kBinary, kAdmitted));
  }

  void Send(std::string_view bytes) {
    while (!bytes.empty()) {
      error_code error;
      bytes.remove_prefix(
          client_.write_some(boost::asio::buffer(bytes), error));
      if (error && error != boost::asio::error::would_block) return;
      io_.poll();
    }
  }
  // Runs the end until the client has got `size` bytes, or its end.
  std::string Receive(std::size_t size) {
    std::string received;
    while (received.size() < size && !is_at_end_) {
      std::string bytes(size - received.size(), '\0');
      error_code error;
      bytes.resize(client_.read_some(boost::asio::buffer(bytes), error));
      received += bytes;
      is_at_end_ = error && error != boost::asio::error::would_block;
      io_.poll();
    }
    return received;
  }
  void ExpectNext(const std::string& bytes) {
    EXPECT_EQ(Receive(bytes.size()), bytes);
  }
  // The server's last frame, and then nothing.
  void ExpectEnd(unsigned code) {
    EXPECT_EQ(Receive(1000), Closed(code));
    EXPECT_TRUE(is_at_end_);
    client_.close();
    RunUntilEnded();
  }
  void RunUntilEnded() {
    while (ended_ == 0) io_.run_one();
  }
  [[nodiscard]] std::size_t connections() {
    return dialogue_.broker.statistics().connections;
  }

  Dialogue dialogue_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_ = boost::asio::make_work_guard(io_);
  Tcp::socket client_{io_};
  std::shared_ptr<int> held_ = std::make_shared<int>(0);
  std::shared_ptr<NetworkEnd> end_;
  int ended_ = 0;
  bool is_at_end_ = false;
};

TEST_F(WebSocketTest, RepliesThatItSpeaksMqtt) {
  Connect();
  std::string reply;
  while (!reply.ends_with("\r\n\r\n")) reply += Receive(1);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 101 ")) << reply;
  for (const std::string line : {"Upgrade: websocket", "Connection: upgrade",
                                 "Sec-WebSocket-Protocol: mqtt"}) {
    EXPECT_NE(reply.find(line + "\r\n"), std::string::npos) << reply;
  }
  EXPECT_NE(reply.find(kAccept), std::string::npos) << reply;
  EXPECT_EQ(reply.find("Extensions"), std::string::npos) << reply;
}

TEST_F(WebSocketTest, AnotherVersionOfWebSocketIsToldWhich) {
  auto request = Request();
  request.set(Field::sec_websocket_version, "8");
  Connect(std::move(request));
  const std::string reply = Receive(1000);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 426 ")) << reply;
  EXPECT_NE(reply.find("Sec-WebSocket-Version: 13\r\n"), std::string::npos);
  EXPECT_EQ(reply.find("mqtt"), std::string::npos) << reply;
  ExpectStrictFields(reply);
  RunUntilEnded();
}

TEST_F(WebSocketTest, WithoutAKeyItIsRefused) {
  auto request = Request();
  request.erase(Field::sec_websocket_key);
  Connect(std::move(request));
  const std::string reply = Receive(1000);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 400 ")) << reply;
  ExpectStrictFields(reply);
  RunUntilEnded();
}

TEST_F(WebSocketTest, APageOfAnotherHostIsRefusedInWords) {
  auto request = Request();
  request.set(Field::origin, "http://evil.test");
  Connect(std::move(request));
  const std::string reply = Receive(1000);
  EXPECT_TRUE(reply.starts_with("HTTP/1.1 403 ")) << reply;
  EXPECT_NE(reply.find("mqtt_websocket_origins"), std::string::npos) << reply;
  EXPECT_EQ(reply.find("Sec-WebSocket"), std::string::npos) << reply;
  ExpectStrictFields(reply);
  RunUntilEnded();
  EXPECT_EQ(connections(), 0u);
}

TEST_F(WebSocketTest, CarriesPacketsInBinaryFrames) {
  Admit();
  Send(Binary(PingPacket()));
  ExpectNext(Unmasked(kFinal | kBinary, kPong311));
}

TEST_F(WebSocketTest, PacketsNeedNotEndWhereFramesDo) {
  Open();
  const std::string bytes =
      ConnectPacket({.version = Version::k311}) + PingPacket();
  for (const char byte : bytes) Send(Binary(std::string(1, byte)));
  std::string received;  // In however many frames.
  while (!received.ends_with(kPong311)) received += Receive(1);
  EXPECT_NE(received.find(kAdmitted), std::string::npos);
  // One message of three frames, with a ping between them.
  const std::string two = PingPacket() + PingPacket();
  Send(Frame(kBinary, two.substr(0, 1)) +
       Frame(kContinuation, two.substr(1, 2)) + Frame(kFinal | kPing, "here?") +
       Frame(kFinal | kContinuation, two.substr(3)));
  const std::string here = Unmasked(kFinal | kPong, "here?");
  received = Receive(here.size() + 2 * (2 + kPong311.size()));
  EXPECT_NE(received.find(here), std::string::npos);
  EXPECT_TRUE(received.ends_with(kPong311));
}

TEST_F(WebSocketTest, EmptyFramesMeanNothing) {
  Admit();
  Send(Binary("") + Frame(kBinary, "") + Frame(kFinal | kContinuation, "") +
       Frame(kFinal | kPong, "unasked") + Binary(PingPacket()));
  ExpectNext(Unmasked(kFinal | kBinary, kPong311));
}

TEST_F(WebSocketTest, ALargePacketComesWhole) {
  Admit();
  Send(Binary(SubscribePacket(Version::k311, 1, "a")));
  ExpectNext(
      Unmasked(kFinal | kBinary, std::string("\x90\x03\x00\x01\x00", 5)));
  const std::string packet = PublishPacket(
      Version::k311, {.topic = "a", .payload = std::string(200'000, 'x')});
  Send(Binary(packet));
  std::string payload;
  while (payload.size() < packet.size()) {
    const std::string header = Receive(2);
    ASSERT_EQ(header.size(), 2u);
    std::size_t size = static_cast<unsigned char>(header[1]);
    const int more = size == 127 ? 8 : size == 126 ? 2 : 0;
    if (more > 0) size = 0;
    for (const char byte : Receive(static_cast<std::size_t>(more))) {
      size = size << 8 | static_cast<unsigned char>(byte);
    }
    payload += Receive(size);
  }
  EXPECT_TRUE(payload == packet);
}

// The bound is of a packet. What a page publishes at once is one message.
TEST_F(WebSocketTest, AMessageOfManyPacketsIsLongerThanAPacketMayBe) {
  Admit();
  const std::string packet = PublishPacket(
      Version::k311, {.topic = "a", .payload = std::string(60'000, 'x')});
  std::string packets;
  while (packets.size() <= dialogue_.bounds.packet_bytes) packets += packet;
  Send(Binary(packets + PingPacket()));
  ExpectNext(Unmasked(kFinal | kBinary, kPong311));
  // In parts, too.
  Send(Frame(kBinary, packets) + Frame(kContinuation, packets) +
       Frame(kFinal | kContinuation, PingPacket()));
  ExpectNext(Unmasked(kFinal | kBinary, kPong311));
}

TEST_F(WebSocketTest, TextEndsTheConnection) {
  Admit();
  Send(Frame(kFinal | kText, "CONNECT"));
  ExpectEnd(1003);
}

TEST_F(WebSocketTest, EmptyTextEndsTheConnection) {
  Admit();
  Send(Frame(kFinal | kText, ""));
  ExpectEnd(1003);
}

TEST_F(WebSocketTest, WhatFollowsTextIsNotRead) {
  Admit();
  Send(Frame(kText, "x") + Frame(kFinal | kContinuation, "y") +
       Binary(PingPacket()));
  ExpectEnd(1003);
}

struct BrokenRule {
  const char* name;
  std::string bytes;
  unsigned code;
};

class WebSocketRuleTest : public WebSocketTest,
                          public testing::WithParamInterface<BrokenRule> {};

TEST_P(WebSocketRuleTest, EndsTheConnection) {
  Admit();
  Send(GetParam().bytes);
  // Input that follows does not keep the client from reading why.
  Send(Binary(std::string(1000, 'x')));
  ExpectEnd(GetParam().code);
}

// RFC 6455, sections 5.1 to 5.5 and 7.4.1.
INSTANTIATE_TEST_SUITE_P(
    Rules, WebSocketRuleTest,
    testing::Values(
        BrokenRule{"Unmasked", Unmasked(kFinal | kBinary, PingPacket()), 1002},
        BrokenRule{"UnmaskedClose", Closed(1000), 1002},
        BrokenRule{"ContinuationOfNothing",
                   Frame(kFinal | kContinuation, PingPacket()), 1002},
        BrokenRule{"MessageWithinAMessage",
                   Frame(kBinary, "\xC0") + Binary("x"), 1002},
        BrokenRule{"FirstReservedBit", Frame(kFinal | 0x40 | kBinary, "x"),
                   1002},
        BrokenRule{"SecondReservedBit", Frame(kFinal | 0x20 | kBinary, "x"),
                   1002},
        BrokenRule{"ThirdReservedBit", Frame(kFinal | 0x10 | kBinary, "x"),
                   1002},
        BrokenRule{"ReservedBitOfPing", Frame(kFinal | 0x40 | kPing, "x"),
                   1002},
        BrokenRule{"ReservedData", Frame(kFinal | 0x3, "x"), 1002},
        BrokenRule{"ReservedControl", Frame(kFinal | 0xB, "x"), 1002},
        BrokenRule{"LongPing", Frame(kFinal | kPing, std::string(126, 'x')),
                   1002},
        BrokenRule{"PingInParts", Frame(kPing, "x"), 1002},
        BrokenRule{"LengthInMoreBytesThanItNeeds",
                   Byte(kFinal | kBinary) + Byte(0x80 | 126) +
                       std::string("\0\x02mask\xC0\x00", 8),
                   1002},
        BrokenRule{"MessageOf2To64Bytes",
                   Frame(kBinary, "\xC0") + Byte(kFinal | kContinuation) +
                       Byte(0x80 | 127) + std::string(8, '\xFF') + "mask",
                   1009},
        BrokenRule{"CloseOfOneByte", Frame(kFinal | kClose, "x"), 1002},
        BrokenRule{"CloseOfNoCode", Frame(kFinal | kClose, "\x03\xED"), 1002},
        BrokenRule{"NotUtf8", Frame(kFinal | kText, "\xFF"), 1007}),
    [](const auto& rule) { return std::string(rule.param.name); });

TEST_F(WebSocketTest, EachProperPrefixOfAFrameMayBeTheLast) {
  const std::string frames = Frame(kBinary, PingPacket()) +
                             Frame(kFinal | kContinuation, PingPacket());
  for (std::size_t size = 0; size < frames.size(); ++size) {
    SCOPED_TRACE(size);
    Admit();
    Send(frames.substr(0, size));
    io_.poll();
    client_.close();
    RunUntilEnded();
    EXPECT_EQ(connections(), 0u);
    ended_ = 0;
    is_at_end_ = false;
  }
  end_.reset();  // Which has ended.
}

TEST_F(WebSocketTest, AFrameThatDoesNotGoOnIsWaitedForWithoutWork) {
  Admit();
  Send(Header(kFinal | kBinary, 100, 0x80));
  for (int i = 0; i < 10; ++i) io_.poll();
  EXPECT_EQ(io_.poll(), 0u);
  EXPECT_EQ(ended_, 0);
}

// Beast's reading operation meets the frame while its closing one writes: each
// waits for the other then. What the first read takes is not the frame yet, so
// that the second one is done at once, and comes after what was posted.
TEST_F(WebSocketTest, DroppedWhileABadFrameMeetsItsCloseItEnds) {
  constexpr std::size_t kFirstRead = 1536;
  std::string bytes;
  while (bytes.size() < kFirstRead) bytes += Frame(kFinal | kPong, "");
  bytes += Unmasked(kFinal | 0x70, "bad");
  for (const bool is_dropped_before : {false, true}) {
    SCOPED_TRACE(is_dropped_before);
    Admit();
    io_.poll();
    boost::asio::write(client_, boost::asio::buffer(bytes));
    boost::asio::post(io_, [&] {
      end_->BeginClose();
      if (is_dropped_before) boost::asio::post(io_, [&] { end_->Drop(); });
    });
    io_.poll();
    EXPECT_EQ(ended_, is_dropped_before ? 1 : 0);
    end_->Drop();
    io_.poll();
    ASSERT_EQ(ended_, 1);
    client_.close();
    ended_ = 0;
    is_at_end_ = false;
  }
  end_.reset();  // Which has ended.
}

TEST_F(WebSocketTest, ACloseIsAnswered) {
  Admit();
  Send(Frame(kFinal | kClose,
             "\x03\xE8"
             "bye"));
  EXPECT_EQ(Receive(1000), Closed(1000));
  RunUntilEnded();
}

TEST_F(WebSocketTest, AnMqttDisconnectClosesTheWebSocket) {
  Admit();
  Send(Binary(DisconnectPacket()));
  ExpectNext(Closed(1000));
  Send(Frame(kFinal | kClose, "\x03\xE8"));
  EXPECT_EQ(Receive(1), "");
  client_.close();
  RunUntilEnded();
}

TEST_F(WebSocketTest, AClientThatDoesNotAnswerACloseIsDropped) {
  Admit();
  Send(Binary(DisconnectPacket()));
  ExpectNext(Closed(1000));
  RunUntilEnded();
}

TEST_F(WebSocketTest, AClientThatStaysAfterAnErrorIsDropped) {
  Admit();
  Send(Frame(kFinal | kText, "x"));
  RunUntilEnded();
  EXPECT_EQ(Receive(1000), Closed(1003));
}

TEST_F(WebSocketTest, PingsWhosePongsNobodyReadsAreNotHoarded) {
  Admit();
  const std::string pings = [] {
    std::string many;
    while (many.size() < 60'000) {
      many += Frame(kFinal | kPing, std::string(125, 'p'));
    }
    return many;
  }();
  std::size_t taken = 0;
  error_code error;
  while (!error) {
    taken += client_.write_some(boost::asio::buffer(pings), error);
    for (int i = 0; i < 1000; ++i) io_.poll();
    ASSERT_LT(taken, 64u << 20);
  }
  EXPECT_EQ(error, boost::asio::error::would_block);
}

TEST_F(WebSocketTest, GivesBackAtItsEndWhatItHeld) {
  Open();
  EXPECT_EQ(held_.use_count(), 2);
  client_.close();
  RunUntilEnded();
  end_.reset();
  EXPECT_EQ(held_.use_count(), 1);
}

TEST_F(WebSocketTest, DroppedWhileItRepliesItEnds) {
  Connect();
  end_->Drop();
  RunUntilEnded();
}

TEST(WebSocketUpgradeTest, AClientThatIsNoBrowserMayAsk) {
  EXPECT_FALSE(CheckUpgrade(Request(), UpgradeWay::kLoopback, ""));
}

TEST(WebSocketUpgradeTest, OverANetworkItNeedsTls) {
  const auto refusal = CheckUpgrade(Request(), UpgradeWay::kNetwork, "");
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->status, Status::forbidden);
  EXPECT_NE(refusal->text.find("wss://"), std::string_view::npos);
  EXPECT_FALSE(CheckUpgrade(Request(), UpgradeWay::kTls, ""));
  boost::asio::io_context io;
  WebSocketUpgrade upgrade{.stream = Tcp::socket(io),
                           .request = Request(),
                           .peer = {.is_loopback = false,
                                    .certificate_name = {},
                                    .address = "192.0.2.1"}};
  EXPECT_EQ(upgrade.way(), UpgradeWay::kNetwork);
  upgrade.peer.is_loopback = true;
  EXPECT_EQ(upgrade.way(), UpgradeWay::kLoopback);
}

TEST(WebSocketUpgradeTest, WhoDoesNotOfferMqttMayNotAsk) {
  auto request = Request();
  request.erase(Field::sec_websocket_protocol);
  EXPECT_EQ(CheckUpgrade(request, UpgradeWay::kLoopback, "")->status,
            Status::bad_request);
  request.set(Field::sec_websocket_protocol, "mqttv3.1");
  EXPECT_EQ(CheckUpgrade(request, UpgradeWay::kLoopback, "")->status,
            Status::bad_request);
  request.set(Field::sec_websocket_protocol, "chat, mqtt");
  EXPECT_FALSE(CheckUpgrade(request, UpgradeWay::kLoopback, ""));
}

TEST(WebSocketUpgradeTest, APageMayAskIfItIsOfTheHost) {
  const auto is_refused = [](const char* host, const char* origin,
                             bool is_tls) {
    const auto way = is_tls ? UpgradeWay::kTls : UpgradeWay::kLoopback;
    auto request = Request();
    request.set(Field::host, host);
    request.set(Field::origin, origin);
    const auto refusal = CheckUpgrade(request, way, "");
    EXPECT_TRUE(!refusal || refusal->status == Status::forbidden);
    return refusal.has_value();
  };
  EXPECT_FALSE(is_refused("box.test", "http://box.test", false));
  EXPECT_FALSE(is_refused("BOX.test:80", "http://box.test", false));
  EXPECT_FALSE(is_refused("box.test", "https://Box.test:443", true));
  EXPECT_FALSE(is_refused("[::1]:8080", "http://[::1]:8080", false));
  EXPECT_FALSE(is_refused("box.test", "https://box.test", false));
  EXPECT_TRUE(is_refused("box.test", "http://box.test", true));
  EXPECT_TRUE(is_refused("box.test:8080", "http://box.test", false));
  EXPECT_TRUE(is_refused("box.test", "http://box.test:443", false));
  EXPECT_TRUE(is_refused("box.test", "http://evil.test", false));
  EXPECT_TRUE(is_refused("box.test", "http://box.test.evil.test", false));
  EXPECT_TRUE(is_refused("box.test", "null", false));
  EXPECT_TRUE(is_refused("box.test", "", false));
}

TEST(WebSocketUpgradeTest, NamedOriginsMayAskAndNoOthers) {
  constexpr std::string_view named = "https://wall.test,null";
  auto request = Request();
  request.set(Field::origin, "https://wall.test");
  EXPECT_FALSE(CheckUpgrade(request, UpgradeWay::kLoopback, named));
  request.set(Field::origin, "null");
  EXPECT_FALSE(CheckUpgrade(request, UpgradeWay::kLoopback, named));
  request.set(Field::origin, "https://wall.test:8443");
  EXPECT_TRUE(CheckUpgrade(request, UpgradeWay::kLoopback, named));
  request.set(Field::origin, "null");
  request.insert(Field::origin, "http://evil.test");
  EXPECT_TRUE(CheckUpgrade(request, UpgradeWay::kLoopback, named));
}

TEST(WebSocketUpgradeTest, OriginsThatNoPageHasAreRefused) {
  for (const char* origins :
       {"", "null", "https://wall.test", "http://192.0.2.1:8080,null",
        "https://[2001:db8::1]:80,http://a-b_c.test", "app://wall"}) {
    EXPECT_TRUE(CheckOrigins(origins)) << origins;
  }
  for (const char* wrong :
       {" https://wall.test", "https://wall.test/", "https://wall.test ",
        "https://Wall.test", "HTTPS://wall.test", "wall.test", "https://", "*",
        "://wall.test", "https://wall.test:443", "http://wall.test:80",
        "https://wall.test/page", "https://user@wall.test"}) {
    EXPECT_FALSE(CheckOrigins(wrong)) << wrong;
    const auto checked = CheckOrigins("null," + std::string(wrong));
    ASSERT_FALSE(checked) << wrong;
    EXPECT_NE(checked.error().message.find('"' + std::string(wrong) + '"'),
              std::string::npos)
        << checked.error().message;
  }
}

}  // namespace
}  // namespace answerbox::daemon::mqtt
