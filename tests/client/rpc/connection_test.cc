#include "client/rpc/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <future>
#include <utility>

#include "client/rpc/message.h"
#include "tests/client/rpc/scripted_daemon.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;
using std::chrono::milliseconds;

Outcome<boost::json::value> CallAgainst(ScriptedDaemon::Script script) {
  ScriptedDaemon daemon(std::move(script));
  auto connection = Connection::Open(daemon.socket()).value();
  return connection.Call("status", {});
}

TEST(Connection, SaysHowToStartTheDaemon) {
  const ScratchFolder folder;
  const auto connection = Connection::Open(folder.path() / "none");
  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().exit_code, ExitCode::kNoDaemon);
  EXPECT_THAT(connection.error().message, HasSubstr("answerboxd --state-dir"));
}

TEST(Connection, RefusesAPathNoSocketCanHave) {
  EXPECT_EQ(Connection::Open(std::string(108, 'a')).error().exit_code,
            ExitCode::kNoDaemon);
  EXPECT_EQ(Connection::Open("").error().exit_code, ExitCode::kNoDaemon);
}

TEST(Connection, SendsARequestAndReturnsItsResult) {
  std::string method;
  const auto result = CallAgainst([&method](Peer& peer) {
    const auto request = peer.Read();
    method = request.at("method").as_string();
    peer.Reply(request, R"({"version":"1"})");
  });
  EXPECT_EQ(method, "status");
  EXPECT_EQ(TextAt(AsObject(result.value()), "version"), "1");
}

constexpr std::string_view kBusy =
    R"({"code":-32002,"message":"Try again.","data":{"kind":"busy"}})";

TEST(Connection, TriesAgainWhileTheDaemonIsBusy) {
  ScriptedDaemon daemon([](Peer& peer) {
    peer.Fail(peer.Read(), kBusy);
    peer.Fail(peer.Read(), kBusy);
    peer.Reply(peer.Read(), "7");
  });
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("ask", {}).value(), 7);
}

TEST(Connection, ABusyDaemonIsNotThereInTime) {
  ScriptedDaemon daemon([](Peer& peer) { peer.Fail(peer.Read(), kBusy); });
  const SilenceLimits limits{.give_up = milliseconds(50)};
  auto connection = Connection::Open(daemon.socket(), limits).value();
  const auto result = connection.CallPatiently("ask", {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exit_code, ExitCode::kNoDaemon);
  EXPECT_EQ(result.error().kind, "busy");
}

TEST(Connection, TakesRepliesInAnyOrderAndPieces) {
  ScriptedDaemon daemon([](Peer& peer) {
    const auto first = peer.Read();
    const auto second = peer.Read();
    peer.Reply(second, "2");
    peer.Write(R"({"jsonrpc":"2.0","id":1,)");
    peer.Write("\"result\":1}\n");
  });
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.Send("a", {}).value(), 1u);
  EXPECT_EQ(connection.Send("b", {}).value(), 2u);
  EXPECT_EQ(connection.Receive(Work::kShort)->id, 2u);
  EXPECT_EQ(connection.Receive(Work::kShort)->id, 1u);
}

TEST(Connection, PassesProgressOn) {
  ScriptedDaemon daemon([](Peer& peer) {
    const auto request = peer.Read();
    peer.Write(R"({"jsonrpc":"2.0","method":"progress",)"
               R"("params":{"id":1,"done":3,"total":4,"unit":"bytes"}})"
               "\n");
    peer.Reply(request, "{}");
  });
  auto connection = Connection::Open(daemon.socket()).value();
  std::uint64_t done = 0;
  const auto result = connection.Call(
      "a", {},
      [&done](const RemoteProgress& progress) { done = progress.done; });
  EXPECT_TRUE(result);
  EXPECT_EQ(done, 3u);
}

