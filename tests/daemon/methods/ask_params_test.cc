#include "daemon/methods/ask_params.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <utility>

#include "engine/ask/ask.h"

namespace answerbox::daemon {
namespace {

Result<AskParams> Decode(const boost::json::value& params) {
  return DecodeAsk(params.as_object());
}

TEST(AskParamsTest, OnlyTheQuestionIsNeeded) {
  const boost::json::value params = {{"question", "Why?"}};
  const auto ask = Decode(params);
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->question, "Why?");
  EXPECT_EQ(ask->collection, "default");
  EXPECT_EQ(ask->runners_up, 3u);
  EXPECT_FALSE(ask->threshold);
  EXPECT_FALSE(ask->arithmetic);
  EXPECT_TRUE(ask->wants_context);
  EXPECT_FALSE(ask->wants_short);
}

TEST(AskParamsTest, ReadsEveryParameter) {
  const boost::json::value params = {
      {"question", "Why?"}, {"collection", "c"},     {"theta", 0.5},
      {"runners_up", 20},   {"arithmetic", "float"}, {"context", false},
      {"short", true}};
  const auto ask = Decode(params);
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->collection, "c");
  EXPECT_EQ(ask->threshold->kind, ThresholdTarget::Kind::kTheta);
  EXPECT_EQ(ask->threshold->value, 0.5);
  EXPECT_EQ(ask->runners_up, 20u);
  EXPECT_EQ(ask->arithmetic, engine::Arithmetic::kFloat);
  EXPECT_FALSE(ask->wants_context);
  EXPECT_TRUE(ask->wants_short);
}

TEST(AskParamsTest, TrimsWhiteSpaceAroundTheQuestion) {
  const boost::json::value params = {{"question", " \t\nWhy not?\r\n "}};
  EXPECT_EQ(Decode(params)->question, "Why not?");
}

TEST(AskParamsTest, AQuestionOfNoBytesIsAnError) {
  for (const char* question : {"", " ", "\n\t "}) {
    const boost::json::value params = {{"question", question}};
    const auto ask = Decode(params);
    ASSERT_FALSE(ask);
    EXPECT_EQ(ask.error().subject, "question");
  }
}

TEST(AskParamsTest, AQuestionIsAtMostAsLongAsItsBound) {
  EXPECT_TRUE(
      Decode({{"question", std::string(engine::kMaxQuestionBytes, 'x')}}));
  for (const std::size_t size :
       {engine::kMaxQuestionBytes + 1, std::size_t{100'000}}) {
    const boost::json::value params = {{"question", std::string(size, 'x')}};
    const auto ask = Decode(params);
    ASSERT_FALSE(ask);
    EXPECT_EQ(ask.error().kind, ErrorKind::kInvalidParams);
    EXPECT_EQ(ask.error().subject, "question");
  }
}

TEST(AskParamsTest, AThresholdMayBeAWish) {
  const boost::json::value precise = {{"question", "Why?"}, {"precision", 0.7}};
  EXPECT_EQ(Decode(precise)->threshold->kind,
            ThresholdTarget::Kind::kPrecision);
  EXPECT_EQ(Decode(precise)->threshold->value, 0.7);
  const boost::json::value frequent = {{"question", "Why?"},
                                       {"answer_rate", 1}};
  EXPECT_EQ(Decode(frequent)->threshold->kind,
            ThresholdTarget::Kind::kAnswerRate);
  EXPECT_EQ(Decode(frequent)->threshold->value, 1.0);
}

TEST(AskParamsTest, ThresholdsExcludeEachOther) {
  for (const auto& [text, subject] :
       {std::pair(R"({"question":"q","theta":0.5,"precision":0.5})",
                  "precision"),
        std::pair(R"({"question":"q","theta":0,"answer_rate":0.5})",
                  "answer_rate"),
        std::pair(R"({"question":"q","precision":1,"answer_rate":1})",
                  "answer_rate")}) {
    const boost::json::value params = boost::json::parse(text);
    const auto ask = Decode(params);
    ASSERT_FALSE(ask) << text;
    EXPECT_EQ(ask.error().kind, ErrorKind::kInvalidParams);
    EXPECT_EQ(ask.error().subject, subject);
  }
}

TEST(AskParamsTest, NullIsNoThreshold) {
  const boost::json::value params = {
      {"question", "q"}, {"theta", nullptr}, {"precision", 0.5}};
  EXPECT_EQ(Decode(params)->threshold->kind, ThresholdTarget::Kind::kPrecision);
}

TEST(AskParamsTest, AWishForNothingIsAnError) {
  for (const char* name : {"precision", "answer_rate"}) {
    const boost::json::value params = {{"question", "q"}, {name, 0}};
    const auto ask = Decode(params);
    ASSERT_FALSE(ask);
    EXPECT_EQ(ask.error().message,
              '"' + std::string(name) + "\" must be above 0.");
  }
}

TEST(AskParamsTest, RefusesValuesOutOfRange) {
  for (const char* text :
       {R"({"question":"q","theta":1.1})", R"({"question":"q","theta":-1})",
        R"({"question":"q","precision":1.1})",
        R"({"question":"q","precision":-0.1})",
        R"({"question":"q","precision":"0.5"})",
        R"({"question":"q","answer_rate":60})",
        R"({"question":"q","runners_up":21})",
        R"({"question":"q","arithmetic":"decimal"})",
        R"({"question":"q","context":1})", R"({"question":"q","short":1})",
        R"({"question":"q","arithmetic":""})", R"({"question":7})", "{}",
        R"({"question":"q","k":1})"}) {
    const boost::json::value params = boost::json::parse(text);
    EXPECT_FALSE(Decode(params)) << text;
  }
}

}  // namespace
}  // namespace answerbox::daemon
