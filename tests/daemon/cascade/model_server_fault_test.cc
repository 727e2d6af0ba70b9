// Model servers that are not there, refuse, hang, die, or send what they should
// not. Each failure has its kind, and words that help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <future>
#include <stop_token>
#include <thread>

#include "daemon/cascade/model_server.h"
#include "tests/daemon/cascade/fake_model_server.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = ModelPatience::Clock;

ModelFailure FailureAt(std::string_view address,
                       const ModelPatience& patience = {Clock::now() +
                                                        seconds(20)}) {
  ModelServer server({*ParseModelAddress(address)});
  const auto generated = server.Generate({"Once"}, patience);
  return generated ? ModelFailure{ModelFault::kBusy, generated->text}
                   : generated.error();
}

// The failure of a server that answers with `bytes` and closes.
ModelFailure FailureOf(const std::string& bytes) {
  FakeModelServer fake(
      [&](int connection, const std::string&) { WriteAll(connection, bytes); });
  return FailureAt(fake.address());
}

MATCHER_P2(Fails, fault, words, "") {
  *result_listener << NameOf(arg.fault) << ": " << arg.message;
  return arg.fault == fault && arg.message.find(words) != std::string::npos;
}

TEST(ModelServerFaultTest, Absent) {
  EXPECT_THAT(FailureAt("unix:@nobody-is-here"),
              Fails(ModelFault::kAbsent, "Connection refused; start it"));
  EXPECT_THAT(FailureAt("unix:/nowhere/llama.sock"),
              Fails(ModelFault::kAbsent,
                    "reached at unix:/nowhere/llama.sock: No such file"));
  EXPECT_THAT(FailureAt("http://127.0.0.1:1"),
              Fails(ModelFault::kAbsent, "correct model_server"));
}

TEST(ModelServerFaultTest, RefusingWithItsOwnWords) {
  EXPECT_THAT(
      FailureOf("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 55\r\n\r\n"
                R"({"error":{"message":"Loading model","code":503,"a":""}})"),
      Fails(ModelFault::kRefused,
            "status 503, \"Loading model\"; it may still be loading"));
}

TEST(ModelServerFaultTest, RefusingWithoutAKeyOrPath) {
  EXPECT_THAT(FailureOf("HTTP/1.1 401 Unauthorized\r\n\r\n"),
              Fails(ModelFault::kRefused,
                    "status 401; start the server "
                    "without a key"));
  EXPECT_THAT(FailureOf("HTTP/1.1 404 Not Found\r\n\r\n404 page not found\n"),
              Fails(ModelFault::kRefused,
                    "status 404, \"404 page not found\"; correct the path"));
}

TEST(ModelServerFaultTest, SendingElsewhereIsNotFollowed) {
  EXPECT_THAT(FailureOf("HTTP/1.1 307 Temporary Redirect\r\n"
                        "Location: http://example.org/\r\n\r\n"),
              Fails(ModelFault::kRefused, "status 307"));
}

TEST(ModelServerFaultTest, RefusingInAStream) {
  EXPECT_THAT(FailureOf(HeaderOf("text/event-stream") + EventOf("a") +
                        "data: {\"error\":{\"message\":\"context full\"}}\n\n"),
              Fails(ModelFault::kRefused, "\"context full\""));
}

TEST(ModelServerFaultTest, RefusingAPromptBeforeItIsRead) {
  FakeModelServer fake([](int connection, const std::string&) {
    WriteAll(connection, "HTTP/1.1 413 Payload Too Large\r\n\r\n");
  });
  EXPECT_THAT(FailureAt(fake.address()),
              Fails(ModelFault::kRefused, "status 413"));
}