TEST(Connection, ReportsTheDaemonsErrors) {
  const auto result = CallAgainst([](Peer& peer) {
    peer.Fail(
        peer.Read(),
        R"({"code":-32010,"message":"No x.","data":{"kind":"not_found"}})");
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exit_code, ExitCode::kRejected);
  EXPECT_EQ(result.error().kind, "not_found");
  EXPECT_EQ(result.error().message, "No x.");
}

TEST(Connection, ReportsWhatTheDaemonSaidBeforeItHungUp) {
  const auto result = CallAgainst([](Peer& peer) {
    peer.Write(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32002,)"
               R"("message":"Too many.","data":{"kind":"busy"}}})"
               "\n");
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().exit_code, ExitCode::kDaemonFailed);
  EXPECT_EQ(result.error().message, "Too many.");
}

TEST(Connection, ReportsAHangUp) {
  const auto result = CallAgainst([](Peer& peer) { peer.Read(); });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, "connection_lost");
}

// The first connection ends after `first`. The next one gets an answer.
ScriptedDaemon::Script HangsUpAfter(ScriptedDaemon::Script first) {
  return [first, is_first = true](Peer& peer) mutable {
    if (std::exchange(is_first, false)) return first(peer);
    peer.Reply(peer.Read(), "7");
  };
}

TEST(Connection, AsksTheNextDaemonWhatTheFirstDidNotRead) {
  ScriptedDaemon daemon(HangsUpAfter(&Peer::Peek), 2);
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("ask", {}).value(), 7);
}

TEST(Connection, AsksTheNextDaemonWhatTheFirstNeverGot) {
  ScriptedDaemon daemon(HangsUpAfter([](Peer&) {}), 2);
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("ask", {}).value(), 7);
}

TEST(Connection, AsksNoOtherDaemonWhatTheFirstHasRead) {
  ScriptedDaemon daemon(HangsUpAfter(&Peer::Read), 2);
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("ask", {}).error().kind,
            "connection_lost");
}

TEST(Connection, AddsUpTheSilenceOfBothDaemons) {
  constexpr milliseconds kLimit{1'000};
  constexpr milliseconds kNotice{800};
  std::promise<void> noticed;
  ScriptedDaemon daemon(
      [&noticed, is_first = true](Peer& peer) mutable {
        peer.Peek();
        if (std::exchange(is_first, false)) return noticed.get_future().wait();
        while (!peer.ReadAny().empty()) {
        }
      },
      2);
  auto connection =
      Connection::Open(
          daemon.socket(),
          SilenceLimits{.notice = kNotice,
                        .on_notice = [&noticed] { noticed.set_value(); },
                        .give_up = kLimit})
          .value();
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(connection.CallPatiently("ask", {}).error().kind, "no_reply");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kLimit + kNotice);
}

TEST(Connection, DoesNotAskTwiceForAChange) {
  ScriptedDaemon daemon(HangsUpAfter(&Peer::Peek), 2);
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("documents.remove", {}).error().kind,
            "connection_lost");
}

TEST(Connection, ReportsAHangUpThatNoOtherDaemonFollows) {
  ScriptedDaemon daemon(&Peer::Peek);
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_EQ(connection.CallPatiently("ask", {}).error().kind,
            "connection_lost");
}

TEST(Connection, ReportsNonsense) {
  for (const char* line : {"HTTP/1.1 400\n", "[]\n", "{}\n", "{\"id\":1}\n"}) {
    const auto result = CallAgainst([line](Peer& peer) {
      peer.Read();
      peer.Write(line);
    });
    ASSERT_FALSE(result) << line;
    EXPECT_EQ(result.error().kind, "bad_reply") << line;
  }
}

// Reads until the other end closes, and never replies.
void SayNothing(Peer& peer) {
  while (!peer.ReadAny().empty()) {
  }
}

Outcome<boost::json::value> CallOfTheSilent(std::string_view method) {
  ScriptedDaemon daemon(SayNothing);
  auto connection = Connection::Open(daemon.socket(),
                                     SilenceLimits{.notice = milliseconds(5),
                                                   .give_up = milliseconds(20)})
                        .value();
  return connection.Call(method, {});
}

