#include "daemon/client/rpc/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/client/rpc/json_fields.h"
#include "tests/daemon/client/rpc/scripted_daemon.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

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
  EXPECT_EQ(connection.Receive()->id, 2u);
  EXPECT_EQ(connection.Receive()->id, 1u);
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

TEST(Connection, IsNotBlockedByADaemonThatWritesFirst) {
  // More than both sockets buffer, in both directions at once.
  const std::string text(8u << 20, 'a');
  ScriptedDaemon daemon([&text](Peer& peer) {
    peer.Write(R"({"jsonrpc":"2.0","id":7,"result":")" + text + "\"}\n");
    peer.Reply(peer.Read(), "true");
  });
  auto connection = Connection::Open(daemon.socket()).value();
  EXPECT_TRUE(connection.Call("a", {{"text", text}}));
}

}  // namespace
}  // namespace answerbox::client
