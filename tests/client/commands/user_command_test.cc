#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <fstream>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::Not;
using Peer = ScriptedDaemon::Peer;

// The request that `arguments` send, as "method params".
std::string UserRequestOf(std::vector<std::string> arguments) {
  std::string sent;
  const Invocation invocation = InvokeAgainst(
      [&sent](Peer& peer) {
        const auto request = peer.Read();
        sent = TextAt(request, "method") + " " +
               boost::json::serialize(ObjectAt(request, "params"));
        peer.Reply(request, "{}");
      },
      std::move(arguments));
  EXPECT_EQ(invocation.exit_code, 0) << invocation.errors;
  EXPECT_THAT(invocation.output, Not(HasSubstr("correct horse")));
  return sent;
}

class UserCommand : public testing::Test {
 protected:
  UserCommand() { Write("correct horse\n"); }
  void Write(const std::string& text) const { std::ofstream(file_) << text; }

  const ScratchFolder folder_;
  const std::string file_ = folder_.path() / "password";
};

TEST_F(UserCommand, AddsOneWhoMayAskEverything) {
  EXPECT_EQ(UserRequestOf({"user", "add", "alice", "--password-file", file_}),
            R"(users.add {"name":"user:alice","grants":[{"rights":["ask"],)"
            R"("collections":"*"}],"password":"correct horse"})");
}

TEST_F(UserCommand, GathersRightsByCollection) {
  EXPECT_EQ(
      UserRequestOf({"user", "add", "--ask", "a", "--ask", "b*", "--read", "a",
                     "cert:kiosk", "--theta", "0.5", "--publish", "x/#",
                     "--subscribe", "y"}),
      R"(users.add {"name":"cert:kiosk","grants":[{"rights":["ask","read"],)"
      R"("collections":"a"},{"rights":["ask"],"collections":"b*"}],)"
      R"("theta":5E-1,"topics":{"publish":["x/#"],"subscribe":["y"]}})");
}

TEST_F(UserCommand, SendsEachVerb) {
  EXPECT_EQ(UserRequestOf({"user", "remove", "alice"}),
            R"(users.remove {"name":"user:alice"})");
  EXPECT_EQ(UserRequestOf({"user", "set", "unix:7", "--manage", "*"}),
            R"(users.set {"name":"unix:7","grants":[{"rights":["manage"],)"
            R"("collections":"*"}]})");
  EXPECT_EQ(UserRequestOf({"user", "set", "anonymous", "--theta", "0.5"}),
            R"(users.set {"name":"anonymous","theta":5E-1})");
  EXPECT_EQ(
      UserRequestOf({"user", "password", "alice", "--password-file", file_}),
      R"(users.password {"name":"user:alice","password":"correct horse"})");
  EXPECT_EQ(UserRequestOf({"user", "list"}), "users.list {}");
  EXPECT_EQ(UserRequestOf({"user", "accept"}), "users.accept {}");
}

TEST_F(UserCommand, ThePasswordIsTheFirstLine) {
  Write("one\r\ntwo\n");
  EXPECT_THAT(
      UserRequestOf({"user", "password", "alice", "--password-file", file_}),
      HasSubstr(R"("password":"one"})"));
}

TEST_F(UserCommand, APasswordThatIsNoneIsRejected) {
  for (const std::string& text :
       {std::string(), std::string("\nnext\n"), std::string(1025, 'x')}) {
    Write(text);
    const Invocation invocation =
        Invoke({"user", "add", "alice", "--password-file", file_});
    EXPECT_EQ(invocation.exit_code, 4) << text.size();
    EXPECT_THAT(invocation.errors, HasSubstr(file_));
  }
  EXPECT_EQ(
      Invoke({"user", "add", "a", "--password-file", file_ + "x"}).exit_code,
      4);
}

TEST_F(UserCommand, TheDaemonSaysWhetherANameTakesAPassword) {
  EXPECT_THAT(UserRequestOf({"user", "add", "unix:abc", "--ask", "a",
                             "--password-file", file_}),
              HasSubstr(R"("name":"unix:abc")"));
}

TEST_F(UserCommand, WarnsWhoeverTakesUsersFromRoot) {
  const auto errors_of = [](std::vector<std::string> arguments) {
    return InvokeAgainst([](Peer& peer) { peer.Reply(peer.Read(), "{}"); },
                         std::move(arguments))
        .errors;
  };
  const auto warns = HasSubstr("root may not change users");
  EXPECT_THAT(errors_of({"user", "add", "unix:0", "--ask", "kiosk"}), warns);
  EXPECT_THAT(errors_of({"user", "set", "unix:0", "--manage", "a*"}), warns);
  EXPECT_EQ(errors_of({"user", "set", "unix:0", "--theta", "0.5"}), "");
  EXPECT_EQ(errors_of({"user", "add", "unix:0", "--manage", "*"}), "");
  EXPECT_EQ(errors_of({"user", "add", "unix:1", "--ask", "kiosk"}), "");
}

TEST_F(UserCommand, WhatSaysNothingIsAUsageError) {
  EXPECT_EQ(Invoke({"user"}).exit_code, 2);
  EXPECT_EQ(Invoke({"user", "set", "alice"}).exit_code, 2);
  EXPECT_EQ(Invoke({"user", "add"}).exit_code, 2);
  EXPECT_EQ(Invoke({"user", "set", "alice", "--theta", "2"}).exit_code, 2);
}

TEST_F(UserCommand, ShowsATable) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(),
                   R"({"users":[{"name":"user:alice","password":true,)"
                   R"("grants":[{"rights":["ask","read"],"collections":"a*"},)"
                   R"({"rights":["add"],"collections":"b"}],"theta":0.5,)"
                   R"("topics":{"publish":["x"],"subscribe":["y","z/#"]}},)"
                   R"({"name":"cert:k","password":false,"grants":[],)"
                   R"("topics":{"publish":[],"subscribe":[]}}]})");
      },
      {"user", "list"});
  EXPECT_EQ(invocation.output,
            "Name        Password  Theta  Publish  Subscribe  Rights\n"
            "user:alice  yes        0.50  x        y z/#      "
            "ask, read in a*; add in b\n"
            "cert:k      -             -                      none\n");
}

}  // namespace
}  // namespace answerbox::client
