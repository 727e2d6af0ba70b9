#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/options/option_file.h"
#include "daemon/options/options.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

std::variant<Options, EarlyExit> Read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "answerboxd");
  return ReadCommandLine(static_cast<int>(arguments.size()), arguments.data(),
                         kRefusePipes);
}

void ExpectUsageError(const std::vector<const char*>& arguments,
                      const std::string& message) {
  const auto read = Read(arguments);
  ASSERT_TRUE(std::holds_alternative<EarlyExit>(read));
  EXPECT_EQ(std::get<EarlyExit>(read).exit_code, 2);
  EXPECT_THAT(std::get<EarlyExit>(read).output, HasSubstr(message));
  EXPECT_THAT(std::get<EarlyExit>(read).output, HasSubstr("--help"));
}

TEST(CommandLineTest, WithoutArgumentsTheDefaultsHold) {
  const auto read = Read({});
  ASSERT_TRUE(std::holds_alternative<Options>(read));
  EXPECT_EQ(std::get<Options>(read).store.state_dir, Options().store.state_dir);
}

TEST(CommandLineTest, FlagsAreNamedAsTheKeys) {
  const auto read = Read({"--state-dir", "d", "--socket=s", "--theta", "0.5",
                          "--max-line-bytes", "65536"});
  ASSERT_TRUE(std::holds_alternative<Options>(read));
  EXPECT_EQ(std::get<Options>(read).store.state_dir, "d");
  EXPECT_EQ(std::get<Options>(read).socket, "s");
  EXPECT_EQ(std::get<Options>(read).store.defaults.theta, 0.5);
  EXPECT_EQ(std::get<Options>(read).sessions.line_bytes, 65536u);
}

TEST(CommandLineTest, TheCommandLineWinsOverTheFile) {
  const tests::TemporaryFolder folder;
  const std::string path = folder.path() / "options.toml";
  tests::WriteFile(path, "theta = 0.1\nmax_questions = 3\n");
  const auto read = Read({"--theta", "0.9", "--config", path.c_str()});
  ASSERT_TRUE(std::holds_alternative<Options>(read));
  EXPECT_EQ(std::get<Options>(read).store.defaults.theta, 0.9);
  EXPECT_EQ(std::get<Options>(read).dispatch.questions, 3u);
}

TEST(CommandLineTest, OfAFlagGivenTwiceTheLastCounts) {
  const auto read = Read({"--theta", "0.1", "--theta", "0.2"});
  ASSERT_TRUE(std::holds_alternative<Options>(read));
  EXPECT_EQ(std::get<Options>(read).store.defaults.theta, 0.2);
}

TEST(CommandLineTest, UsageErrorsEndWithCode2) {
  ExpectUsageError({"--colour", "red"}, "--colour");
  ExpectUsageError({"--theta"}, "--theta");
  ExpectUsageError({"stray"}, "stray");
  ExpectUsageError({"--theta", "2"}, "it takes 0 to 1");
  ExpectUsageError({"--config", "/nonexistent"}, "No such file");
  ExpectUsageError({"--window", "8"}, "half the window");
}

TEST(CommandLineTest, HelpNamesEveryOptionWithItsDefault) {
  const auto read = Read({"--help"});
  ASSERT_TRUE(std::holds_alternative<EarlyExit>(read));
  const auto& [exit_code, output] = std::get<EarlyExit>(read);
  EXPECT_EQ(exit_code, 0);
  EXPECT_THAT(output, HasSubstr("Examples:"));
  for (const OptionRow& row : OptionTable()) {
    EXPECT_THAT(output, HasSubstr(FlagOf(row)));
    EXPECT_THAT(output, HasSubstr(GetOption(row, Options())));
  }
}

TEST(CommandLineTest, VersionIsOneLine) {
  const auto read = Read({"--version"});
  ASSERT_TRUE(std::holds_alternative<EarlyExit>(read));
  EXPECT_EQ(std::get<EarlyExit>(read).exit_code, 0);
  EXPECT_EQ(std::get<EarlyExit>(read).output,
            "answerboxd " ANSWERBOX_VERSION "\n");
}

}  // namespace
}  // namespace answerbox::daemon