TEST(ModelServerFaultTest, SlowBeforeAndWithinAnAnswer) {
  for (const std::string& begin :
       {std::string(), HeaderOf("text/event-stream") + EventOf("a")}) {
    FakeModelServer fake([&](int connection, const std::string&) {
      WriteAll(connection, begin);
      WaitForClient(connection);
    });
    EXPECT_THAT(
        FailureAt(fake.address(), {Clock::now() + milliseconds(100)}),
        Fails(ModelFault::kSlow, "in time; set model_timeout_s higher"));
  }
}

TEST(ModelServerFaultTest, ANeverEndingTrickleIsSlow) {
  FakeModelServer fake([](int connection, const std::string&) {
    WriteAll(connection, HeaderOf("text/event-stream"));
    // Ends when the client has gone. Small pieces: they never reach a bound
    // before the deadline.
    while (WriteAll(connection, ":\n")) std::this_thread::yield();
  });
  EXPECT_THAT(FailureAt(fake.address(), {Clock::now() + milliseconds(100)}),
              Fails(ModelFault::kSlow, "finished its answer"));
}

TEST(ModelServerFaultTest, ClosingMidStream) {
  EXPECT_THAT(FailureOf(""), Fails(ModelFault::kClosed, "before its answer"));
  EXPECT_THAT(FailureOf("HTTP/1.1 200 O"),
              Fails(ModelFault::kClosed, "before its answer"));
  EXPECT_THAT(FailureOf(HeaderOf("text/event-stream") + EventOf("a")),
              Fails(ModelFault::kClosed, "before its answer"));
  EXPECT_THAT(FailureOf(HeaderOf("text/event-stream",
                                 "Transfer-Encoding: chunked\r\n") +
                        "ff\r\ndata: "),
              Fails(ModelFault::kClosed, "before its answer"));
}

TEST(ModelServerFaultTest, TenMegabytesWithoutAnEnd) {
  const auto endless = [](std::string piece, std::string_view type) {
    FakeModelServer fake([&](int connection, const std::string&) {
      if (!WriteAll(connection, HeaderOf(type))) return;
      for (std::size_t sent = 0; sent < 10'000'000; sent += piece.size()) {
        if (!WriteAll(connection, piece)) return;
      }
      WaitForClient(connection);
    });
    return FailureAt(fake.address());
  };
  EXPECT_THAT(endless(EventOf(std::string(1000, 'x')), "text/event-stream"),
              Fails(ModelFault::kTooLong, "generated more than 262144 bytes"));
  EXPECT_THAT(endless(std::string(1000, 'x'), "text/event-stream"),
              Fails(ModelFault::kTooLong, "an event of more than 65536 bytes"));
  EXPECT_THAT(endless(":" + std::string(998, 'x') + "\n", "text/event-stream"),
              Fails(ModelFault::kTooLong, "8388608 bytes without an end"));
  EXPECT_THAT(endless(std::string(1000, ' '), "application/json"),
              Fails(ModelFault::kTooLong, "more than 4194304 bytes"));
}

