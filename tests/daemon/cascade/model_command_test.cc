// Models that are a command, as small scripts.
#include "daemon/cascade/model_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

#include "daemon/cascade/model_server.h"

namespace answerbox::daemon {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using Clock = ModelPatience::Clock;

class ModelCommandTest : public testing::Test {
 protected:
  ModelCommandTest()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("model-command-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~ModelCommandTest() override { std::filesystem::remove_all(folder_); }

  // A model whose program is `script`.
  ModelServer& Make(std::string_view script) {
    const std::filesystem::path path = folder_ / "model.sh";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    server_.emplace(
        ModelSettings{*ParseModelAddress("command:" + path.string()), "m"});
    return *server_;
  }

  ModelResult<Generated> Ask(milliseconds patience = seconds(20)) {
    return server_->Generate({"Once"}, {Clock::now() + patience});
  }

  std::filesystem::path folder_;
  std::optional<ModelServer> server_;
};

TEST_F(ModelCommandTest, OneProgramAnswersOneLineAfterAnother) {
  Make(R"(while read -r line; do
            echo '{"text":"a \u00e9"}'
            echo '{"text":"b","tokens":2,"done":true}'
          done)");
  const auto first = Ask();
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->text,
            "a \xc3\xa9"
            "b");
  EXPECT_EQ(first->tokens, 2u);
  EXPECT_GT(first->process, 0);
  EXPECT_EQ(Ask()->process, first->process);
}

TEST_F(ModelCommandTest, TheExampleOfTheDocumentationAnswers) {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/model-servers.md");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find("```python\n");
  ASSERT_NE(begin, std::string::npos);
  text = text.substr(begin + 10, text.find("```", begin + 10) - begin - 10);
  Make("");
  std::ofstream(folder_ / "model.sh") << text;
  const auto generated = Ask();
  ASSERT_TRUE(generated) << generated.error().message;
  EXPECT_EQ(generated->text, "You asked: Once");
}

TEST_F(ModelCommandTest, GetsTheRequestAsOneLine) {
  Make("read -r line; printf '%s' \"$line\" > " + (folder_ / "seen").string() +
       R"(; echo '{"text":"","done":true}'; read -r line)");
  ASSERT_TRUE(server_->Generate({"a\nb"}, {Clock::now() + seconds(20)}));
  std::string seen;
  std::getline(std::ifstream(folder_ / "seen"), seen);
  EXPECT_THAT(seen, HasSubstr(R"({"model":"m","prompt":"a\nb")"));
}

TEST_F(ModelCommandTest, TellsLogProbabilities) {
  Make(R"(while read -r line; do
            echo '{"choices":[{"text":"ab","logprobs":{"tokens":["a","b"],"token_logprobs":[null,-1]}}]}'
          done)");
  const auto scores =
      server_->PromptLogProbabilities("ab", {Clock::now() + seconds(20)});
  ASSERT_TRUE(scores) << scores.error().message;
  EXPECT_EQ((*scores)[1].log_probability, -1);
}

TEST_F(ModelCommandTest, AProgramThatIsNotThereIsAbsent) {
  server_.emplace(ModelSettings{*ParseModelAddress("command:/nowhere/model")});
  const auto generated = Ask();
  ASSERT_FALSE(generated);
  EXPECT_EQ(generated.error().fault, ModelFault::kAbsent);
  EXPECT_THAT(generated.error().message, HasSubstr("No such file"));
}

TEST_F(ModelCommandTest, AFileThatIsNoProgramIsAbsent) {
  Make("");
  std::ofstream(folder_ / "model.sh") << "#!/nowhere/interpreter\n";
  const auto generated = Ask();
  ASSERT_FALSE(generated);
  EXPECT_EQ(generated.error().fault, ModelFault::kAbsent);
  EXPECT_THAT(generated.error().message, HasSubstr("can't be run"));
}

TEST_F(ModelCommandTest, SaysHowTheProgramEnded) {
  Make("read -r line; echo '{\"text\":\"a\"}'; exit 3");
  EXPECT_THAT(Ask().error().message, HasSubstr("exit code 3"));
  Make("read -r line; kill -9 $$");
  const auto killed = Ask();
  EXPECT_EQ(killed.error().fault, ModelFault::kKilled);
  EXPECT_THAT(killed.error().message, HasSubstr("signal 9"));
}

TEST_F(ModelCommandTest, ADeadProgramIsStartedAgainAfterAPause) {
  Make("read -r line; test -e " + (folder_ / "again").string() +
       " || { touch " + (folder_ / "again").string() + "; exit 1; }\n" +
       R"(echo '{"text":"back","done":true}'; read -r line)");
  EXPECT_EQ(Ask().error().fault, ModelFault::kKilled);
  const auto waiting = Ask();
  ASSERT_FALSE(waiting);
  EXPECT_EQ(waiting.error().fault, ModelFault::kAbsent);
  EXPECT_THAT(waiting.error().message, HasSubstr("is started again in"));
  auto again = Ask();
  for (const auto end = Clock::now() + seconds(10);
       !again && Clock::now() < end; again = Ask()) {
    std::this_thread::yield();
  }
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->text, "back");
}

TEST_F(ModelCommandTest, ASlowProgramIsKilled) {
  Make("echo $$ > " + (folder_ / "pid").string() +
       "; read -r line; read -r never");
  EXPECT_EQ(Ask(milliseconds(300)).error().fault, ModelFault::kSlow);
  pid_t pid = 0;
  std::ifstream(folder_ / "pid") >> pid;
  ASSERT_GT(pid, 0);
  EXPECT_NE(::kill(pid, 0), 0);
}

TEST_F(ModelCommandTest, AnEndlessLineIsTooLong) {
  Make("read -r line; head -c 10000000 /dev/zero | tr '\\0' x; read -r line");
  const auto generated = Ask();
  ASSERT_FALSE(generated);
  EXPECT_EQ(generated.error().fault, ModelFault::kTooLong);
  EXPECT_THAT(generated.error().message, HasSubstr("65536 bytes"));
}

TEST_F(ModelCommandTest, GarbageIsInvalid) {
  Make("read -r line; echo 'Loading model...'; read -r line");
  const auto generated = Ask();
  ASSERT_FALSE(generated);
  EXPECT_EQ(generated.error().fault, ModelFault::kInvalid);
  EXPECT_THAT(generated.error().message, HasSubstr("line 1 of the model's"));
}

TEST_F(ModelCommandTest, LinesAfterTheLastAreInvalid) {
  Make(
      "read -r line\n"
      R"(printf '{"text":"a","done":true}\n{"text":"b"}\n')"
      "\nread -r line");
  // The second line comes with the first, or before the next request.
  auto generated = Ask();
  while (generated) generated = Ask();
  EXPECT_EQ(generated.error().fault, ModelFault::kInvalid);
  EXPECT_THAT(generated.error().message, HasSubstr("after \"done\""));
}

TEST_F(ModelCommandTest, AProgramMayRefuseAndGoOn) {
  Make(R"(read -r line; echo '{"error":"no context left"}'
          read -r line; echo '{"text":"yes","done":true}'; read -r line)");
  const auto refused = Ask();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, ModelFault::kRefused);
  EXPECT_THAT(refused.error().message, HasSubstr("no context left"));
  EXPECT_EQ(Ask()->text, "yes");
}

}  // namespace
}  // namespace answerbox::daemon
