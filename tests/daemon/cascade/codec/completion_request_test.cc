#include <gtest/gtest.h>

#include "daemon/cascade/codec/completions.h"

namespace answerbox::daemon {
namespace {

// The bytes of docs/model-servers.md.
TEST(CompletionRequestTest, AsksForAStream) {
  Generation generation;
  generation.prompt = "Once \"upon\"\n";
  generation.max_tokens = 60;
  generation.seed = 7;
  generation.stops = {"\n\n", "Question:"};
  EXPECT_EQ(
      GenerationRequest(generation, "stories260K"),
      R"({"model":"stories260K","prompt":"Once \"upon\"\n","temperature":0,)"
      R"("max_tokens":60,"seed":7,"stream":true,"cache_prompt":false,)"
      R"("stream_options":{"include_usage":true},"stop":["\n\n","Question:"]})");
}

TEST(CompletionRequestTest, NamesNoModelAndNoStopsWithoutThem) {
  Generation generation;
  generation.prompt = "a";
  EXPECT_EQ(GenerationRequest(generation, ""),
            R"({"prompt":"a","temperature":0,"max_tokens":256,"seed":0,)"
            R"("stream":true,"cache_prompt":false,)"
            R"("stream_options":{"include_usage":true}})");
}

TEST(CompletionRequestTest, AsksForThePromptsLogProbabilities) {
  EXPECT_EQ(PromptScoreRequest("Once", "stories260K"),
            R"({"model":"stories260K","prompt":"Once","temperature":0,)"
            R"("max_tokens":0,"stream":false,"echo":true,"logprobs":1})");
}

}  // namespace
}  // namespace answerbox::daemon
