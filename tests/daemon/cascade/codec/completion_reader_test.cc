#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/cascade/codec/completions.h"

namespace answerbox::daemon {
namespace {

using testing::HasSubstr;

ModelFailure FailureOf(std::string_view data) {
  CompletionReader reader;
  const auto read = reader.ReadEvent(data);
  return read ? ModelFailure{} : read.error();
}

TEST(CompletionReaderTest, JoinsTheTextOfAStream) {
  CompletionReader reader;
  EXPECT_TRUE(*reader.ReadEvent(
      R"({"model":"m","choices":[{"text":" Lil","finish_reason":null}]})"));
  EXPECT_TRUE(*reader.ReadEvent(R"({"choices":[{"text":"y é\n"}]})"));
  EXPECT_FALSE(reader.is_finished());
  EXPECT_TRUE(*reader.ReadEvent(
      R"({"choices":[{"text":"","finish_reason":"length"}]})"));
  EXPECT_TRUE(reader.is_finished());
  EXPECT_TRUE(*reader.ReadEvent(
      R"({"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5}})"));
  EXPECT_FALSE(*reader.ReadEvent("[DONE]"));
  const Generated generated = reader.Take();
  EXPECT_EQ(generated.text, " Lily é\n");
  EXPECT_EQ(generated.tokens, 5u);
  EXPECT_TRUE(generated.tokens_are_counted);
  EXPECT_TRUE(generated.is_cut);
  EXPECT_EQ(generated.model, "m");
}

TEST(CompletionReaderTest, PiecesAreCountedWhenTheServerDoesNot) {
  CompletionReader reader;
  EXPECT_TRUE(reader.ReadEvent(R"({"choices":[{"text":"a"}]})"));
  EXPECT_TRUE(reader.ReadEvent(R"({"choices":[{"text":""}]})"));
  EXPECT_TRUE(reader.ReadEvent(
      R"({"choices":[{"text":"b","finish_reason":"stop"}],"usage":null})"));
  const Generated generated = reader.Take();
  EXPECT_EQ(generated.tokens, 2u);
  EXPECT_FALSE(generated.tokens_are_counted);
  EXPECT_FALSE(generated.is_cut);
}

TEST(CompletionReaderTest, ReadsAWholeCompletion) {
  CompletionReader reader;
  ASSERT_TRUE(
      reader.ReadWhole(R"({"choices":[{"text":"all","finish_reason":"stop"}],)"
                       R"("usage":{"completion_tokens":1}})"));
  EXPECT_TRUE(reader.is_finished());
  EXPECT_EQ(reader.Take().text, "all");
}

TEST(CompletionReaderTest, ReadsTheLinesOfACommand) {
  CompletionReader reader;
  EXPECT_TRUE(*reader.ReadLine(R"({"text":"one "})"));
  EXPECT_FALSE(*reader.ReadLine(
      R"({"text":"two","tokens":4,"model":"mine","cut":true,"done":true})"));
  const Generated generated = reader.Take();
  EXPECT_EQ(generated.text, "one two");
  EXPECT_EQ(generated.tokens, 4u);
  EXPECT_EQ(generated.model, "mine");
  EXPECT_TRUE(generated.is_cut);
}

TEST(CompletionReaderTest, ALineOfACommandMustSaySomething) {
  CompletionReader reader;
  EXPECT_THAT(reader.ReadLine(R"({"txt":"one"})").error().message,
              HasSubstr(R"(line 1 of the model's command has neither "text")"));
  const auto refused = reader.ReadLine(R"({"error":"no memory"})");
  EXPECT_EQ(refused.error().fault, ModelFault::kRefused);
  EXPECT_THAT(refused.error().message, HasSubstr("\"no memory\""));
}

TEST(CompletionReaderTest, TheServersErrorIsQuoted) {
  for (const std::string_view data :
       {R"({"error":{"message":"model is\nloading","code":503}})",
        R"({"error":"model is\nloading"})"}) {
    const ModelFailure failure = FailureOf(data);
    EXPECT_EQ(failure.fault, ModelFault::kRefused);
    EXPECT_THAT(failure.message, HasSubstr("\"model is loading\""));
  }
}

TEST(CompletionReaderTest, SaysWhichEventIsInvalidAndWhere) {
  CompletionReader reader;
  EXPECT_TRUE(reader.ReadEvent(R"({"choices":[{"text":"a"}]})"));
  const auto read = reader.ReadEvent(R"({"choices":[{"text":"a}]})");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().fault, ModelFault::kInvalid);
  EXPECT_THAT(read.error().message, HasSubstr("event 2 of the model server"));
  EXPECT_THAT(read.error().message, HasSubstr("(byte "));
}

TEST(CompletionReaderTest, WhatIsNoCompletionIsInvalid) {
  for (const std::string_view data :
       {"", "null", "[]", "{}", R"({"choices":{}})", R"({"choices":[7]})",
        R"({"choices":[{}]})", R"({"choices":[{"text":7}]})",
        "{\"choices\":[{\"text\":\"\xff\"}]}",
        R"({"choices":[{"text":"\ud800"}]})",
        R"({"choices":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]})"}) {
    const ModelFailure failure = FailureOf(data);
    EXPECT_EQ(failure.fault, ModelFault::kInvalid) << data;
    EXPECT_FALSE(failure.message.empty()) << data;
  }
}

TEST(CompletionReaderTest, EveryPrefixOfAnEventIsInvalid) {
  constexpr std::string_view kEvent =
      R"({"choices":[{"text":" Lily","finish_reason":"stop"}]})";
  for (std::size_t n = 0; n < kEvent.size(); ++n) {
    EXPECT_EQ(FailureOf(kEvent.substr(0, n)).fault, ModelFault::kInvalid) << n;
  }
}

TEST(CompletionReaderTest, TheTextHasABound) {
  CompletionReader reader;
  const std::string piece =
      R"({"choices":[{"text":")" + std::string(60'000, 'x') + R"("}]})";
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(reader.ReadEvent(piece));
  const auto read = reader.ReadEvent(piece);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().fault, ModelFault::kTooLong);
  EXPECT_THAT(read.error().message, HasSubstr("262144 bytes"));
}

TEST(ReadErrorBodyTest, FindsTheServersWords) {
  EXPECT_EQ(ReadErrorBody(R"({"error":{"message":"Invalid API Key"}})"),
            "\"Invalid API Key\"");
  EXPECT_EQ(ReadErrorBody("404 page not found\n"), "\"404 page not found\"");
  EXPECT_EQ(ReadErrorBody("\n"), "");
  EXPECT_EQ(ReadErrorBody("{}"), "");
}

}  // namespace
}  // namespace answerbox::daemon