TEST(ModelServerFaultTest, TooLongAHeader) {
  EXPECT_THAT(FailureOf("HTTP/1.1 200 OK\r\nX: " + std::string(20'000, 'x')),
              Fails(ModelFault::kTooLong, "a header of more than 16384"));
}

TEST(ModelServerFaultTest, InvalidJson) {
  EXPECT_THAT(FailureOf(HeaderOf("text/event-stream") + EventOf("a") +
                        "data: {\"choices\":[{\"text\":\n\n"),
              Fails(ModelFault::kInvalid, "event 2 of the model server"));
  EXPECT_THAT(FailureOf(HeaderOf("text/html") + "<html>"),
              Fails(ModelFault::kInvalid, "event 1 of the model server"));
}

TEST(ModelServerFaultTest, InvalidUtf8) {
  EXPECT_THAT(FailureOf(HeaderOf("text/event-stream") + EventOf("\xc3")),
              Fails(ModelFault::kInvalid, "event 1 of the model server"));
}

TEST(ModelServerFaultTest, InvalidHttp) {
  EXPECT_THAT(FailureOf("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
              Fails(ModelFault::kInvalid, "is not HTTP/1.1"));
}

TEST(ModelServerFaultTest, OddChunks) {
  const std::string header =
      HeaderOf("text/event-stream", "Transfer-Encoding: chunked\r\n");
  for (const std::string& chunks :
       {std::string("xyz\r\n"), std::string("-1\r\n"),
        std::string("fffffffffffffffff\r\n"),
        std::string("3\r\nabcdef\r\n0\r\n\r\n")}) {
    const ModelFailure failure = FailureOf(header + chunks);
    EXPECT_TRUE(failure.fault == ModelFault::kInvalid ||
                failure.fault == ModelFault::kTooLong)
        << chunks << NameOf(failure.fault) << failure.message;
  }
  EXPECT_THAT(FailureOf(header + "1;" + std::string(100'000, 'x')),
              Fails(ModelFault::kTooLong, "chunk"));
}

// A process of its own that serves one request and is then killed.
class KilledServer {
 public:
  KilledServer() {
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0) std::abort();
    child_ = ::fork();
    if (child_ == 0) {
      const auto listener = ListenAtNewAddress(address_);
      if (::write(ready[1], address_.data(), address_.size()) < 0) std::abort();
      const int connection = ::accept(listener.get(), nullptr, nullptr);
      static_cast<void>(ReadRequest(connection));
      WriteAll(connection, HeaderOf("text/event-stream") + EventOf("a"));
      ::raise(SIGKILL);
    }
    address_.resize(256);
    const ssize_t size = ::read(ready[0], address_.data(), address_.size());
    if (size <= 0) std::abort();
    address_.resize(static_cast<std::size_t>(size));
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~KilledServer() { ::waitpid(child_, nullptr, 0); }
  KilledServer(const KilledServer&) = delete;
  KilledServer& operator=(const KilledServer&) = delete;

  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] pid_t process() const { return child_; }

 private:
  std::string address_;
  pid_t child_ = 0;
};

TEST(ModelServerFaultTest, Killed) {
  const KilledServer killed;
  EXPECT_THAT(FailureAt(killed.address()),
              Fails(ModelFault::kKilled,
                    "process " + std::to_string(killed.process()) + " ended"));
}

TEST(ModelServerFaultTest, CancelledFromAnotherThreadAtOnce) {
  std::promise<void> is_asked;
  FakeModelServer fake([&](int connection, const std::string&) {
    is_asked.set_value();
    WaitForClient(connection);
  });
  std::stop_source stop;
  std::thread canceller([&] {
    is_asked.get_future().wait();
    stop.request_stop();
  });
  EXPECT_THAT(
      FailureAt(fake.address(), {Clock::now() + seconds(60), stop.get_token()}),
      Fails(ModelFault::kCancelled, "the daemon is stopping"));
  canceller.join();
}

TEST(ModelServerFaultTest, CancelledWhenNobodyWaits) {
  std::atomic<bool> is_asked{false};
  FakeModelServer fake([&](int connection, const std::string&) {
    is_asked = true;
    WaitForClient(connection);
  });
  EXPECT_THAT(
      FailureAt(fake.address(),
                {Clock::now() + seconds(60), {}, [&] { return !is_asked; }}),
      Fails(ModelFault::kCancelled, "nobody waits"));
}

TEST(ModelServerFaultTest, AServerIsAskedAgainAfterAFailure) {
  int asked = 0;
  FakeModelServer fake([&](int connection, const std::string&) {
    WriteAll(connection, ++asked == 1 ? "" : StreamOf({"back"}));
  });
  ModelServer server({*ParseModelAddress(fake.address())});
  const ModelPatience patience{Clock::now() + seconds(20)};
  EXPECT_FALSE(server.Generate({"Once"}, patience));
  EXPECT_EQ(server.Generate({"Once"}, patience)->text, "back");
}

}  // namespace
}  // namespace answerbox::daemon
