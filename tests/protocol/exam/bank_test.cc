#include "protocol/exam/bank.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

namespace answerbox::protocol {
namespace {

constexpr std::string_view kBank =
    "{\"id\":\"q1\",\"topic\":\"doses\",\"question\":\"How much may an adult "
    "take?\",\"key\":[\"4 g\",\"four grams\"],\"must\":true,\"weight\":2.5}\n"
    "\n"
    "{ \"id\" : \"q2\", \"topic\": \"doses\", \"question\": \"How often?\", "
    "\"key\": \"twice a day\" }\r\n"
    "{\"question\":\"Wie oft \\u00fcberhaupt?\",\"topic\":\"t\",\"id\":\"q3\"}";

BankError ErrorOf(std::string_view text, const BankLimits& limits = {}) {
  const auto read = ReadBank(text, limits);
  const auto* const error = std::get_if<BankError>(&read);
  EXPECT_NE(error, nullptr) << text;
  return error != nullptr ? *error : BankError{};
}

std::string Line(std::string_view more) {
  return "{\"id\":\"a\",\"topic\":\"t\",\"question\":\"Why?\"" +
         std::string(more) + "}";
}

// Expects an error about `text` at this place, with these words.
void ExpectError(std::string_view text, std::size_t line, std::size_t column,
                 std::string_view words) {
  const BankError error = ErrorOf(text);
  EXPECT_EQ(error.line, line) << text;
  EXPECT_EQ(error.column, column) << text << '\n' << error.message;
  EXPECT_NE(error.message.find(words), std::string::npos) << error.message;
}

TEST(Bank, ReadsEveryMember) {
  const auto read = ReadBank(kBank);
  const Bank* const bank = std::get_if<Bank>(&read);
  ASSERT_NE(bank, nullptr) << std::get<BankError>(read).Describe();
  ASSERT_EQ(bank->size(), 3U);
  EXPECT_EQ((*bank)[0], (BankQuestion{"q1",
                                      "doses",
                                      "How much may an adult take?",
                                      {"4 g", "four grams"},
                                      true,
                                      2.5}));
  EXPECT_EQ((*bank)[1],
            (BankQuestion{"q2", "doses", "How often?", {"twice a day"}}));
  EXPECT_EQ((*bank)[2].question,
            "Wie oft \xC3\xBC"
            "berhaupt?");
}

TEST(Bank, TakesNoNoticeOfASource) {
  const auto bank = ReadBank(
      R"({"id":"a","topic":"t","question":"q?","source":{"begin":3}})");
  ASSERT_TRUE(std::holds_alternative<Bank>(bank));
  EXPECT_EQ(std::get<Bank>(bank).front().question, "q?");
}

TEST(Bank, ReadsBackWhatItWrites) {
  const Bank bank = {{"q1", "t", "\"Why\" \\ where?", {"4 g", "{"}, true, 0.25},
                     {"q2", "t", "[How]?", {"a key"}},
                     {"q3", "other", "\xE2\x82\xAC?"}};
  const auto read = ReadBank(WriteBank(bank));
  ASSERT_TRUE(std::holds_alternative<Bank>(read));
  EXPECT_EQ(std::get<Bank>(read), bank);
}

TEST(Bank, ReadsBackAWeightOfManyDigits) {
  const auto read = ReadBank(Line(",\"weight\":2.33555545555555555555"));
  ASSERT_TRUE(std::holds_alternative<Bank>(read));
  EXPECT_EQ(std::get<Bank>(ReadBank(WriteBank(std::get<Bank>(read)))),
            std::get<Bank>(read));
}

TEST(Bank, RefusesEveryProperPrefixOfALine) {
  const std::string line = Line(",\"key\":[\"k\"],\"must\":true,\"weight\":2");
  ASSERT_TRUE(std::holds_alternative<Bank>(ReadBank(line)));
  for (std::size_t bytes = 0; bytes < line.size(); ++bytes) {
    EXPECT_EQ(ErrorOf(line.substr(0, bytes)).line, 1U) << bytes;
  }
}

TEST(Bank, NamesThePlaceOfAMemberThatIsWrong) {
  ExpectError("{\"id\":1,\"topic\":\"t\",\"question\":\"q\"}", 1, 2, "quotes");
  ExpectError("\n\n  {\"id\":\"a\",\"topic\":\"\",\"question\":\"q\"}", 3, 13,
              "\"topic\" is empty");
  ExpectError(Line(",\"key\":[]"), 1, 41, "array of 1 to 16");
  ExpectError(Line(",\"key\":[\"a\",2]"), 1, 41, "texts in quotes alone");
  ExpectError(Line(",\"must\":1"), 1, 41, "true or false");
  ExpectError(Line(",\"weight\":0"), 1, 41, "above 0");
  ExpectError(Line(",\"weight\":1000001"), 1, 41, "at most 1000000");
  ExpectError(Line(",\"mustt\":true"), 1, 41, "is no member");
  ExpectError("{\"id\":\"a\",\"topic\":\"t\"}", 1, 1,
              "\"question\" is missing");
}

// Strings may look like members.
TEST(Bank, FindsTheColumnPastStringsThatHoldTheName) {
  ExpectError(
      "{\"id\":\"must\\\":\",\"topic\":\"{[\",\"question\":\"must\",\"must\":"
      "0}",
      1, 48, "true or false");
}

TEST(Bank, NamesThePlaceWhereALineIsNotJson) {
  ExpectError(Line("") + "\n{\"id\":x}", 2, 7, "not JSON");
  ExpectError(Line("") + "\n" + Line("") + " x", 2, 42, "not JSON");
  ExpectError(Line("") + "\n{\"id\":\"\xFF\"}", 2, 8, "not valid UTF-8");
  ExpectError("{\"id\":[[1]]}", 1, 8, "nests deeper");
  ExpectError(" [1]", 1, 2, "no JSON object");
}

TEST(Bank, RefusesAnIdThatOccursTwice) {
  ExpectError(Line("") + "\n\n" + Line(""), 3, 2, "of line 1 already");
}

TEST(Bank, RefusesControlCharactersAndLongTexts) {
  ExpectError("{\"id\":\"a\\n\",\"topic\":\"t\",\"question\":\"q\"}", 1, 2,
              "control character");
  ExpectError("{\"id\":\"" + std::string(kMaxBankNameBytes + 1, 'a') +
                  "\",\"topic\":\"t\",\"question\":\"q\"}",
              1, 2, "at most 256");
  ExpectError("{\"id\":\"a\",\"topic\":\"t\",\"question\":\"" +
                  std::string(kMaxBankQuestionBytes + 1, 'a') + "\"}",
              1, 23, "at most 4096");
}

TEST(Bank, BoundsLinesQuestionsAndBytes) {
  EXPECT_EQ(ErrorOf(Line(std::string(kMaxBankLineBytes, ' '))).column,
            kMaxBankLineBytes + 1);
  const std::string two = Line("") +
                          "\n{\"id\":\"b\",\"topic\":\"t\","
                          "\"question\":\"Who?\"}\n";
  EXPECT_TRUE(std::holds_alternative<Bank>(
      ReadBank(two, {.max_bytes = two.size(), .max_questions = 2})));
  EXPECT_EQ(ErrorOf(two, {.max_questions = 1}).line, 2U);
  EXPECT_EQ(ErrorOf(two, {.max_bytes = two.size() - 1}).line, 1U);
}

TEST(Bank, RefusesATextWithoutQuestions) {
  EXPECT_EQ(ErrorOf("").line, 1U);
  EXPECT_EQ(ErrorOf("\n \n").line, 2U);
}

}  // namespace
}  // namespace answerbox::protocol
