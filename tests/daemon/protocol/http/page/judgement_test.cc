#include <gtest/gtest.h>

#include <boost/json/object.hpp>

#include "daemon/protocol/http/page/page.h"

namespace answerbox::daemon::page {
namespace {

namespace json = boost::json;

json::object Answered(const json::string& sentence) {
  return {
      {"answered", true},
      {"collection", "c"},
      {"answer", {{"document", "a.md"}, {"page", 2}, {"sentence", sentence}}}};
}

// It would be the key of a question that no answer matches.
TEST(JudgedParams, HaveNoPartOfASentence) {
  const json::string whole(1024, 'x');
  EXPECT_EQ(JudgedParams(Answered(whole), "Why?").at("text"), whole);
  const json::object longer =
      JudgedParams(Answered(json::string(1025, 'x')), "Why?");
  EXPECT_FALSE(longer.contains("text"));
  EXPECT_EQ(longer.at("document"), "a.md");
}

TEST(MayBeSaid, OfAnAnswerOrOfARefusalAlone) {
  const json::object answer = JudgedParams(Answered("So."), "Why?");
  const json::object refusal =
      JudgedParams({{"answered", false}, {"collection", "c"}}, "Why?");
  for (const auto* judgement : {"right", "wrong"}) {
    EXPECT_TRUE(MayBeSaid(judgement, answer));
    EXPECT_FALSE(MayBeSaid(judgement, refusal));
  }
  for (const auto* judgement : {"answerable", "unanswerable"}) {
    EXPECT_FALSE(MayBeSaid(judgement, answer));
    EXPECT_TRUE(MayBeSaid(judgement, refusal));
  }
}

}  // namespace
}  // namespace answerbox::daemon::page
