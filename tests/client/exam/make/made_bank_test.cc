#include "client/exam/make/made_bank.h"

#include <gtest/gtest.h>

#include "client/exam/make/bank_maker.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {
namespace {

MadeQuestion Question() {
  MadeQuestion question;
  question.id = "a.md#1";
  question.topic = "heat stroke";
  question.question = "What is heat stroke?";
  question.keys = {"an illness"};
  question.document = "a.md";
  question.section = "Heat \"stroke\"";
  question.source = {3, 9};
  question.made_by = QuestionTemplate::kDefinition;
  return question;
}

TEST(BankLine, IsReadAsABank) {
  const std::string line = BankLineOf(Question());
  const auto bank = protocol::ReadBank(line);
  ASSERT_TRUE(std::holds_alternative<protocol::Bank>(bank)) << line;
  const auto& read = std::get<protocol::Bank>(bank).front();
  EXPECT_EQ(read.id, "a.md#1");
  EXPECT_EQ(read.keys, std::vector<std::string>{"an illness"});
}

TEST(BankLine, SaysWhereTheQuestionCameFrom) {
  EXPECT_NE(BankLineOf(Question())
                .find(R"("source":{"document":"a.md","section":"Heat )"
                      R"(\"stroke\"","begin":3,"end":9,)"
                      R"("template":"definition"}})"),
            std::string::npos);
}

TEST(BankLine, IsCutBetweenCharacters) {
  const auto times = [](std::string text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  EXPECT_EQ(ForBank(times("é", 128), 256), times("é", 128));
  EXPECT_EQ(ForBank(times("é", 128), 255), times("é", 127));
  EXPECT_EQ(ForBank("a" + times("日", 85), 256), "a" + times("日", 85));
  EXPECT_EQ(ForBank("a" + times("日", 85), 255), "a" + times("日", 84));
  EXPECT_EQ(ForBank("a" + times("日", 85), 254), "a" + times("日", 84));
  EXPECT_EQ(ForBank("a\tb\x7f", 256), "a b ");
}

TEST(BankLine, LeavesOutKeysThatABankCannotHold) {
  MadeQuestion question = Question();
  question.keys = {std::string(2000, 'x'), "two\nlines", " ", "right"};
  question.topic = "two\nlines";
  const auto bank = protocol::ReadBank(BankLineOf(question));
  ASSERT_TRUE(std::holds_alternative<protocol::Bank>(bank));
  EXPECT_EQ(std::get<protocol::Bank>(bank).front().keys,
            std::vector<std::string>{"right"});
}

}  // namespace
}  // namespace answerbox::client
