#include "engine/answer/question_type.h"

#include <gtest/gtest.h>

#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {
namespace {

struct Example {
  const char* question;
  QuestionType type;
  const char* focus;  // The term; nothing is named: empty.
};

class QuestionTypeTest : public testing::TestWithParam<Example> {};

TEST_P(QuestionTypeTest, IsRead) {
  const Example& example = GetParam();
  const AskedQuestion asked(example.question);
  EXPECT_EQ(asked.words().type, example.type) << example.question;
  const auto& focus = asked.words().focus;
  EXPECT_EQ(focus ? asked.terms().distinct[*focus].term : "", example.focus)
      << example.question;
}

using enum QuestionType;

INSTANTIATE_TEST_SUITE_P(
    QuestionWord, QuestionTypeTest,
    testing::Values(Example{"Who leads the clinic?", kWho, ""},
                    Example{"To whom was it given?", kWho, ""},
                    Example{"Whose pump is it?", kWho, ""},
                    Example{"When does the clinic open?", kWhen, ""},
                    Example{"Where is the pump?", kWhere, ""},
                    Example{"Why did the pump stop?", kWhy, ""},
                    Example{"How does the pump work?", kHow, ""},
                    Example{"What stops the pump?", kWhat, "stop"},
                    Example{"What is the pump?", kWhat, ""},
                    Example{"Which pump stopped?", kWhich, "pump"},
                    Example{"Is the pump on?", kOther, ""},
                    Example{"pump", kOther, ""}));

INSTANTIATE_TEST_SUITE_P(
    Measure, QuestionTypeTest,
    testing::Values(Example{"How many pumps are there?", kHowMany, "pump"},
                    Example{"How much of the drug is given?", kHowMany, "drug"},
                    Example{"How many?", kHowMany, ""},
                    Example{"How high is the dose?", kHowMany, ""},
                    Example{"How often is it given?", kHowMany, ""},
                    Example{"How good is it?", kHow, ""},
                    Example{"What dose is given?", kHowMany, "dose"},
                    Example{"What number of pumps broke?", kHowMany, "pump"},
                    Example{"What percentage of pumps broke?", kHowMany,
                            "percentag"}));

INSTANTIATE_TEST_SUITE_P(
    Focus, QuestionTypeTest,
    testing::Values(Example{"In what year did it open?", kWhen, "year"},
                    Example{"Which country has most pumps?", kWhere, "countri"},
                    Example{"Which scientist made it?", kWho, "scientist"},
                    Example{"What kind of pump is it?", kWhat, "pump"},
                    Example{"Which of the pumps stopped?", kWhich, "pump"},
                    Example{"What type of sort of form of pump?", kWhat, ""}));

INSTANTIATE_TEST_SUITE_P(
    FirstQuestionWord, QuestionTypeTest,
    testing::Values(Example{"The pump stopped when?", kWhen, ""},
                    Example{"Who knows when the pump stopped?", kWho, ""},
                    Example{"The pump that stopped is which", kWhich, ""},
                    Example{"The pump is how", kHow, ""}));

}  // namespace
}  // namespace answerbox::engine
