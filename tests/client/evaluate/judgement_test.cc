#include "client/evaluate/judgement.h"

#include <gtest/gtest.h>

#include <string_view>

namespace answerbox::client {
namespace {

boost::json::object Replied(std::string_view text, std::string_view document,
                            int page) {
  return {{"answered", true},
          {"answer", {{"text", text}, {"document", document}, {"page", page}}},
          {"confidence", 0.5}};
}

KnownQuestion Known() {
  KnownQuestion question;
  question.document = "d.pdf";
  question.pages = {4, 7};
  question.keys = {"three-?quarters", "operations"};
  question.golds = {{"More than three-quarters of all operations"}};
  return question;
}

TEST(Judgement, WantsEveryKeyOnARightPage) {
  const KnownQuestion question = Known();
  const char* right = "Three-\nquarters of operations.";
  EXPECT_TRUE(Judge(question, Replied(right, "d.pdf", 7)).is_right);
  EXPECT_TRUE(Judge(question, Replied(right, "d.pdf", 7)).is_page_right);
  EXPECT_FALSE(Judge(question, Replied(right, "d.pdf", 5)).is_right);
  EXPECT_FALSE(Judge(question, Replied(right, "e.pdf", 7)).is_page_right);
  const Judgement half =
      Judge(question, Replied("Three-quarters.", "d.pdf", 7));
  EXPECT_TRUE(half.is_page_right);
  EXPECT_FALSE(half.is_right);
}

TEST(Judgement, WithoutPagesLooksAtTheDocumentAlone) {
  KnownQuestion question = Known();
  question.pages.clear();
  boost::json::object reply =
      Replied("Three-quarters of operations.", "d.pdf", 99);
  EXPECT_TRUE(Judge(question, reply).is_right);
  reply["answer"].as_object()["page"] = nullptr;
  EXPECT_TRUE(Judge(question, reply).is_right);
  EXPECT_FALSE(Judge(Known(), reply).is_right);
}

TEST(Judgement, OfAListWantsFourItemsInFive) {
  KnownQuestion question = Known();
  question.items = {"gauze", "tape", "a bowl", "water", "soap"};
  EXPECT_TRUE(
      Judge(question, Replied("Gauze, tape, water; a\nbowl.", "d.pdf", 4))
          .is_right);
  EXPECT_FALSE(
      Judge(question, Replied("Gauze, tape, water.", "d.pdf", 4)).is_right);
}

TEST(Judgement, WithoutKeysWantsFourWordsInFive) {
  KnownQuestion question = Known();
  question.keys.clear();
  const Judgement most = Judge(
      question, Replied("three-quarters of operations, more than", "d.pdf", 4));
  EXPECT_NEAR(most.share, 6.0 / 7, 1e-9);
  EXPECT_TRUE(most.is_right);
  EXPECT_FALSE(
      Judge(question, Replied("three-quarters of operations", "d.pdf", 4))
          .is_right);
}

TEST(Judgement, TakesTheShareOfTheBestAlternative) {
  KnownQuestion question = Known();
  question.golds.push_back({"some", "other words"});
  EXPECT_EQ(Judge(question, Replied("other words, some", "d.pdf", 4)).share, 1);
  EXPECT_EQ(Judge(question, Replied("one two  three\nfour", "d.pdf", 4)).words,
            4u);
}

TEST(Judgement, OfARefusalShowsNothing) {
  const Judgement refused =
      Judge(Known(), {{"answered", false}, {"confidence", 0.25}});
  EXPECT_FALSE(refused.is_right);
  EXPECT_EQ(refused.confidence, 0.25);
  EXPECT_FALSE(refused.IsAnswered(0));
  const Judgement answered = Judge(Known(), Replied("x", "d.pdf", 4));
  EXPECT_TRUE(answered.IsAnswered(0.5));
  EXPECT_FALSE(answered.IsAnswered(0.51));
}

TEST(Judgement, IsNeverRightWhereNothingAnswers) {
  KnownQuestion question = Known();
  question.is_answerable = false;
  const Judgement judgement =
      Judge(question, Replied("Three-quarters of operations.", "d.pdf", 4));
  EXPECT_FALSE(judgement.is_right);
  EXPECT_FALSE(judgement.is_page_right);
}

}  // namespace
}  // namespace answerbox::client
