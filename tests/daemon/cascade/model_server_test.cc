// What a model server that keeps the protocol is asked, and what is read of it.
#include "daemon/cascade/model_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>

#include "tests/daemon/cascade/fake_model_server.h"

namespace answerbox::daemon {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Over = FakeModelServer::Over;

ModelPatience TenSeconds() {
  return {ModelPatience::Clock::now() + std::chrono::seconds(10)};
}

ModelResult<Generated> AskFor(std::string_view address,
                              const Generation& generation = {"Once"}) {
  ModelServer server({*ParseModelAddress(address), "fake"});
  return server.Generate(generation, TenSeconds());
}

class ModelServerTest : public testing::TestWithParam<Over> {};

INSTANTIATE_TEST_SUITE_P(Sockets, ModelServerTest,
                         testing::Values(Over::kTcp, Over::kUnixSocket));

TEST_P(ModelServerTest, GeneratesFromAStream) {
  std::string seen;
  std::optional<FakeModelServer> fake(
      std::in_place,
      [&](int connection, const std::string& request) {
        seen = request;
        WriteAll(connection, StreamOf({" upon", " a", " time"}));
      },
      GetParam());
  const auto generated = AskFor(fake->address());
  fake.reset();  // `seen` is its thread's until then.
  ASSERT_TRUE(generated) << generated.error().message;
  EXPECT_EQ(generated->text, " upon a time");
  EXPECT_EQ(generated->tokens, 3u);
  EXPECT_EQ(generated->model, "fake");
  EXPECT_GT(generated->time.count(), 0);
  EXPECT_THAT(seen, StartsWith("POST /v1/completions HTTP/1.1\r\n"));
  EXPECT_THAT(seen, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(seen, EndsWith("\"stream_options\":{\"include_usage\":true}}"));
}

TEST_P(ModelServerTest, ReadsChunksWhereverTheyAreCut) {
  const std::string body =
      EventOf("caf\xc3\xa9") + EventOf("!") + "data: [DONE]\n\n";
  FakeModelServer fake(
      [&](int connection, const std::string&) {
        std::string reply =
            HeaderOf("text/event-stream", "Transfer-Encoding: chunked\r\n");
        for (const char byte : body) {
          reply += std::string("1;name=value\r\n") + byte + "\r\n";
        }
        WriteAll(connection, reply + "0\r\nTrailer: x\r\n\r\n");
      },
      GetParam());
  const auto generated = AskFor(fake.address());
  ASSERT_TRUE(generated) << generated.error().message;
  EXPECT_EQ(generated->text, "caf\xc3\xa9!");
}

TEST(ModelServerAnswerTest, ReadsACompletionThatComesWhole) {
  FakeModelServer fake([](int connection, const std::string&) {
    const std::string json =
        R"({"choices":[{"text":"all","finish_reason":"stop"}]})";
    WriteAll(
        connection,
        HeaderOf("application/json",
                 "Content-Length: " + std::to_string(json.size()) + "\r\n") +
            json);
  });
  const auto generated = AskFor(fake.address());
  ASSERT_TRUE(generated) << generated.error().message;
  EXPECT_EQ(generated->text, "all");
}

TEST(ModelServerAnswerTest, AReasonWhyItEndedIsAnEnd) {
  FakeModelServer fake([](int connection, const std::string&) {
    WriteAll(
        connection,
        HeaderOf("text/event-stream", "Transfer-Encoding: chunked\r\n") +
            "40\r\n" +
            R"(data: {"choices":[{"text":"all.","finish_reason":"stop"}]})" +
            "    \n\n\r\n");
  });
  const auto generated = AskFor(fake.address());
  ASSERT_TRUE(generated) << generated.error().message;
  EXPECT_EQ(generated->text, "all.");
}

TEST(ModelServerAnswerTest, TellsThePeerOfAUnixSocketOnly) {
  const auto script = [](int connection, const std::string&) {
    WriteAll(connection, StreamOf({"x"}));
  };
  FakeModelServer local(script, Over::kUnixSocket);
  EXPECT_EQ(AskFor(local.address())->process, ::getpid());
  FakeModelServer network(script, Over::kTcp);
  EXPECT_EQ(AskFor(network.address())->process, 0);
}

TEST(ModelServerAnswerTest, ReadsLogProbabilitiesOfAPrompt) {
  std::string seen;
  std::optional<FakeModelServer> fake(
      std::in_place, [&](int connection, const std::string& request) {
        seen = request;
        WriteAll(connection,
                 HeaderOf("application/json") +
                     R"({"choices":[{"text":"Once upon","logprobs":{)"
                     R"("tokens":["Once"," upon"],)"
                     R"("token_logprobs":[null,-0.25],)"
                     R"("text_offset":[0,4]}}]})");
      });
  ModelServer server({*ParseModelAddress(fake->address())});
  const auto scores = server.PromptLogProbabilities("Once upon", TenSeconds());
  fake.reset();
  ASSERT_TRUE(scores) << scores.error().message;
  ASSERT_EQ(scores->size(), 2u);
  EXPECT_EQ((*scores)[1].log_probability, -0.25);
  EXPECT_THAT(seen, HasSubstr(R"("echo":true,"logprobs":1)"));
}

TEST(ModelServerAnswerTest, AnOverlongPromptIsNotSent) {
  ModelServer server({*ParseModelAddress("unix:@nobody-is-here")});
  Generation generation;
  generation.prompt.assign(kMaxPromptBytes + 1, 'x');
  const auto generated = server.Generate(generation, TenSeconds());
  ASSERT_FALSE(generated);
  EXPECT_EQ(generated.error().fault, ModelFault::kTooLong);
}

}  // namespace
}  // namespace answerbox::daemon
