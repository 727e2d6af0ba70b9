#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <string>

#include "daemon/methods/gathering/gathering_params.h"

namespace answerbox::daemon {
namespace {

namespace json = boost::json;

std::string WrongIn(const json::value& params) {
  const auto ground = DecodeGround(params.as_object());
  return ground ? "none" : ground.error().subject;
}

TEST(GroundParamsTest, ContextAndAnswerAreEnough) {
  const json::value params = {{"context", {"It is cold.", "It is not."}},
                              {"answer", " It is cold. "}};
  const auto ground = DecodeGround(params.as_object());
  ASSERT_TRUE(ground);
  ASSERT_EQ(ground->context.size(), 2u);
  EXPECT_EQ(ground->context[1], "It is not.");
  // Offsets in the reply are those of the text as it was sent.
  EXPECT_EQ(ground->checked.answer, " It is cold. ");
  EXPECT_EQ(ground->checked.question, "");
  EXPECT_EQ(ground->collection, "");
  EXPECT_FALSE(ground->detail.words);
  EXPECT_FALSE(ground->detail.leave_one_out);
}

TEST(GroundParamsTest, ReadsEveryParameter) {
  const json::value params = {{"context", {"a"}},  {"answer", "b"},
                              {"question", " c "}, {"collection", "docs"},
                              {"words", true},     {"leave_one_out", true}};
  const auto ground = DecodeGround(params.as_object());
  ASSERT_TRUE(ground);
  EXPECT_EQ(ground->checked.question, "c");
  EXPECT_EQ(ground->collection, "docs");
  EXPECT_TRUE(ground->detail.words);
  EXPECT_TRUE(ground->detail.leave_one_out);
}

TEST(GroundParamsTest, NamesWhatIsWrong) {
  EXPECT_EQ(WrongIn({{"answer", "b"}}), "context");
  EXPECT_EQ(WrongIn({{"context", json::array()}, {"answer", "b"}}), "context");
  EXPECT_EQ(WrongIn({{"context", {"a", " \n"}}, {"answer", "b"}}), "context");
  EXPECT_EQ(WrongIn({{"context", {"a", 1}}, {"answer", "b"}}), "context");
  EXPECT_EQ(WrongIn({{"context", {"a"}}}), "answer");
  EXPECT_EQ(WrongIn({{"context", {"a"}}, {"answer", "\t"}}), "answer");
  EXPECT_EQ(WrongIn({{"context", {"a"}}, {"answer", "b"}, {"theta", 1}}),
            "theta");
}

TEST(GroundParamsTest, TextsAreBounded) {
  const std::string longest(engine::kMaxCheckedAnswerBytes, 'w');
  EXPECT_EQ(WrongIn({{"context", {"a"}}, {"answer", longest}}), "none");
  EXPECT_EQ(WrongIn({{"context", {"a"}}, {"answer", longest + "w"}}), "answer");
  const std::string half(engine::kMaxCheckedContextBytes / 2, 'w');
  EXPECT_EQ(WrongIn({{"context", {half, half}}, {"answer", "b"}}), "none");
  EXPECT_EQ(WrongIn({{"context", {half, half, "w"}}, {"answer", "b"}}),
            "context");
  json::array many;
  for (std::size_t i = 0; i <= engine::kMaxCheckedPassages; ++i) {
    many.emplace_back("a");
  }
  EXPECT_EQ(WrongIn({{"context", many}, {"answer", "b"}}), "context");
}

}  // namespace
}  // namespace answerbox::daemon
