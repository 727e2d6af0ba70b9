#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

// The request that `arguments` send, as "method params".
std::string RequestOf(std::vector<std::string> arguments) {
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
  return sent;
}

TEST(CollectionsCommand, SendsEachVerb) {
  EXPECT_EQ(RequestOf({"collections"}), "collections.list {}");
  EXPECT_EQ(RequestOf({"collections", "create", "p", "--profile", "paper",
                       "--window", "100", "--overlap", "10"}),
            R"(collections.create {"name":"p","profile":"paper","window":100,)"
            R"("overlap":10})");
  EXPECT_EQ(RequestOf({"collections", "remove", "p"}),
            R"(collections.remove {"name":"p"})");
  EXPECT_EQ(RequestOf({"collections", "set", "p", "--theta", "0.5"}),
            R"(collections.set {"name":"p","theta":5E-1})");
  EXPECT_EQ(RequestOf({"collections", "set", "p", "--answer-rate", "0.5"}),
            R"(collections.set {"name":"p","answer_rate":5E-1})");
  EXPECT_EQ(RequestOf({"collections", "create", "p", "--precision", "0.5"}),
            R"(collections.create {"name":"p","precision":5E-1})");
  EXPECT_EQ(RequestOf({"collections", "compact", "p"}),
            R"(collections.compact {"collection":"p","progress":true})");
  EXPECT_EQ(RequestOf({"collections", "verify", "p"}),
            R"(collections.verify {"collection":"p","progress":true})");
}

// Sets the bank that a file of `contents` holds.
std::string RequestOfBank(std::string_view contents) {
  const ScratchFolder folder;
  return RequestOf(
      {"collections", "set", "p", "--exam", folder.Write("bank", contents)});
}

TEST(CollectionsCommand, SendsABankInItsPlainForm) {
  const std::string sent =
      R"(collections.set {"name":"p","exam":{"bank":"{\"id\":\"1\",)"
      R"(\"topic\":\"t\",\"question\":\"How?\"}\n"}})";
  const std::string ours = R"({"id":"1","topic":"t","question":"How?"})";
  EXPECT_EQ(RequestOfBank(ours + "\n"), sent);
  EXPECT_EQ(RequestOfBank("\xEF\xBB\xBF" + ours + "\r\n"), sent);
}

TEST(CollectionsCommand, SaysWhyABankCantBeRead) {
  const ScratchFolder folder;
  const Invocation missing =
      Invoke({"collections", "set", "p", "--exam", folder.path() / "none"});
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_THAT(missing.errors, HasSubstr("No such file or directory"));
  EXPECT_THAT(
      Invoke({"collections", "set", "p", "--exam", folder.path()}).errors,
      HasSubstr("is a folder"));
}

TEST(CollectionsCommand, RefusesABankOfMoreQuestionsThanAGuardMayHave) {
  std::string bank;
  for (int i = 0; i < 501; ++i) {
    bank += R"({"id":")" + std::to_string(i) +
            R"(","topic":"t","question":"How?"})" + "\n";
  }
  const ScratchFolder folder;
  const Invocation many =
      Invoke({"collections", "set", "p", "--exam", folder.Write("bank", bank)});
  EXPECT_EQ(many.exit_code, 4);
  EXPECT_THAT(many.errors, HasSubstr("has 501 questions"));
}

TEST(CollectionsCommand, ShowsATable) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Reply(peer.Read(),
                   R"({"collections":[{"name":"p","theta":0.3,)"
                   R"("profile":"default","documents":12,"sentences":2300,)"
                   R"("text_bytes":123456,"disk_bytes":234567,)"
                   R"("exam":{"questions":12,"must_pass":"90%"}},)"
                   R"({"name":"q","profile":"paper","exam":null}]})");
      },
      {"collections"});
  EXPECT_EQ(
      invocation.output,
      "Collection  Documents  Sentences      Text   On disk  Theta  Profile  "
      "Synonyms  Exam\n"
      "p                  12      2,300  123.5 kB  234.6 kB   0.30  default  "
      "       0  12 questions\n"
      "q                   0          0       0 B       0 B   0.00  paper    "
      "       0  -\n");
}

TEST(CollectionsCommand, NamesTheDamageThatVerifyingFinds) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(peer.Read(),
                  R"({"message":"Damaged.","data":{"kind":"corrupt",)"
                  R"("file":"f","offset":7}})");
      },
      {"collections", "verify", "p", "--json"});
  EXPECT_EQ(invocation.exit_code, 5);
  EXPECT_THAT(invocation.output, HasSubstr(R"("file":"f","offset":7)"));
}

}  // namespace
}  // namespace answerbox::client
