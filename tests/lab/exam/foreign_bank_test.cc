// Banks in the formats of others.
#include "lab/exam/foreign_bank.h"

#include <gtest/gtest.h>

#include <string>

#include "lab/client.h"
#include "lab/exam/published_bank.h"
#include "lab/exam/squad_bank.h"

namespace answerbox::lab {
namespace {

constexpr std::string_view kHeader =
    "query_id\tfacet_id\tquery_text\tquestion_id\tquestion\n";

std::string Published(const std::string& lines) {
  return std::string(kHeader) + lines;
}

std::string PublishedError(const std::string& contents) {
  const auto read = ParsePublishedBank("b.tsv", contents);
  return read ? "" : read.error().message;
}

TEST(PublishedBankTest, TakesTheQueryAsTopic) {
  const auto bank = ParsePublishedBank(
      "b", Published("t1\tf\tPumps / Seals\tt1/f/1\tWhat is a pump?\r\n\n"
                     "t2\t\t\tt2/1\tWhat is a seal?"));
  ASSERT_TRUE(bank) << bank.error().message;
  ASSERT_EQ(bank->size(), 2u);
  EXPECT_EQ(bank->at(0).id, "t1/f/1");
  EXPECT_EQ(bank->at(0).topic, "t1");
  EXPECT_EQ(bank->at(0).question, "What is a pump?");
  EXPECT_TRUE(bank->at(0).keys.empty());
  EXPECT_EQ(bank->at(1).topic, "t2");
}

TEST(PublishedBankTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(PublishedError("a\tb\n"),
            "b.tsv, line 1, column 1: the first line should name the columns "
            "query_id, facet_id, query_text, question_id and question, between "
            "tabs");
  EXPECT_EQ(PublishedError(""), PublishedError("a\tb\n"));
  EXPECT_EQ(PublishedError(Published("t\tf\tx\ti\n")),
            "b.tsv, line 2, column 1: the line has 4 columns between tabs; it "
            "should have 5");
  EXPECT_EQ(PublishedError(Published("t\tf\tx\ti\tq\tmore\n")),
            "b.tsv, line 2, column 1: the line has 6 columns between tabs; it "
            "should have 5");
  EXPECT_EQ(PublishedError(Published("t\tf\tx\t \tWhy?\n")),
            "b.tsv, line 2, column 7: question_id is empty");
  EXPECT_EQ(PublishedError(Published("t\tf\tx\ti\tWhy?\nt\tf\tx\ti\tHow?\n")),
            "b.tsv, line 3, column 7: the question_id i came before");
  EXPECT_EQ(PublishedError(Published("t\tf\tx\ti\tW\xFFy?\n")),
            "b.tsv, line 2, column 10: question is not valid UTF-8");
  EXPECT_EQ(PublishedError(Published("t\tf\tx\ti\tW\x1By?\n")),
            "b.tsv, line 2, column 10: question holds a control character");
  EXPECT_EQ(PublishedError(Published(std::string(257, 't') + "\tf\tx\ti\tq\n")),
            "b.tsv, line 2, column 1: query_id has 257 bytes; at most 256 are "
            "allowed");
  EXPECT_EQ(PublishedError(Published("\n")), "b.tsv has no question");
}

std::string Squad(const std::string& questions) {
  return R"({"version":"v2.0","data":[{"title":"Black_Death","paragraphs":[)"
         R"({"context":"It came in 1348. It was a plague.","qas":[)" +
         questions + "]}]}]}";
}

constexpr const char* kAnswered =
    R"({"id":"1","question":" When\ndid it come? ","answers":[)"
    R"({"text":"1348","answer_start":11},{"text":"in 1348","answer_start":8},)"
    R"({"text":"1348","answer_start":11}]})";

TEST(SquadBankTest, TakesAnswersAsKeysAndLeavesOutTheUnanswerable) {
  const auto read = ParseSquadBank(
      "s.json",
      Squad(
          std::string(kAnswered) +
          R"(,{"id":"2","question":"Who?","answers":[],"is_impossible":true})"));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->bank.size(), 1u);
  EXPECT_EQ(read->unanswerable, 1u);
  const protocol::BankQuestion& question = read->bank.front();
  EXPECT_EQ(question.topic, "Black_Death");
  EXPECT_EQ(question.question, "When did it come?");
  EXPECT_EQ(question.keys, (std::vector<std::string>{"1348", "in 1348"}));
}

std::string SquadError(const std::string& contents) {
  const auto read = ParseSquadBank("s.json", contents);
  return read ? "" : read.error().message;
}

TEST(SquadBankTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(SquadError("{\"data\":\n}"),
            "s.json: not JSON: syntax error near line 2, column 1");
  EXPECT_EQ(SquadError("{\"data\":3}"),
            "s.json: not in SQuAD's format: \"data\" is a number; it should be "
            "an array");
  EXPECT_EQ(SquadError(Squad(std::string(kAnswered) + "," + kAnswered)),
            "s.json: the id \"1\" is that of two questions");
  EXPECT_EQ(SquadError(Squad("")), "s.json has no question with an answer");
  EXPECT_EQ(SquadError(Squad(R"({"id":"1","question":" ","answers":[)"
                             R"({"text":"1348"}]})")),
            "s.json: the text of the question \"1\" is empty");
}

TEST(ForeignBankTest, RecognisesEachFormatByItsContent) {
  EXPECT_EQ(RecogniseBank(Published("")), BankFormat::kPublished);
  EXPECT_EQ(RecogniseBank(" {\n \"data\": []}"), BankFormat::kSquad);
  EXPECT_EQ(RecogniseBank("{\"version\":\"1.1\",\"data\":[]}"),
            BankFormat::kSquad);
  EXPECT_EQ(RecogniseBank("{\"id\":\"1\"}"), BankFormat::kOurs);
  EXPECT_EQ(RecogniseBank("{"), BankFormat::kOurs);
  EXPECT_EQ(RecogniseBank(""), BankFormat::kOurs);
}

TEST(ForeignBankTest, TheSameQuestionsHaveTheSameDigestInAnyFormat) {
  const std::string published = Published("t\tf\tx\ti\tWhy?\n");
  const auto foreign = ParseForeignBank("b", published, BankFormat::kPublished);
  ASSERT_TRUE(foreign);
  const auto ours = ParseBankFile("o", protocol::WriteBank(foreign->file.bank));
  ASSERT_TRUE(ours) << ours.error().message;
  EXPECT_EQ(ours->bank, foreign->file.bank);
  EXPECT_EQ(ours->sha256, foreign->file.sha256);
  EXPECT_EQ(ours->sha256.size(), 64u);
}

}  // namespace
}  // namespace answerbox::lab
