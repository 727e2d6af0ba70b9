// Listeners and the model server: addresses, and real sockets of this process.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/file_descriptor.h"
#include "tests/client/doctor/checked_box.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class AddressCheck : public CheckedBox {
 protected:
  // Listens on loopback. Returns the port.
  std::uint16_t Listen() {
    socket_ = platform::FileDescriptor(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_.get(), any, size), 0);
    EXPECT_EQ(::listen(socket_.get(), 1), 0);
    EXPECT_EQ(::getsockname(socket_.get(), any, &size), 0);
    return ntohs(address.sin_port);
  }

  platform::FileDescriptor socket_;
};

TEST_F(AddressCheck, EachHostHasItsReach) {
  EXPECT_EQ(ReachOf("127.0.0.2"), Reach::kMachine);
  EXPECT_EQ(ReachOf("::1"), Reach::kMachine);
  EXPECT_EQ(ReachOf("::ffff:127.0.0.1"), Reach::kMachine);
  EXPECT_EQ(ReachOf("localhost"), Reach::kMachine);
  for (const char* host : {"10.1.2.3", "172.31.0.1", "192.168.1.5",
                           "169.254.1.1", "fe80::1%eth0", "fd00::1"}) {
    EXPECT_EQ(ReachOf(host), Reach::kPrivate) << host;
  }
  EXPECT_EQ(ReachOf("0.0.0.0"), Reach::kEvery);
  EXPECT_EQ(ReachOf("::"), Reach::kEvery);
  EXPECT_EQ(ReachOf("172.32.0.1"), Reach::kInternet);
  EXPECT_EQ(ReachOf("2001:db8::1"), Reach::kInternet);
  EXPECT_EQ(ReachOf("box.local"), Reach::kUnknown);
}

TEST_F(AddressCheck, MqttWithoutTlsBeyondThisMachineIsAFault) {
  box_.options.mqtt.plain_addresses = "127.0.0.1:1883, [::1]:1883";
  EXPECT_THAT(Check(CheckListeners),
              AllOf(HasSubstr("ok network: 127.0.0.1:1883"),
                    HasSubstr("ok network: [::1]:1883")));
  box_.options.mqtt.plain_addresses = "192.168.1.5:1883";
  EXPECT_THAT(Check(CheckListeners),
              StartsWith("fault network: 192.168.1.5:1883"));
}

TEST_F(AddressCheck, TlsIsJudgedByWhoCanReachIt) {
  box_.options.mqtt.tls_addresses = "192.168.1.5:8883";
  EXPECT_THAT(Check(CheckListeners), StartsWith("ok network"));
  box_.options.mqtt.tls_addresses = "0.0.0.0:8883";
  EXPECT_THAT(Check(CheckListeners), StartsWith("note network"));
  box_.options.mqtt.tls_addresses = "203.0.113.5:8883";
  EXPECT_THAT(Check(CheckListeners), StartsWith("warning network"));
}

TEST_F(AddressCheck, HttpIsJudgedByWhoCanReachIt) {
  box_.options.http.plain_addresses = "127.0.0.1:8080";
  box_.options.http.kiosk = "ward,rules";
  EXPECT_EQ(Check(CheckListeners),
            "ok network: 127.0.0.1:8080 is for this machine alone\n");
  box_.options.http.plain_addresses = "192.168.1.5:8080";
  EXPECT_THAT(Check(CheckListeners),
              AllOf(StartsWith("note network: 192.168.1.5:8080 takes HTTP "
                               "without TLS from other machines"),
                    HasSubstr("whoever reaches HTTP may ask in ward,rules")));
  box_.options.http.plain_addresses = "203.0.113.5:8080";
  EXPECT_THAT(Check(CheckListeners), StartsWith("warning network"));
  box_.options.http = {};
  box_.options.http.tls_addresses = "203.0.113.5:8443";
  EXPECT_THAT(Check(CheckListeners), StartsWith("warning network"));
  box_.options.http.tls_addresses = "192.168.1.5:8443";
  EXPECT_EQ(Check(CheckListeners),
            "ok network: 192.168.1.5:8443 is for its private network, by "
            "TLS\n");
  box_.options.http.metrics = daemon::http::MetricsReaders::kAll;
  EXPECT_THAT(Check(CheckListeners), HasSubstr("gets /metrics"));
}

