// The test's `systemctl` prints what the real one of systemd 252 prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/client/doctor/checked_box.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class UnitCheck : public CheckedBox {
 protected:
  UnitCheck() {
    folder_.Write("usr/lib/systemd/system/answerboxd.service",
                  "[Service]\n# Comment=yes\nPrivateNetwork=yes\n"
                  "ProtectSystem=strict\nUser=answerbox\n"
                  "CapabilityBoundingSet=\nSystemCallFilter=@system-service\n"
                  "RestrictAddressFamilies=AF_UNIX\nIPAddressDeny=any\n");
    path_before_ = ::getenv("PATH");
    ::setenv("PATH", (folder_.path() / "bin").c_str(), 1);
  }
  ~UnitCheck() override { ::setenv("PATH", path_before_.c_str(), 1); }

  void RunSystemd(const std::string& shown) {
    std::filesystem::create_directories(folder_.path() / "run/systemd/system");
    const auto program =
        folder_.Write("bin/systemctl",
                      "#!/bin/sh\nwhile read -r line; do echo \"$line\"; "
                      "done <<'END'\nActiveState=active\nNRestarts=0\n" +
                          shown + "END\n");
    std::filesystem::permissions(program, std::filesystem::perms{0755});
  }

  std::string path_before_;
};

constexpr const char* kLocked =
    "PrivateNetwork=yes\nProtectSystem=strict\nUser=answerbox\n"
    "MemoryMax=268435456\nDropInPaths=\nCapabilityBoundingSet=\n"
    "SystemCallFilter=access read write\nRestrictAddressFamilies=AF_UNIX\n"
    "IPAddressAllow=\nIPAddressDeny=::/0 0.0.0.0/0\n";

TEST_F(UnitCheck, AnotherServiceManagerIsNoted) {
  EXPECT_THAT(Check(CheckUnit), StartsWith("note unit: systemd does not run"));
}

TEST_F(UnitCheck, TheShippedUnitIsGood) {
  RunSystemd(kLocked);
  EXPECT_THAT(Check(CheckUnit), StartsWith("ok unit"));
}

TEST_F(UnitCheck, WhatADropInLoosensIsNamed) {
  RunSystemd(std::string(kLocked) +
             "ProtectSystem=no\nMemoryMax=infinity\n"
             "DropInPaths=/etc/x.conf\n");
  EXPECT_THAT(Check(CheckUnit), HasSubstr("ProtectSystem=no, MemoryMax=inf"));
}

TEST_F(UnitCheck, ListsThatADropInOpensAreNamed) {
  for (const char* opened : {"CapabilityBoundingSet=cap_net_admin",
                             "SystemCallFilter=", "RestrictAddressFamilies=~",
                             "RestrictAddressFamilies=AF_UNIX AF_PACKET",
                             "IPAddressAllow=0.0.0.0/0", "IPAddressDeny="}) {
    RunSystemd(std::string(kLocked) + opened + "\n");
    EXPECT_THAT(Check(CheckUnit),
                StartsWith("warning unit: it is less locked than as shipped: " +
                           std::string(opened) + "\n"));
  }
  RunSystemd(std::string(kLocked) + "User=\n");
  EXPECT_THAT(Check(CheckUnit), HasSubstr("User=root"));
}

TEST_F(UnitCheck, AddressesWithoutANetworkAreAFault) {
  RunSystemd(kLocked);
  box_.options.mqtt.tls_addresses = "0.0.0.0:8883";
  EXPECT_THAT(Check(CheckUnit),
              StartsWith("fault unit: the options name addresses for MQTT"));
  box_.options.mqtt.tls_addresses = "";
  box_.options.http.tls_addresses = "0.0.0.0:8443";
  EXPECT_THAT(Check(CheckUnit), StartsWith("fault unit: the options name"));
}

TEST_F(UnitCheck, MqttMayHaveANetwork) {
  RunSystemd(std::string(kLocked) +
             "PrivateNetwork=no\n"
             "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX\n"
             "IPAddressAllow=127.0.0.0/8 ::1/128\n");
  EXPECT_THAT(Check(CheckUnit), StartsWith("warning unit"));
  box_.options.mqtt.plain_addresses = "127.0.0.1:1883";
  EXPECT_THAT(Check(CheckUnit), StartsWith("ok unit"));
}

TEST_F(UnitCheck, AUnitThatKeepsFailingIsTold) {
  RunSystemd(std::string(kLocked) + "ActiveState=failed\nNRestarts=7\n");
  EXPECT_THAT(Check(CheckUnit),
              AllOf(StartsWith("fault unit: answerboxd.service has failed"),
                    HasSubstr("note unit: systemd had to start it again 7")));
}

TEST_F(UnitCheck, ASystemdThatSaysNothingIsNoted) {
  RunSystemd(kLocked);
  const auto program = folder_.Write("bin/systemctl", "#!/bin/sh\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms{0755});
  EXPECT_THAT(Check(CheckUnit), StartsWith("note unit: systemd does not say"));
}

}  // namespace
}  // namespace answerbox::client
