#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <utility>

#include "daemon/methods/question_params.h"
#include "engine/ask/ask.h"

namespace answerbox::daemon {
namespace {

Result<AskParams> Decode(const boost::json::value& params) {
  return DecodeAsk(params.as_object(), engine::Arithmetic::kFixed);
}

TEST(AskParamsTest, OnlyTheQuestionIsNeeded) {
  const boost::json::value params = {{"question", "Why?"}};
  const auto ask = Decode(params);
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->question.text, "Why?");
  EXPECT_EQ(ask->collection, "default");
  EXPECT_EQ(ask->question.runners_up, 3u);
  EXPECT_FALSE(ask->threshold);
  EXPECT_EQ(ask->question.arithmetic, engine::Arithmetic::kFixed);
  EXPECT_TRUE(ask->question.with_context);
  EXPECT_FALSE(ask->question.with_short);
  EXPECT_FALSE(ask->question.form);
  EXPECT_TRUE(ask->question.with_spelling);
  EXPECT_TRUE(ask->question.with_thesaurus);
  EXPECT_TRUE(ask->question.with_abbreviations);
  EXPECT_EQ(ask->generate, Generate::kAuto);
  EXPECT_EQ(ask->question.words, 60u);
  EXPECT_EQ(ask->question.answers, std::nullopt);
  EXPECT_TRUE(ask->documents.patterns().empty());
  EXPECT_FALSE(ask->question.max_work);
}

TEST(AskParamsTest, ReadsEveryParameter) {
  const boost::json::value params = {{"question", "Why?"},
                                     {"collection", "c"},
                                     {"theta", 0.5},
                                     {"runners_up", 20},
                                     {"arithmetic", "float"},
                                     {"context", false},
                                     {"short", true},
                                     {"form", "list"},
                                     {"words", 1000},
                                     {"answers", 3},
                                     {"documents", {"a.md", "b*"}},
                                     {"max_work", 1000000000000},
                                     {"spelling", false},
                                     {"thesaurus", false},
                                     {"abbreviations", false},
                                     {"generate", "always"}};
  const auto ask = Decode(params);
  ASSERT_TRUE(ask);
  EXPECT_EQ(ask->collection, "c");
  EXPECT_EQ(ask->threshold->kind, ThresholdTarget::Kind::kTheta);
  EXPECT_EQ(ask->threshold->value, 0.5);
  EXPECT_EQ(ask->question.runners_up, 20u);
  EXPECT_EQ(ask->question.arithmetic, engine::Arithmetic::kFloat);
  EXPECT_FALSE(ask->question.with_context);
  EXPECT_TRUE(ask->question.with_short);
  EXPECT_FALSE(ask->question.with_spelling);
  EXPECT_FALSE(ask->question.with_thesaurus);
  EXPECT_FALSE(ask->question.with_abbreviations);
  EXPECT_EQ(ask->generate, Generate::kAlways);
  EXPECT_EQ(ask->question.form, engine::AnswerForm::kList);
  EXPECT_EQ(ask->question.words, 1000u);
  EXPECT_EQ(ask->question.answers, 3u);
  ASSERT_EQ(ask->documents.patterns().size(), 2u);
  EXPECT_EQ(ask->documents.patterns()[0], "a.md");
  EXPECT_EQ(ask->question.max_work, 1'000'000'000'000u);
}

TEST(AskParamsTest, EveryFormHasItsName) {
  for (const engine::AnswerForm form : engine::kAnswerForms) {
    const boost::json::value params = {{"question", "q"},
                                       {"form", ToString(form)}};
    EXPECT_EQ(Decode(params)->question.form, form);
  }
  const boost::json::value params = {{"question", "q"}, {"form", "auto"}};
  ASSERT_TRUE(Decode(params));
  EXPECT_FALSE(Decode(params)->question.form);
}

// What decides about a long answer is what decides without a form.
TEST(AskParamsTest, TheWordsOfALongAnswerAreABudgetOfTheirOwn) {
  const boost::json::value params = {{"question", "q"}, {"form", "long"}};
  const auto ask = Decode(params);
  ASSERT_TRUE(ask);
  EXPECT_FALSE(ask->question.form);
  EXPECT_EQ(ask->question.words, 60u);
  EXPECT_EQ(ask->long_words, 120u);
  const boost::json::value some = {
      {"question", "q"}, {"form", "long"}, {"words", 40}, {"answers", 1}};
  EXPECT_EQ(Decode(some)->question.words, 60u);
  EXPECT_EQ(Decode(some)->long_words, 40u);
  const boost::json::value many = {
      {"question", "q"}, {"form", "long"}, {"answers", 2}};
  EXPECT_EQ(Decode(many).error().subject, "answers");
  const boost::json::value nothing = {
      {"question", "q"}, {"form", "long"}, {"words", 0}};
  EXPECT_EQ(Decode(nothing).error().subject, "words");
}

TEST(AskParamsTest, AnUnknownFormIsNamedWithThoseThereAre) {
  const boost::json::value params = {{"question", "q"}, {"form", "table"}};
  const auto ask = Decode(params);
  ASSERT_FALSE(ask);
  EXPECT_EQ(ask.error().kind, ErrorKind::kInvalidParams);
  EXPECT_EQ(ask.error().subject, "form");
  EXPECT_EQ(ask.error().message,
            "\"form\" must be \"auto\", \"sentence\", \"list\", \"row\", "
            "\"passage\", \"section\" or \"long\", not \"table\".");
}

TEST(AskParamsTest, ALongFormIsNotRepeatedInTheMessage) {
  const boost::json::value params = {{"question", "q"},
                                     {"form", std::string(100'000, 'x')}};
  const auto ask = Decode(params);
  ASSERT_FALSE(ask);
  EXPECT_LT(ask.error().message.size(), 200u);
}

TEST(AskParamsTest, ANumberOutOfRangeIsToldItsRange) {
  for (const auto& [text, message] :
       {std::pair(R"({"question":"q","words":9})",
                  "\"words\" must be an integer from 10 to 1000."),
        std::pair(R"({"question":"q","words":1001})",
                  "\"words\" must be an integer from 10 to 1000."),
        std::pair(R"({"question":"q","answers":0})",
                  "\"answers\" must be an integer from 1 to 3 or \"auto\"."),
        std::pair(R"({"question":"q","answers":4})",
                  "\"answers\" must be an integer from 1 to 3 or \"auto\".")}) {
    const boost::json::value params = boost::json::parse(text);
    const auto ask = Decode(params);
    ASSERT_FALSE(ask) << text;
    EXPECT_EQ(ask.error().message, message);
  }
}

TEST(AskParamsTest, TrimsWhiteSpaceAroundTheQuestion) {
  const boost::json::value params = {{"question", " \t\nWhy not?\r\n "}};
  EXPECT_EQ(Decode(params)->question.text, "Why not?");
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
        R"({"question":"q","form":7})", R"({"question":"q","form":""})",
        R"({"question":"q","words":60.5})", R"({"question":"q","words":"60"})",
        R"({"question":"q","answers":true})", R"({"question":"q","context":1})",
        R"({"question":"q","short":1})", R"({"question":"q","arithmetic":""})",
        R"({"question":7})", "{}", R"({"question":"q","k":1})"}) {
    const boost::json::value params = boost::json::parse(text);
    EXPECT_FALSE(Decode(params)) << text;
  }
}

}  // namespace
}  // namespace answerbox::daemon
