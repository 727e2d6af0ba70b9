#include "daemon/options/option_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class OptionFileTest : public testing::Test {
 protected:
  // The message of the error, without the file's folder; "" without one.
  std::string Read(const std::string& text) {
    const std::string folder = folder_.path().native() + "/";
    tests::WriteFile(folder + "option_file_test.toml", text);
    const auto read = ReadOptionFile(folder + "option_file_test.toml",
                                     kRefusePipes, options_);
    return read ? "" : read.error().message.substr(folder.size());
  }

  const tests::TemporaryFolder folder_;
  Options options_;
};

TEST_F(OptionFileTest, SetsWhatItNamesAndLeavesTheRest) {
  EXPECT_EQ(Read("# mine\nstate_dir = \"/srv/documents\"\ntheta = 0.5\n"
                 "max_questions = 4\nsocket_mode = \"0600\"\n"),
            "");
  EXPECT_EQ(options_.store.state_dir, "/srv/documents");
  EXPECT_EQ(options_.store.defaults.theta, 0.5);
  EXPECT_EQ(options_.dispatch.questions, 4u);
  EXPECT_EQ(options_.socket_mode, 0600u);
  EXPECT_EQ(options_.arena_bytes, Options().arena_bytes);
}

TEST_F(OptionFileTest, ARealNumberKeepsAllItsDigits) {
  EXPECT_EQ(Read("theta = 0.123456789012\n"), "");
  EXPECT_EQ(options_.store.defaults.theta, 0.123456789012);
  EXPECT_EQ(Read("theta = 1e-9\n"), "");
  EXPECT_EQ(options_.store.defaults.theta, 1e-9);
}

TEST_F(OptionFileTest, AnUnknownKeyIsAnErrorWithItsPlace) {
  EXPECT_THAT(Read("theta = 0.5\n  colour = \"red\"\n"),
              HasSubstr("option_file_test.toml:2:3: there is no option "
                        "\"colour\""));
}

TEST_F(OptionFileTest, AValueOutOfRangeIsAnErrorWithItsPlace) {
  EXPECT_EQ(Read("max_questions = 0"),
            "option_file_test.toml:1:17: max_questions can't be \"0\": it "
            "takes 1 to 256 questions");
}

TEST_F(OptionFileTest, AValueOfAnotherTypeIsAnError) {
  for (const char* text :
       {"max_questions = []", "max_questions = true", "theta = 2020-01-01",
        "[max_questions]", "max_questions = 1.5", "max_questions = -1",
        "theta = nan", "theta = inf"}) {
    EXPECT_THAT(Read(text), HasSubstr("takes ")) << text;
  }
}

TEST_F(OptionFileTest, AModeWithoutQuotesIsAnError) {
  EXPECT_THAT(Read("socket_mode = 600"), EndsWith("in quotes"));
}

TEST_F(OptionFileTest, WhatIsNoTomlIsAnErrorWithItsPlace) {
  EXPECT_THAT(Read("theta = 0.5\ntheta = 0.6\n"),
              HasSubstr("option_file_test.toml:2:"));
  EXPECT_THAT(Read("theta ="), HasSubstr("option_file_test.toml:1:"));
}

TEST_F(OptionFileTest, AFileThatIsNotThereIsAnError) {
  const auto read =
      ReadOptionFile("/nonexistent/a.toml", kRefusePipes, options_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message,
            "/nonexistent/a.toml: No such file or directory");
}

}  // namespace
}  // namespace answerbox::daemon
