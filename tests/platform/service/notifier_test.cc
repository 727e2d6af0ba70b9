#include "platform/service/notifier.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "platform/file_descriptor.h"
#include "platform/service/listening_socket.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

// The service manager's end of the notification socket.
class NotifierTest : public testing::Test {
 protected:
  ~NotifierTest() override {
    for (const char* name :
         {"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}) {
      ::unsetenv(name);
    }
  }

  void ListenAt(const std::string& name) {
    const auto address = MakeUnixAddress(name);
    ASSERT_TRUE(address);
    manager_ = FileDescriptor(::socket(AF_UNIX, SOCK_DGRAM, 0));
    ASSERT_EQ(::bind(manager_.get(), address->get(), address->size), 0);
    ::setenv("NOTIFY_SOCKET", name.c_str(), 1);
  }

  std::string Receive() {
    std::array<char, 256> buffer{};
    const ssize_t size =
        ::recv(manager_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    return size < 0
               ? "nothing"
               : std::string(buffer.data(), static_cast<std::size_t>(size));
  }

 private:
  FileDescriptor manager_;
};

TEST_F(NotifierTest, SendsTheStateAsOneDatagram) {
  const tests::TemporaryFolder folder;
  ListenAt(folder.path() / "notify");
  EXPECT_TRUE(
      Notifier::FromEnvironment().value().Notify("READY=1\nSTATUS=Serving"));
  EXPECT_EQ(Receive(), "READY=1\nSTATUS=Serving");
}

TEST_F(NotifierTest, ReachesAnAbstractSocket) {
  ListenAt("@answerbox-notifier-test-" + std::to_string(::getpid()));
  EXPECT_TRUE(Notifier::FromEnvironment().value().Notify("STOPPING=1"));
  EXPECT_EQ(Receive(), "STOPPING=1");
}

TEST_F(NotifierTest, NeedsNoDescriptorToNotify) {
  const tests::TemporaryFolder folder;
  ListenAt(folder.path() / "notify");
  const auto notifier = Notifier::FromEnvironment();
  ASSERT_TRUE(notifier);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto sent = notifier->Notify("WATCHDOG=1");
  const auto another = Notifier::FromEnvironment();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(sent);
  EXPECT_FALSE(another);
  EXPECT_EQ(Receive(), "WATCHDOG=1");
}

TEST_F(NotifierTest, OutsideAServiceManagerNotifyingDoesNothing) {
  EXPECT_TRUE(Notifier::FromEnvironment().value().Notify("READY=1"));
}

TEST_F(NotifierTest, ReportsASocketThatNobodyReads) {
  ::setenv("NOTIFY_SOCKET", "/nonexistent/notify", 1);
  const auto sent = Notifier::FromEnvironment().value().Notify("READY=1");
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().path, "/nonexistent/notify");
}

TEST_F(NotifierTest, ReportsANameThatIsTooLong) {
  ::setenv("NOTIFY_SOCKET", std::string(200, 'x').c_str(), 1);
  EXPECT_FALSE(Notifier::FromEnvironment().value().Notify("READY=1"));
}

TEST_F(NotifierTest, TheWatchdogIsFedAtHalfItsTime) {
  ::setenv("WATCHDOG_USEC", "30000000", 1);
  EXPECT_EQ(Notifier::FromEnvironment().value().watchdog_interval(),
            std::chrono::seconds(15));
}

TEST_F(NotifierTest, AnotherProcessesWatchdogIsNotFed) {
  ::setenv("WATCHDOG_USEC", "30000000", 1);
  ::setenv("WATCHDOG_PID", "1", 1);
  EXPECT_FALSE(Notifier::FromEnvironment().value().watchdog_interval());
}

TEST_F(NotifierTest, AnUnreadableWatchdogTimeIsNoWatchdog) {
  for (const char* text : {"", "0", "-5", "12x", "99999999999999999999"}) {
    ::setenv("WATCHDOG_USEC", text, 1);
    EXPECT_FALSE(Notifier::FromEnvironment().value().watchdog_interval())
        << text;
  }
}

}  // namespace
}  // namespace answerbox::platform