TEST_F(AddressCheck, ProcfsTellsWhereAProcessListens) {
  const std::string port = std::to_string(Listen());
  const auto addresses =
      ListeningAddresses("/", static_cast<std::uint64_t>(::getpid()));
  ASSERT_TRUE(addresses);
  ASSERT_EQ(addresses->size(), 1u);
  EXPECT_EQ(addresses->front().host, "127.0.0.1");
  EXPECT_EQ(addresses->front().port, port);
}

TEST_F(AddressCheck, WhatTheOptionsNameMustBeListenedOn) {
  const std::string port = std::to_string(Listen());
  box_.root = "/";
  box_.status = {{"pid", ::getpid()}};
  box_.options.mqtt.plain_addresses = "127.0.0.1:" + port;
  EXPECT_THAT(Check(CheckListeners), StartsWith("ok network"));
  socket_ = {};
  EXPECT_THAT(Check(CheckListeners),
              StartsWith("fault network: the daemon does not listen on "
                         "127.0.0.1:" +
                         port));
}

TEST_F(AddressCheck, ASocketOfSystemdIsJudgedByItsName) {
  box_.status = {{"pid", 7}};
  folder_.Write("proc/7/net/tcp",
                "title\n 0: 00000000:075B 0 0A 0 0 0 0 0 5\n");
  std::filesystem::create_directories(folder_.path() / "proc/7/fd");
  std::filesystem::create_symlink("socket:[4]", folder_.path() / "proc/7/fd/3");
  std::filesystem::create_symlink("socket:[5]", folder_.path() / "proc/7/fd/4");
  const auto named = [this](const std::string& names) {
    folder_.Write("proc/7/environ", std::string("A=b\0LISTEN_FDNAMES=", 19) +
                                        names + std::string("\0C=d", 4));
    return Check(CheckListeners);
  };
  EXPECT_THAT(named("unix:mqtt"),
              StartsWith("fault network: 0.0.0.0:1883 takes MQTT without TLS"));
  EXPECT_THAT(named("unix:mqtt_tls"),
              StartsWith("note network: 0.0.0.0:1883 takes clients by TLS"));
  EXPECT_THAT(named("unix:https"),
              StartsWith("note network: 0.0.0.0:1883 takes clients by TLS"));
  EXPECT_THAT(named("unix:http"),
              StartsWith("note network: 0.0.0.0:1883 takes HTTP without TLS"));
  EXPECT_THAT(named("unix"), StartsWith("note network: 0.0.0.0:1883 is open"));
}

TEST_F(AddressCheck, ADamagedTableIsNoAddress) {
  folder_.Write(
      "proc/7/net/tcp",
      "title\n 0: 0100007F:0 short\n 1: G100007F:075B 0 0A 0 0 0 0 0 5\n");
  std::filesystem::create_directories(folder_.path() / "proc/7/fd");
  std::filesystem::create_symlink("socket:[5]", folder_.path() / "proc/7/fd/3");
  const auto addresses = ListeningAddresses(folder_.path(), 7);
  ASSERT_TRUE(addresses);
  EXPECT_TRUE(addresses->empty());
}

TEST_F(AddressCheck, AModelServerIsReachedOrNot) {
  EXPECT_EQ(Check(CheckModel), "");
  box_.options.model.server =
      "http://127.0.0.1:" + std::to_string(Listen()) + "/v1";
  EXPECT_THAT(Check(CheckModel), StartsWith("ok model"));
  socket_ = {};
  EXPECT_THAT(Check(CheckModel), HasSubstr("Connection refused"));
  box_.options.model.server = "unix:/nowhere/llama.sock";
  EXPECT_THAT(Check(CheckModel), StartsWith("warning model"));
}

}  // namespace
}  // namespace answerbox::client
