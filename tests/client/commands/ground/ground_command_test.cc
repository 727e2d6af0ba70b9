// `answerbox ground` against a scripted daemon.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "client/rpc/message.h"
#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using Peer = ScriptedDaemon::Peer;

constexpr const char* kGrounded =
    R"({"verdict":"grounded","consens_geometric":0.91,"consens":0.7,)"
    R"("scored_words":1,"unsupported":[],"contradicted":[],)"
    R"("sentences":[{"text":"Keep it cold.","begin":0,"end":13,)"
    R"("consens_geometric":0.91,"support":{"passage":1,"text":"Cold is it.",)"
    R"("begin":0,"end":11}}],"context_relevance":null,)"
    R"("answer_relevance":null})";
constexpr const char* kContradicted =
    R"({"verdict":"contradicted","consens_geometric":null,"consens":null,)"
    R"("scored_words":0,"unsupported":[{"text":"blue\u001b[2Jbox","begin":0,)"
    R"("end":8}],"contradicted":[{"kind":"number","answer":"6 °C","begin":0,)"
    R"("end":5,"context":"2 °C","passage":0,"context_begin":0,)"
    R"("context_end":5}],"sentences":[{"text":"Yes.","begin":0,"end":4,)"
    R"("consens_geometric":null,"support":null}],)"
    R"("leave_one_out":[{"passage":0,"consens_geometric":-0.25}]})";

ScriptedDaemon::Script CheckingWith(const char* result) {
  return [result](Peer& peer) { peer.Reply(peer.Read(), result); };
}

class GroundCommandTest : public testing::Test {
 protected:
  GroundCommandTest() { std::filesystem::create_directories(folder_); }
  ~GroundCommandTest() override { std::filesystem::remove_all(folder_); }

  std::string File(const std::string& name, std::string_view text) {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      ("ground_command_test." + std::to_string(::getpid()));
};

TEST_F(GroundCommandTest, SendsFilesAsPassagesAndPrintsWhatSupportsTheAnswer) {
  const std::string a = File("a.md", "# Storage\n\nIn a fridge.\n");
  const std::string b = File("context", "Cold is it.");
  const std::string answer = File("answer.txt", "Keep it cold.");
  boost::json::object sent;
  const Invocation invocation = InvokeAgainst(
      [&sent](Peer& peer) {
        sent = peer.Read();
        peer.Reply(sent, kGrounded);
      },
      {"ground", "--context", a, "--context", b, "--answer", answer,
       "--question", "How?", "-c", "p", "--leave-one-out"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output,
            "Grounded: its words come from the context (ConSens 0.91 of 1 "
            "word).\n\nSentences\n  0.91  Keep it cold.\n    " +
                b + ": \"Cold is it.\"\n");
  EXPECT_EQ(TextAt(sent, "method"), "ground");
  const auto& params = ObjectAt(sent, "params");
  EXPECT_EQ(TextAt(params, "answer"), "Keep it cold.");
  EXPECT_EQ(TextAt(params, "question"), "How?");
  EXPECT_EQ(TextAt(params, "collection"), "p");
  EXPECT_TRUE(FlagAt(params, "leave_one_out"));
  const auto& context = ArrayAt(params, "context");
  ASSERT_EQ(context.size(), 2u);
  EXPECT_THAT(std::string(context[0].as_string()), HasSubstr("In a fridge."));
  EXPECT_EQ(context[1].as_string(), "Cold is it.");
}

TEST_F(GroundCommandTest, TellsContradictionsAndEndsWith1) {
  const std::string text = File("t", "2 C");
  const Invocation invocation =
      InvokeAgainst(CheckingWith(kContradicted),
                    {"ground", "--context", text, "--answer", text});
  EXPECT_EQ(invocation.exit_code, 1);
  EXPECT_EQ(invocation.output,
            "Contradicted: the context says something else (no word could be "
            "scored).\n"
            "\nContradicted\n  number: \"6 °C\", but \"2 °C\" in " +
                text +
                "\n"
                "\nNot in the context\n  \"blue [2Jbox\"\n"
                "\nSentences\n  -  Yes.\n"
                "\nIf a passage were missing\n  -0.25  without " +
                text + "\n");
}

TEST_F(GroundCommandTest, NeedsBothTextsOrLines) {
  const std::string text = File("t", "x y");
  EXPECT_EQ(Invoke({"ground"}).exit_code, 2);
  EXPECT_EQ(Invoke({"ground", "--answer", text}).exit_code, 2);
  EXPECT_EQ(Invoke({"ground", "--context", text}).exit_code, 2);
  EXPECT_EQ(Invoke({"ground", "--lines", text, "--answer", text}).exit_code, 2);
  const Invocation missing =
      Invoke({"ground", "--context", text, "--answer", text + "-not"});
  EXPECT_EQ(missing.exit_code, 4);
  EXPECT_THAT(missing.errors,
              HasSubstr(text + "-not: can't be read: No such file"));
  const std::string binary = File("b", std::string("no\0text", 7));
  EXPECT_EQ(Invoke({"ground", "--context", text, "--answer", binary}).exit_code,
            4);
}

TEST_F(GroundCommandTest, ChecksALineAfterAnother) {
  const std::string lines =
      File("lines", R"({"id":7,"context":["a"],"answer":"b"})"
                    "\n\n"
                    R"({"context":["c"],"answer":"d","question":"e"})");
  std::vector<std::string> sent;
  const Invocation invocation = InvokeAgainst(
      [&sent](Peer& peer) {
        for (int request = 0; request < 2; ++request) {
          const auto read = peer.Read();
          sent.push_back(boost::json::serialize(ObjectAt(read, "params")));
          peer.Reply(read, R"({"verdict":"weak"})");
        }
      },
      {"ground", "--lines", lines, "-c", "p"});
  EXPECT_EQ(invocation.exit_code, 0);
  EXPECT_EQ(invocation.output,
            "{\"id\":7,\"verdict\":\"weak\"}\n{\"verdict\":\"weak\"}\n");
  EXPECT_EQ(sent, (std::vector<std::string>{
                      R"({"context":["a"],"answer":"b","collection":"p"})",
                      R"({"context":["c"],"answer":"d","question":"e",)"
                      R"("collection":"p"})"}));
}

TEST_F(GroundCommandTest, PassesOverAByteOrderMarkInTheFirstLineOnly) {
  const std::string one =
      "\xEF\xBB\xBF{\"context\":[\"a\"],\"answer\":\"b\"}\n";
  const Invocation invocation =
      InvokeAgainst(CheckingWith(R"({"verdict":"grounded"})"),
                    {"ground", "--lines", File("lines", one + one)});
  EXPECT_THAT(invocation.output,
              testing::StartsWith("{\"verdict\":\"grounded\"}\n"));
  EXPECT_THAT(invocation.output, HasSubstr("line 2 is not JSON"));
}

TEST_F(GroundCommandTest, NamesLinesThatCantBeRead) {
  const std::string lines =
      File("lines", "[1]\n{\"id\":\"x\",\"answer\":1,\"theta\":2}\n{\n\xFF\n" +
                        std::string(5 << 20, ' ') +
                        "\n{\"context\":[\"a\"],\"answer\":\"b\"}");
  const Invocation invocation = InvokeAgainst(
      CheckingWith(R"({"verdict":"weak"})"), {"ground", "--lines", lines});
  EXPECT_EQ(invocation.exit_code, 4);
  EXPECT_THAT(invocation.output,
              HasSubstr("\"message\":\"line 1 holds no JSON object\""));
  EXPECT_THAT(invocation.output, HasSubstr("{\"id\":\"x\",\"error\":"));
  EXPECT_THAT(invocation.output, HasSubstr("has a member \\\"theta\\\""));
  EXPECT_THAT(invocation.output, HasSubstr("line 3 is not JSON"));
  EXPECT_THAT(invocation.output, HasSubstr("line 4 is not valid UTF-8"));
  EXPECT_TRUE(invocation.output.ends_with("{\"verdict\":\"weak\"}\n"));
}

}  // namespace
}  // namespace answerbox::client
