// What a real language model answers: stories260K on llama.cpp, served by
// server.mjs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>

#include "daemon/cascade/call_waiter.h"
#include "daemon/cascade/codec/completions.h"
#include "daemon/cascade/http_exchange.h"
#include "daemon/cascade/model_server.h"

namespace answerbox::daemon {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

ModelPatience Minute() { return {ModelPatience::Clock::now() + seconds(60)}; }

class LlamaClientTest : public testing::Test {
 protected:
  static ModelAddress Address() {
    const char* const address = std::getenv("ANSWERBOX_MODEL_SERVER");
    if (address == nullptr) std::abort();
    return *ParseModelAddress(address);
  }
  ModelResult<Generated> Ask(const Generation& generation) {
    return server_.Generate(generation, Minute());
  }

  ModelServer server_{{Address(), "stories260K"}};
};

TEST_F(LlamaClientTest, TellsAStory) {
  const auto story = Ask({"Once upon a time", 60});
  ASSERT_TRUE(story) << story.error().message;
  EXPECT_THAT(story->text, HasSubstr("Lily"));
  EXPECT_THAT(story->text, HasSubstr("a big, red ball"));
  EXPECT_EQ(story->tokens, 60u);
  EXPECT_TRUE(story->tokens_are_counted);
  EXPECT_TRUE(story->is_cut);
  EXPECT_EQ(story->model, "stories260K");
  EXPECT_GT(story->process, 0);
}

TEST_F(LlamaClientTest, TheSameSeedTellsTheSameStory) {
  const Generation generation{"The little dog", 40, 7};
  const auto first = Ask(generation);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(Ask(generation)->text, first->text);
}

TEST_F(LlamaClientTest, EndsAtAStop) {
  const auto sentence = Ask({"Once upon a time", 60, 0, {"."}});
  ASSERT_TRUE(sentence) << sentence.error().message;
  EXPECT_THAT(sentence->text, Not(HasSubstr(".")));
  EXPECT_FALSE(sentence->is_cut);
  EXPECT_FALSE(sentence->text.empty());
}

TEST_F(LlamaClientTest, TheTextComesInPieces) {
  const ModelAddress address = Address();
  const ModelPatience patience = Minute();
  CallWaiter waiter(patience);
  HttpExchange exchange(address, waiter);
  ASSERT_TRUE(exchange.Connect());
  ASSERT_TRUE(exchange.Post(GenerationRequest({"Once", 30}, "")));
  EXPECT_TRUE(exchange.is_event_stream());
  EventStream events;
  int count = 0;
  for (auto piece = exchange.ReadSome(); piece && !piece->empty();
       piece = exchange.ReadSome()) {
    ASSERT_TRUE(events.Feed(*piece, [&](auto) {
      ++count;
      return ModelResult<bool>(true);
    }));
  }
  EXPECT_GT(count, 15);
}

TEST_F(LlamaClientTest, TellsHowLikelyAPromptsTokensAre) {
  const std::string prompt =
      "Once upon a time there was a little girl named Lily.";
  const auto scores = server_.PromptLogProbabilities(prompt, Minute());
  ASSERT_TRUE(scores) << scores.error().message;
  ASSERT_EQ(scores->size(), 14u);
  EXPECT_FALSE(scores->front().log_probability);
  // As llama.cpp itself gives them for upon, a, time, there.
  constexpr std::array kExpected = {.966, .998, 1.000, .034};
  for (std::size_t i = 0; i < kExpected.size(); ++i) {
    const TokenLogProbability& score = (*scores)[i + 1];
    EXPECT_NEAR(std::exp(score.log_probability.value_or(1)), kExpected[i], .002)
        << prompt.substr(score.begin, score.end - score.begin);
  }
  EXPECT_EQ(scores->front().begin, 0u);
  for (std::size_t i = 1; i < scores->size(); ++i) {
    EXPECT_EQ((*scores)[i].begin, (*scores)[i - 1].end);
  }
  EXPECT_EQ(scores->back().end, prompt.size());
}

TEST_F(LlamaClientTest, ItsCpuTimeAndMemoryAreMetered) {
  ASSERT_TRUE(Ask({"Once upon a time", 60}));
  const ModelCost cost = server_.last_cost();
  EXPECT_EQ(cost.meter, ModelMeter::kProcess);
  ASSERT_TRUE(cost.cpu_time);
  EXPECT_GT(*cost.cpu_time, std::chrono::milliseconds(1));
  EXPECT_LT(*cost.cpu_time, seconds(60));
  EXPECT_GT(cost.peak_memory_bytes.value_or(0), 10u << 20);
}

TEST_F(LlamaClientTest, APromptLongerThanItsContextIsRefused) {
  std::string prompt;
  for (int i = 0; i < 1000; ++i) prompt += "Lily ";
  const auto story = Ask({prompt, 60});
  ASSERT_FALSE(story);
  EXPECT_EQ(story.error().fault, ModelFault::kRefused);
  EXPECT_THAT(story.error().message, HasSubstr("longer than the context"));
}

TEST_F(LlamaClientTest, ItIsFreeAgainAfterAClientHasLeft) {
  int looks = 0;
  ModelPatience leaving = Minute();
  leaving.is_awaited = [&] { return ++looks < 3; };
  const auto left = server_.Generate({"Once upon a time", 400}, leaving);
  // A fast machine may have told it all by then.
  EXPECT_TRUE(left || left.error().fault == ModelFault::kCancelled);
  EXPECT_TRUE(Ask({"Once", 5}));
}

}  // namespace
}  // namespace answerbox::daemon
