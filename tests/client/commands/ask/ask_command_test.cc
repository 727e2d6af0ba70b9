#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

constexpr const char* kAnswered =
    R"({"answered":true,"answer":{"sentence":"At 5.","document":"v.md",)"
    R"("page":null,"section":[]},"confidence":0.81})";
constexpr const char* kRefused =
    R"({"answered":false,"refusal":{"reason":"weak_evidence",)"
    R"("message":"Too weak."}})";

ScriptedDaemon::Script Replying(const char* result) {
  return [result](Peer& peer) { peer.Reply(peer.Read(), result); };
}

// The parameters that the command sends for a command line.
boost::json::object ParamsOf(std::vector<std::string> arguments) {
  boost::json::object params;
  InvokeAgainst(
      [&params](Peer& peer) {
        const auto request = peer.Read();
        params = ObjectAt(request, "params");
        peer.Reply(request, kAnswered);
      },
      std::move(arguments));
  return params;
}

TEST(AskCommand, PrintsTheAnswerAndEndsWith0) {
  const Invocation invocation =
      InvokeAgainst(Replying(kAnswered), {"ask", "x"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output, "At 5.\nv.md, confidence 0.81\n");
  EXPECT_EQ(invocation.errors, "");
}

TEST(AskCommand, RefusesOnErrorsOnlyAndEndsWith1) {
  const Invocation invocation = InvokeAgainst(Replying(kRefused), {"ask", "x"});
  EXPECT_EQ(invocation.exit_code, 1);
  EXPECT_EQ(invocation.output, "");
  EXPECT_THAT(invocation.errors, HasSubstr("Refused: Too weak."));
}

TEST(AskCommand, PrintsTheReplyAsItIsInJson) {
  EXPECT_EQ(InvokeAgainst(Replying(kAnswered), {"ask", "--json", "x"}).output,
            std::string(kAnswered) + "\n");
  EXPECT_EQ(InvokeAgainst(Replying(kRefused), {"ask", "--json", "x"}).exit_code,
            1);
}

TEST(AskCommand, SendsWordsAsOneQuestionWithItsOptions) {
  EXPECT_EQ(
      boost::json::serialize(ParamsOf({"ask", "-c", "p", "--theta", "0.5",
                                       "--runners-up", "0", "how", "cold?"})),
      R"({"collection":"p","theta":5E-1,"runners_up":0,)"
      R"("question":"how cold?","short":true})");
}

TEST(AskCommand, SendsAWishInsteadOfATheta) {
  for (const auto& [option, sent] :
       {std::pair("--precision", R"("precision":5E-1)"),
        std::pair("--answer-rate", R"("answer_rate":5E-1)")}) {
    const auto params = ParamsOf({"ask", option, "0.5", "how", "cold?"});
    EXPECT_THAT(boost::json::serialize(params), HasSubstr(sent));
    EXPECT_FALSE(params.contains("theta"));
  }
}

TEST(AskCommand, SendsTheFormTheWordsAndTheNumberOfAnswers) {
  const auto params = ParamsOf(
      {"ask", "--form", "list", "--words", "120", "--answers", "2", "what?"});
  EXPECT_EQ(boost::json::serialize(params),
            R"({"form":"list","words":120,"answers":2,)"
            R"("question":"what?","short":true})");
}

TEST(AskCommand, SendsTheDocumentsAndTakesNoWordForOne) {
  const auto params =
      ParamsOf({"ask", "--document", "a*", "--document", "b.md", "how", "old"});
  EXPECT_EQ(boost::json::serialize(params.at("documents")), R"(["a*","b.md"])");
  EXPECT_EQ(TextAt(params, "question"), "how old");
  EXPECT_FALSE(ParamsOf({"ask", "what?"}).contains("documents"));
}

TEST(AskCommand, SendsABudgetOfWork) {
  EXPECT_EQ(
      ParamsOf({"ask", "--max-work", "1000000000000", "what?"}).at("max_work"),
      1000000000000);
  for (const char* work : {"0", "-1", "1000000000001", "many"}) {
    EXPECT_EQ(Invoke({"ask", "--max-work", work, "what?"}).exit_code, 2)
        << work;
  }
}

TEST(AskCommand, LeavesFormsToTheDaemonUnlessItIsToldOne) {
  const auto params = ParamsOf({"ask", "what?"});
  for (const char* name : {"form", "words", "answers"}) {
    EXPECT_FALSE(params.contains(name)) << name;
  }
}

TEST(AskCommand, RefusesFormsAndNumbersThatThereAreNot) {
  for (const auto& [option, value, said] :
       {std::tuple("--form", "table", "passage or section, not \"table\""),
        std::tuple("--words", "9", "--words"),
        std::tuple("--words", "1001", "--words"),
        std::tuple("--answers", "0", "--answers"),
        std::tuple("--answers", "4", "--answers")}) {
    const Invocation invocation = Invoke({"ask", option, value, "what?"});
    EXPECT_EQ(invocation.exit_code, 2) << option << value;
    EXPECT_THAT(invocation.errors, HasSubstr(said));
  }
}

TEST(AskCommand, PrintsTheTextOfAListInAPipe) {
  const Invocation invocation = InvokeAgainst(
      Replying(R"({"answered":true,"answer":{"sentence":"a bowl",)"
               R"("document":"v.md","page":null,"section":[],"form":"list",)"
               R"("text":"Bring:\na bowl","parts":[{"role":"lead_in",)"
               R"("text":"Bring:"},{"role":"item","text":"a bowl"}]},)"
               R"("confidence":0.81})"),
      {"ask", "x"});
  EXPECT_EQ(invocation.output, "Bring:\na bowl\nv.md, confidence 0.81\n");
}

TEST(AskCommand, RejectsBytesThatAreNotUtf8BeforeSending) {
  const Invocation invocation = Invoke({"ask", "how \xFF"});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_THAT(invocation.errors, HasSubstr("byte offset 4"));
}

TEST(AskCommand, EndsWith4ForAnUnknownCollection) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(peer.Read(),
                  R"({"message":"No such.","data":{"kind":"not_found"}})");
      },
      {"ask", "-c", "p", "x"});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_EQ(invocation.errors, "answerbox: No such.\n");
}

TEST(AskCommand, EndsWith5WhenTheDaemonFails) {
  const Invocation invocation = InvokeAgainst(
      [](Peer& peer) {
        peer.Fail(peer.Read(),
                  R"({"message":"Rotten.","data":{"kind":"corrupt"}})");
      },
      {"ask", "--json", "x"});
  EXPECT_EQ(invocation.exit_code, 5);
  EXPECT_EQ(invocation.output,
            R"({"error":{"kind":"corrupt","message":"Rotten."}})"
            "\n");
}

}  // namespace
}  // namespace answerbox::client
