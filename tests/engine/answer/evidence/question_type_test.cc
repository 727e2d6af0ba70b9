#include <gtest/gtest.h>

#include "engine/answer/evidence/question_words.h"
#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {
namespace {

struct TypedQuestion {
  const char* question;
  QuestionType type;
  const char* focus;  // The term; empty if the question names none.
};

class QuestionTypeTest : public testing::TestWithParam<TypedQuestion> {};

TEST_P(QuestionTypeTest, IsRead) {
  const TypedQuestion& example = GetParam();
  const AskedQuestion asked(example.question);
  EXPECT_EQ(asked.words().type, example.type) << example.question;
  const auto& focus = asked.words().focus;
  EXPECT_EQ(focus ? asked.terms().distinct[*focus].term : "", example.focus)
      << example.question;
}

using enum QuestionType;

INSTANTIATE_TEST_SUITE_P(
    QuestionWord, QuestionTypeTest,
    testing::Values(TypedQuestion{"Who leads the clinic?", kWho, ""},
                    TypedQuestion{"To whom was it given?", kWho, ""},
                    TypedQuestion{"Whose pump is it?", kWho, ""},
                    TypedQuestion{"When does the clinic open?", kWhen, ""},
                    TypedQuestion{"Where is the pump?", kWhere, ""},
                    TypedQuestion{"Why did the pump stop?", kWhy, ""},
                    TypedQuestion{"How does the pump work?", kHow, ""},
                    TypedQuestion{"What stops the pump?", kWhat, "stop"},
                    TypedQuestion{"What is the pump?", kWhat, ""},
                    TypedQuestion{"Which pump stopped?", kWhich, "pump"},
                    TypedQuestion{"Is the pump on?", kOther, ""},
                    TypedQuestion{"pump", kOther, ""}));

INSTANTIATE_TEST_SUITE_P(
    Measure, QuestionTypeTest,
    testing::Values(
        TypedQuestion{"How many pumps are there?", kHowMany, "pump"},
        TypedQuestion{"How much of the drug is given?", kHowMany, "drug"},
        TypedQuestion{"How many?", kHowMany, ""},
        TypedQuestion{"How high is the dose?", kHowMany, ""},
        TypedQuestion{"How often is it given?", kHowMany, ""},
        TypedQuestion{"How good is it?", kHow, ""},
        TypedQuestion{"What dose is given?", kHowMany, "dose"},
        TypedQuestion{"What number of pumps broke?", kHowMany, "pump"},
        TypedQuestion{"What percentage of pumps broke?", kHowMany,
                      "percentag"}));

INSTANTIATE_TEST_SUITE_P(
    Focus, QuestionTypeTest,
    testing::Values(
        TypedQuestion{"In what year did it open?", kWhen, "year"},
        TypedQuestion{"Which country has most pumps?", kWhere, "countri"},
        TypedQuestion{"Which scientist made it?", kWho, "scientist"},
        TypedQuestion{"What kind of pump is it?", kWhat, "pump"},
        TypedQuestion{"Which of the pumps stopped?", kWhich, "pump"},
        TypedQuestion{"What type of sort of form of pump?", kWhat, ""}));

INSTANTIATE_TEST_SUITE_P(
    FirstQuestionWord, QuestionTypeTest,
    testing::Values(TypedQuestion{"The pump stopped when?", kWhen, ""},
                    TypedQuestion{"Who knows when the pump stopped?", kWho, ""},
                    TypedQuestion{"The pump that stopped is which", kWhich, ""},
                    TypedQuestion{"The pump is how", kHow, ""}));

TEST(QuestionTypeName, IsTheQuestionWord) {
  EXPECT_EQ(ToString(kHowMany), "how many");
  EXPECT_EQ(ToString(kOther), "other");
}

}  // namespace
}  // namespace answerbox::engine