TEST(Connection, GivesUpOnADaemonThatSaysNothing) {
  for (const char* method : {"ask", "collections.compact"}) {
    const auto result = CallOfTheSilent(method);
    ASSERT_FALSE(result) << method;
    EXPECT_EQ(result.error().exit_code, ExitCode::kNoDaemon);
    EXPECT_EQ(result.error().kind, "no_reply");
    EXPECT_THAT(result.error().message, HasSubstr("nothing for 0.02 s"));
    EXPECT_THAT(result.error().message, HasSubstr("--timeout"));
  }
}

TEST(Connection, GivesUpOnADaemonThatReadsNothing) {
  std::promise<void> given_up;
  ScriptedDaemon daemon([&given_up](Peer&) { given_up.get_future().wait(); });
  auto connection = Connection::Open(daemon.socket(),
                                     SilenceLimits{.give_up = milliseconds(20)})
                        .value();
  const auto sent =
      connection.Send("documents.add", {{"text", std::string(8u << 20, 'a')}});
  given_up.set_value();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().kind, "no_reply");
}

TEST(Connection, GivesUpOnADaemonThatAcceptsNobody) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "s";
  const platform::FileDescriptor listener(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address),
                 sizeof address),
            0);
  ASSERT_EQ(listen(listener.get(), 0), 0);
  const auto fills_the_queue = Connection::Open(path);
  ASSERT_TRUE(fills_the_queue);
  const auto connection =
      Connection::Open(path, SilenceLimits{.give_up = milliseconds(20)});
  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().kind, "no_reply");
}

TEST(Connection, TellsOnceThatItWaitsAndThenWaits) {
  std::promise<void> noticed;
  ScriptedDaemon daemon([&noticed](Peer& peer) {
    const auto request = peer.Read();
    noticed.get_future().wait();
    peer.Reply(request, "1");
    const auto next = peer.Read();
    peer.Reply(next, "2");
  });
  int notices = 0;
  auto connection =
      Connection::Open(daemon.socket(), SilenceLimits{.notice = milliseconds(1),
                                                      .on_notice =
                                                          [&] {
                                                            // A second time
                                                            // would throw.
                                                            noticed.set_value();
                                                            ++notices;
                                                          }})
          .value();
  EXPECT_TRUE(connection.Call("ask", {}));
  EXPECT_TRUE(connection.Call("ask", {}));
  EXPECT_EQ(notices, 1);
}

TEST(Connection, AsksForASignOfLifeDuringLongWork) {
  std::string asked;
  ScriptedDaemon daemon([&asked](Peer& peer) {
    const auto work = peer.ReadAny();
    const auto sign = peer.ReadAny();
    asked = TextAt(sign, "method");
    peer.Reply(sign, "{}");
    peer.Reply(work, "1");
  });
  auto connection = Connection::Open(daemon.socket(),
                                     SilenceLimits{.notice = milliseconds(2)})
                        .value();
  EXPECT_EQ(connection.Call("collections.compact", {}).value(), 1);
  EXPECT_EQ(asked, "status");
}

TEST(Connection, IsNotBlockedByADaemonThatWritesFirst) {
  // More than the sockets buffer, in both directions at once.
  const std::string text(8u << 20, 'a');
  ScriptedDaemon daemon([&text](Peer& peer) {
    peer.Write(R"({"jsonrpc":"2.0","id":7,"result":")" + text + "\"}\n");
    peer.Reply(peer.Read(), "true");
  });
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_TRUE(connection.Call("a", {{"text", text}}));
}

TEST(SocketPath, IsTheFirstOneThatIsSetOrThere) {
  const ScratchFolder folder;
  setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1);
  setenv("ANSWERBOX_SOCKET", "/given", 1);
  EXPECT_EQ(DefaultSocketPath(), "/given");
  setenv("ANSWERBOX_SOCKET", "", 1);
  EXPECT_EQ(DefaultSocketPath(), "/run/answerbox/answerbox.sock");
  const auto socket = folder.Write("answerbox.sock", "");
  EXPECT_EQ(DefaultSocketPath(), socket.string());
  unsetenv("ANSWERBOX_SOCKET");
  unsetenv("XDG_RUNTIME_DIR");
  EXPECT_EQ(DefaultSocketPath(), "/run/answerbox/answerbox.sock");
}

}  // namespace
}  // namespace answerbox::client
