#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "daemon/cascade/codec/completions.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

std::string Reply(std::string_view text, std::string_view lists) {
  return R"({"choices":[{"text":")" + std::string(text) + R"(","logprobs":{)" +
         std::string(lists) + "}}]}";
}

ModelFailure FailureOf(std::string_view json, std::string_view prompt) {
  const auto scores = ReadPromptScores(json, prompt);
  return scores ? ModelFailure{} : scores.error();
}

TEST(PromptScoresTest, PlacesTokensByTheirOffsetsInCharacters) {
  const auto scores =
      ReadPromptScores(Reply("é has on", R"("tokens":["é"," has"," on"],)"
                                         R"("token_logprobs":[null,-0.5,-2],)"
                                         R"("text_offset":[0,1,5])"),
                       "é has");
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 2u);  // " on" was generated.
  EXPECT_EQ((*scores)[0].begin, 0u);
  EXPECT_EQ((*scores)[0].end, 2u);
  EXPECT_FALSE((*scores)[0].log_probability);
  EXPECT_EQ((*scores)[1].begin, 2u);
  EXPECT_EQ((*scores)[1].end, 6u);
  EXPECT_EQ((*scores)[1].log_probability, -0.5);
}

TEST(PromptScoresTest, ACharactersTokensShareItsPlace) {
  const auto scores = ReadPromptScores(
      Reply("a€", R"("tokens":["a","bytes:\\xe2","bytes:\\x82\\xac"],)"
                  R"("token_logprobs":[null,-3,-0.1],"text_offset":[0,1,1])"),
      "a€");
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 3u);
  EXPECT_EQ((*scores)[1].end, 1u);
  EXPECT_EQ((*scores)[2].begin, 1u);
  EXPECT_EQ((*scores)[2].end, 4u);
}

TEST(PromptScoresTest, PlacesTokensByTheirTextsWithoutOffsets) {
  const auto scores = ReadPromptScores(
      Reply("Once upon", R"("tokens":["<s>"," On","ce"," upon"," a"],)"
                         R"("token_logprobs":[null,-1,-2,-3,-4])"),
      "Once upon");
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 3u);
  EXPECT_EQ((*scores)[0].begin, 0u);
  EXPECT_EQ((*scores)[0].end, 2u);
  EXPECT_EQ((*scores)[0].log_probability, -1);
  EXPECT_EQ((*scores)[2].end, 9u);
}

TEST(PromptScoresTest, AServerThatIgnoresTheRequestIsNamed) {
  for (const std::string_view json :
       {R"({"choices":[{"text":" there","logprobs":null}]})",
        R"({"choices":[{"text":" there","logprobs":{"tokens":[" there"],)"
        R"("token_logprobs":[-1],"text_offset":[4]}}]})",
        R"({"choices":[{"text":"Once","logprobs":{"content":[]}}]})"}) {
    const ModelFailure failure = FailureOf(json, "Once");
    EXPECT_EQ(failure.fault, ModelFault::kRefused) << json;
    EXPECT_THAT(failure.message, HasSubstr("no log-probabilities of prompts"));
  }
}

TEST(PromptScoresTest, ListsThatDoNotFitAreInvalid) {
  const auto why = [](std::string_view lists) {
    const ModelFailure failure = FailureOf(Reply("ab", lists), "ab");
    EXPECT_EQ(failure.fault, ModelFault::kInvalid) << lists;
    return failure.message;
  };
  EXPECT_THAT(why(R"("tokens":["ab"],"token_logprobs":[])"),
              HasSubstr("1 tokens, but 0 values"));
  EXPECT_THAT(why(R"("tokens":["ab"],"token_logprobs":[0.5])"),
              HasSubstr("above 0"));
  EXPECT_THAT(why(R"("tokens":["ab"],"token_logprobs":["x"])"),
              HasSubstr("no number"));
  EXPECT_THAT(why(R"("tokens":["a"],"token_logprobs":[-1])"),
              HasSubstr("end before"));
  EXPECT_THAT(why(R"("tokens":["a","c"],"token_logprobs":[-1,-1])"),
              HasSubstr("from byte 1 on"));
  EXPECT_THAT(why(R"("tokens":[7],"token_logprobs":[-1])"),
              HasSubstr("without text"));
  EXPECT_THAT(why(R"("tokens":[],"token_logprobs":[])"), HasSubstr("end"));
  EXPECT_THAT(why(R"("tokens":["a","b"],"token_logprobs":[-1,-1],)"
                  R"("text_offset":[1,0])"),
              HasSubstr("backwards"));
  EXPECT_THAT(why(R"("tokens":["a","b"],"token_logprobs":[-1,-1],)"
                  R"("text_offset":[0,"1"])"),
              HasSubstr("not a number"));
}

TEST(PromptScoresTest, TheServersErrorIsQuoted) {
  const ModelFailure failure =
      FailureOf(R"({"error":{"message":"Only no echo is supported"}})", "Once");
  EXPECT_EQ(failure.fault, ModelFault::kRefused);
  EXPECT_THAT(failure.message, HasSubstr("Only no echo is supported"));
}

}  // namespace
}  // namespace answerbox::daemon
