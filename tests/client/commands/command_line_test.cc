#include "client/commands/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/commands/invocation.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kCommands[] = {
    "add",  "ask",         "context", "summarize", "list",
    "show", "collections", "remove",  "status",    "convert"};

TEST(CommandLine, EveryCommandHasHelpWithExamples) {
  for (const char* command : kCommands) {
    const Invocation invocation = Invoke({command, "--help"});
    EXPECT_EQ(invocation.exit_code, 0) << command;
    EXPECT_THAT(invocation.output,
                HasSubstr(std::string("  answerbox ") + command));
    EXPECT_EQ(invocation.errors, "");
  }
}

TEST(CommandLine, HelpOnExamsHasExamplesOfExams) {
  const Invocation invocation = Invoke({"exam", "--help"});
  EXPECT_THAT(invocation.output, HasSubstr("  answerbox exam run bank.jsonl"));
  EXPECT_THAT(invocation.output, testing::Not(HasSubstr("answerbox add")));
}

TEST(CommandLine, EveryCommandHasAVersion) {
  EXPECT_THAT(Invoke({"--version"}).output, StartsWith("answerbox "));
  for (const char* command : kCommands) {
    const Invocation invocation = Invoke({command, "--version"});
    EXPECT_EQ(invocation.exit_code, 0) << command;
    EXPECT_EQ(invocation.output, Invoke({"--version"}).output) << command;
  }
}

TEST(CommandLine, MistakesEndWith2AndLeaveOutputClean) {
  const std::vector<std::vector<std::string>> mistakes = {
      {},
      {"frobnicate"},
      {"ask"},
      {"add"},
      {"ask", "--theta", "1.5", "x"},
      {"ask", "--theta", "nan", "x"},
      {"ask", "--theta", "", "x"},
      {"ask", "--precision", "90", "x"},
      {"ask", "--answer-rate", "-1", "x"},
      {"ask", "--theta", "0.5", "--precision", "0.5", "x"},
      {"ask", "--theta", "0.5", "--answer-rate", "0.5", "x"},
      {"ask", "--precision", "0.5", "--answer-rate", "0.5", "x"},
      {"collections", "set", "x", "--theta", "-nan"},
      {"ask", "--runners-up", "21", "x"},
      {"list", "--color", "pink"},
      {"convert"},
      {"convert", "--format", "xml", "x"},
      {"collections", "set", "x"}};
  for (const auto& arguments : mistakes) {
    const Invocation invocation = Invoke(arguments);
    EXPECT_EQ(invocation.exit_code, 2);
    EXPECT_EQ(invocation.output, "");
    EXPECT_THAT(invocation.errors, HasSubstr("--help"));
  }
}

TEST(CommandLine, NamesTheNearestCommand) {
  EXPECT_EQ(NearestName("lits", {"add", "list", "show"}), "list");
  EXPECT_EQ(NearestName("coll", {"add", "collections"}), "collections");
  EXPECT_EQ(NearestName("remvoe", {"replay", "remove"}), "remove");
  EXPECT_EQ(NearestName("nosuch", {"add", "ask", "show", "audit"}), "");
  EXPECT_EQ(NearestName("", {"add", "ask"}), "");
}

TEST(CommandLine, HelpFitsANarrowTerminal) {
  CLI::App app("What it does, in a sentence of some length.", "answerbox");
  app.formatter(std::make_shared<HelpFormat>(30));
  std::string text;
  app.add_option("--answer-rate", text, "A wish, told in many words or more")
      ->type_name("R");
  app.footer("Examples:\n  answerbox --answer-rate 0.5 and so on");
  const std::string help = app.help();
  for (std::size_t begin = 0; begin < help.size();) {
    const std::size_t end = help.find('\n', begin);
    EXPECT_LE(end - begin, 30u) << help;
    begin = end + 1;
  }
  EXPECT_THAT(help, HasSubstr("  --answer-rate R\n"
                              "      A wish, told in many\n"
                              "      words or more\n"));
}

TEST(CommandLine, WithoutADaemonEndsWith3) {
  const ScratchFolder folder;
  const std::string socket = folder.path() / "none";
  const std::string file = folder.Write("a.md", "x");
  const std::vector<std::vector<std::string>> invocations = {
      {"add", file}, {"ask", "x"},    {"list"},       {"show", "x"},
      {"status"},    {"remove", "x"}, {"collections"}};
  for (auto arguments : invocations) {
    arguments.insert(arguments.end(), {"--socket", socket});
    const Invocation invocation = Invoke(arguments);
    EXPECT_EQ(invocation.exit_code, 3) << arguments[0];
    EXPECT_THAT(invocation.errors, HasSubstr("no daemon at " + socket));
    EXPECT_EQ(invocation.output, "");
  }
}

TEST(CommandLine, TellsFailuresInJsonToo) {
  const Invocation invocation =
      Invoke({"status", "--json", "--socket", "/nonexistent/socket"});
  EXPECT_THAT(invocation.output,
              StartsWith(R"({"error":{"kind":"no_daemon","message":)"));
}

}  // namespace
}  // namespace answerbox::client
