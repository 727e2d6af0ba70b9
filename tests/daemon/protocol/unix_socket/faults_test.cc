// Faults inside of the daemon end only what they must: a request, a connection,
// or the whole process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/daemon/protocol/unix_socket/dialogue.h"

namespace answerbox::daemon {
namespace {

using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;

std::string RequestLine(std::string_view method, int id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" +
         std::string(method) + "\"}";
}

class FaultsTest : public DialogueTest {};

TEST_F(FaultsTest, AMethodThatThrowsEndsItsRequestInEveryLane) {
  StartServer();
  Peer peer = Connect();
  for (const char* method : {"throw", "throw-storing", "throw-answering"}) {
    EXPECT_THAT(peer.Ask(RequestLine(method, 1)),
                AllOf(HasSubstr("-32603"), HasSubstr("the shelf broke"),
                      HasSubstr(R"("id":1)")))
        << method;
    EXPECT_THAT(peer.Ask(RequestLine("echo", 2)), HasSubstr(R"("result")"));
    EXPECT_THAT(peer.Ask(RequestLine("store", 3)), HasSubstr(R"("result")"));
  }
}

TEST_F(FaultsTest, AQuestionThatFindsNoMemoryGivesItsPlaceBack) {
  dispatch_bounds_.questions = 1;
  StartServer();
  Peer peer = Connect();
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(peer.Ask(RequestLine("exhaust", i)),
                AllOf(HasSubstr("-32603"), HasSubstr("no memory")));
  }
  EXPECT_EQ(activity().questions_in_flight, 0u);
}

TEST_F(FaultsTest, AConnectionThatCanNotBeSetUpLeavesTheOthersServed) {
  StartServer();
  Peer before = Connect();
  EXPECT_THAT(before.Ask(RequestLine("echo", 1)), HasSubstr(R"("result")"));
  throws_for_new_clients_ = true;
  Peer unlucky = Connect();
  EXPECT_EQ(unlucky.Line(), "");
  throws_for_new_clients_ = false;
  EXPECT_THAT(before.Ask(RequestLine("echo", 2)), HasSubstr(R"("result")"));
  EXPECT_THAT(Connect().Ask(RequestLine("echo", 3)), HasSubstr(R"("result")"));
}

TEST_F(FaultsTest, AListenerThatCanNotGoOnIsAFailure) {
  // Accepting from a socket that does not listen never works.
  StartServerOn(platform::ListeningSocket(
      platform::FileDescriptor(::socket(AF_UNIX, SOCK_STREAM, 0))));
  auto failed = failure_.get_future();
  ASSERT_EQ(failed.wait_for(seconds(10)), std::future_status::ready);
  EXPECT_THAT(failed.get().message, HasSubstr("Invalid argument"));
  EndStop();
}

// As long as this lives, the process has no descriptors from number `limit` on.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(int limit) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit less{static_cast<rlim_t>(limit), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &less);
  }
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;

 private:
  rlimit before_{};
};

TEST_F(FaultsTest, ClientsAreServedAgainWhenDescriptorsAreFree) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizers of g++ need descriptors themselves";
#endif
  dispatch_bounds_.stall = seconds(100);
  StartServer();
  Peer before = Connect();
  EXPECT_THAT(before.Ask(RequestLine("echo", 1)), HasSubstr(R"("result")"));
  Peer waiting;
  {
    // No descriptor is free below it. poll(2) of one descriptor, as before a
    // line of the journal, still works.
    const DescriptorLimit none(1);
    ASSERT_TRUE(waiting.Connect(path()));
    EXPECT_THAT(before.Ask(RequestLine("echo", 2)), HasSubstr(R"("result")"));
    // The server notices it later.
    while (!FindStall(std::chrono::steady_clock::now() + seconds(101))) {
      std::this_thread::yield();
    }
    const auto now = std::chrono::steady_clock::now();
    EXPECT_FALSE(FindStall(now));
    EXPECT_THAT(FindStall(now + seconds(101)).value_or(""),
                HasSubstr("Too many open files"));
  }
  EXPECT_THAT(waiting.Ask(RequestLine("echo", 3)), HasSubstr(R"("result")"));
  EXPECT_FALSE(FindStall(std::chrono::steady_clock::now() + seconds(1000)));
}

TEST_F(FaultsTest, DescriptorsThatNobodyWaitsForAreNoStall) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizers of g++ need descriptors themselves";
#endif
  StartServer();
  Peer before = Connect();
  EXPECT_THAT(before.Ask(RequestLine("echo", 1)), HasSubstr(R"("result")"));
  {
    Peer last;
    const int next = ::dup(last.number());
    ::close(next);
    const DescriptorLimit one_more(next + 1);
    ASSERT_TRUE(last.Connect(path()));
    EXPECT_THAT(last.Ask(RequestLine("echo", 2)), HasSubstr(R"("result")"));
    // By now the server waits for the next client.
    EXPECT_THAT(before.Ask(RequestLine("echo", 3)), HasSubstr(R"("result")"));
    FindStall(std::chrono::steady_clock::now());
  }
  // If the server tries again, it finds descriptors and no client.
  while (activity().connections != 1) std::this_thread::yield();
  EXPECT_THAT(before.Ask(RequestLine("echo", 4)), HasSubstr(R"("result")"));
  EXPECT_FALSE(FindStall(std::chrono::steady_clock::now() + seconds(1000)));
}

}  // namespace
}  // namespace answerbox::daemon
