
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>

#include "platform/service/listening_socket.h"

namespace answerbox::platform {
namespace {

// Descriptor 3 belongs to the test program, so each case runs in a child
// process. Returns its exit code.
int InChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void PassDescriptors(const char* count, pid_t pid,
                     const char* names = nullptr) {
  ::setenv("LISTEN_PID", std::to_string(pid).c_str(), 1);
  ::setenv("LISTEN_FDS", count, 1);
  if (names != nullptr) ::setenv("LISTEN_FDNAMES", names, 1);
}

void OpenAsDescriptor3(int type, bool listening) {
  const int socket = ::socket(AF_UNIX, type, 0);
  // A socket bound to the empty name gets an abstract name from the kernel.
  const sockaddr_un unnamed{AF_UNIX, {}};
  ::bind(socket, reinterpret_cast<const sockaddr*>(&unnamed),
         sizeof(sa_family_t));
  if (listening) ::listen(socket, 1);
  ::dup2(socket, 3);
}

enum Outcome { kTaken = 10, kNone = 11, kRefused = 12 };

bool AreVariablesCleared() {
  return std::getenv("LISTEN_PID") == nullptr &&
         std::getenv("LISTEN_FDS") == nullptr &&
         std::getenv("LISTEN_FDNAMES") == nullptr;
}

int Take() {
  const auto taken = TakeActivatedSockets();
  if (!taken) return kRefused;
  if (taken->empty()) return kNone;
  const ActivatedSocket& first = taken->front();
  return AreVariablesCleared() && taken->size() == 1 &&
                 first.name == "unknown" && first.socket.get() == 3
             ? kTaken
             : 0;
}

int TakeAndCheck() {
  const auto taken = TakeActivatedSockets();
  if (!taken || taken->empty()) return 0;
  return CheckListeningUnixStream(taken->front().socket) ? kTaken : kRefused;
}

TEST(SocketActivationTest, TakesAListeningSocketAndClearsTheVariables) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, true);
              PassDescriptors("1", ::getpid());
              return Take();
            }),
            kTaken);
}

TEST(SocketActivationTest, WithoutVariablesThereIsNone) {
  EXPECT_EQ(InChild(Take), kNone);
}

TEST(SocketActivationTest, DescriptorsForAnotherProcessAreNotTaken) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, true);
              PassDescriptors("1", ::getppid());
              return Take();
            }),
            kNone);
}

TEST(SocketActivationTest, AListeningUnixStreamSocketIsOne) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, true);
              PassDescriptors("1", ::getpid());
              return TakeAndCheck();
            }),
            kTaken);
}

TEST(SocketActivationTest, ASocketThatDoesNotListenIsNone) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, false);
              PassDescriptors("1", ::getpid());
              return TakeAndCheck();
            }),
            kRefused);
}

TEST(SocketActivationTest, ADatagramSocketIsNone) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_DGRAM, false);
              PassDescriptors("1", ::getpid());
              return TakeAndCheck();
            }),
            kRefused);
}

TEST(SocketActivationTest, AListeningTcpSocketHasItsFamily) {
  for (const int family : {AF_INET, AF_INET6}) {
    const FileDescriptor socket(::socket(family, SOCK_STREAM, 0));
    if (!socket.is_open() && errno == EAFNOSUPPORT) continue;
    EXPECT_FALSE(FamilyOfListeningTcp(socket));
    ASSERT_EQ(::listen(socket.get(), 1), 0);
    EXPECT_EQ(*FamilyOfListeningTcp(socket), family);
    EXPECT_FALSE(CheckListeningUnixStream(socket));
  }
  const FileDescriptor udp(::socket(AF_INET, SOCK_DGRAM, 0));
  EXPECT_FALSE(FamilyOfListeningTcp(udp));
}

TEST(SocketActivationTest, SeveralSocketsHaveTheirNamesInOrder) {
  EXPECT_EQ(InChild([] {
              PassDescriptors("3", ::getpid(), "unix:mqtt:unix");
              const auto taken = TakeActivatedSockets();
              if (!taken || taken->size() != 3) return 0;
              return AreVariablesCleared() && (*taken)[0].name == "unix" &&
                             (*taken)[1].name == "mqtt" &&
                             (*taken)[2].socket.get() == 5
                         ? kTaken
                         : 0;
            }),
            kTaken);
}

TEST(SocketActivationTest, AsManyNamesAsSocketsOrNone) {
  for (const char* names : {"unix", "unix:mqtt:http", ":::"}) {
    EXPECT_EQ(InChild([names] {
                PassDescriptors("2", ::getpid(), names);
                return Take();
              }),
              kRefused)
        << names;
  }
}

TEST(SocketActivationTest, ACountThatIsNoneIsRefused) {
  for (const char* count : {"17", "-1", "1x", "one", "99999999999999999999"}) {
    EXPECT_EQ(InChild([count] {
                PassDescriptors(count, ::getpid());
                return Take();
              }),
              kRefused)
        << count;
  }
}

}  // namespace
}  // namespace answerbox::platform
