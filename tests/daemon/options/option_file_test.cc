#include "daemon/options/option_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "platform/file_descriptor.h"
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

using testing::StartsWith;

constexpr PipePatience kBrief{20};

class OptionTextTest : public testing::Test {
 protected:
  // The message of the error; "" without one.
  [[nodiscard]] std::string ErrorOf(PipePatience patience) const {
    const auto text = ReadOptionText(path_, patience);
    return text ? "" : text.error().message;
  }

  void MakePipe() const { ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0); }

  // Both ends, so that opening it waits for nobody.
  [[nodiscard]] platform::FileDescriptor OpenPipe() const {
    return platform::FileDescriptor(::open(path_.c_str(), O_RDWR | O_CLOEXEC));
  }

  const tests::TemporaryFolder folder_;
  const std::string path_ = folder_.path() / "options.toml";
};

TEST_F(OptionTextTest, IsTheWholeFile) {
  const std::string text(kMaxOptionFileBytes, '#');
  tests::WriteFile(path_, text);
  EXPECT_EQ(*ReadOptionText(path_, kRefusePipes), text);
  tests::WriteFile(path_, "");
  EXPECT_EQ(*ReadOptionText(path_, kRefusePipes), "");
}

TEST_F(OptionTextTest, AFileThatIsTooLongIsAnError) {
  tests::WriteFile(path_, std::string(kMaxOptionFileBytes + 1, '#'));
  EXPECT_THAT(ErrorOf(kRefusePipes),
              StartsWith(path_ + ": it has more than 1048576 bytes"));
}

TEST_F(OptionTextTest, AFolderIsAnError) {
  std::filesystem::create_directory(path_);
  EXPECT_EQ(ErrorOf(kRefusePipes),
            path_ + ": it is a folder; name a file with options");
}

TEST_F(OptionTextTest, AMissingFileIsAnError) {
  EXPECT_EQ(ErrorOf(kRefusePipes), path_ + ": No such file or directory");
}

TEST_F(OptionTextTest, TheNullDeviceHasNone) {
  for (const PipePatience patience : {kRefusePipes, kBrief}) {
    const auto text = ReadOptionText("/dev/null", patience);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, "");
  }
}

TEST_F(OptionTextTest, ADeviceWithoutAnEndIsAnError) {
  const auto text = ReadOptionText("/dev/zero", kRefusePipes);
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("it has more than"));
}

TEST_F(OptionTextTest, APipeIsRefusedWithoutWaiting) {
  MakePipe();
  EXPECT_THAT(ErrorOf(kRefusePipes), StartsWith(path_ + ": it is a pipe"));
  const auto writer = OpenPipe();
  EXPECT_THAT(ErrorOf(kRefusePipes), StartsWith(path_ + ": it is a pipe"));
}

TEST_F(OptionTextTest, APipeThatGivesNothingInTimeIsAnError) {
  MakePipe();
  EXPECT_THAT(ErrorOf(kBrief),
              StartsWith(path_ + ": nothing was written to it in time"));
  const auto writer = OpenPipe();
  EXPECT_THAT(ErrorOf(kBrief),
              StartsWith(path_ + ": nothing was written to it in time"));
}

TEST_F(OptionTextTest, WhatAShellWritesToAPipeIsReadAtTheStart) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const platform::FileDescriptor reader(ends[0]);
  platform::FileDescriptor writer(ends[1]);
  ASSERT_EQ(::write(writer.get(), "theta = 1", 9), 9);
  writer = platform::FileDescriptor();
  const auto text = ReadOptionText(
      "/proc/self/fd/" + std::to_string(reader.get()), kStartPatience);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "theta = 1");
}

}  // namespace
}  // namespace answerbox::daemon
