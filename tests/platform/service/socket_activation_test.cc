#include "platform/service/socket_activation.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "platform/service/unix_address.h"

namespace answerbox::platform {
namespace {

// Descriptor 3 belongs to the test program here, so each case is a child
// process; gives its exit code.
int InChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void PassDescriptors(const char* count, pid_t pid) {
  ::setenv("LISTEN_PID", std::to_string(pid).c_str(), 1);
  ::setenv("LISTEN_FDS", count, 1);
}

void OpenAsDescriptor3(int type, bool listening) {
  const int socket = ::socket(AF_UNIX, type, 0);
  // Bound to the empty name, the kernel picks an abstract one.
  const sockaddr_un unnamed{AF_UNIX, {}};
  ::bind(socket, reinterpret_cast<const sockaddr*>(&unnamed),
         sizeof(sa_family_t));
  if (listening) ::listen(socket, 1);
  ::dup2(socket, 3);
}

enum Outcome { kTaken = 10, kNone = 11, kRefused = 12 };

int Take() {
  auto taken = TakeActivatedSocket();
  if (!taken) return kRefused;
  if (!*taken) return kNone;
  const bool cleared = std::getenv("LISTEN_FDS") == nullptr;
  return cleared && (*taken)->get() == 3 ? kTaken : 0;
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

TEST(SocketActivationTest, RefusesASocketThatDoesNotListen) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, false);
              PassDescriptors("1", ::getpid());
              return Take();
            }),
            kRefused);
}

TEST(SocketActivationTest, RefusesADatagramSocket) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_DGRAM, false);
              PassDescriptors("1", ::getpid());
              return Take();
            }),
            kRefused);
}

TEST(SocketActivationTest, RefusesMoreThanOneSocket) {
  EXPECT_EQ(InChild([] {
              OpenAsDescriptor3(SOCK_STREAM, true);
              PassDescriptors("2", ::getpid());
              return Take();
            }),
            kRefused);
}

}  // namespace
}  // namespace answerbox::platform
