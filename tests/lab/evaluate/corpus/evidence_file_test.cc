#include "lab/evaluate/corpus/evidence_file.h"

#include <gtest/gtest.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::lab {
namespace {

constexpr const char* kLine =
    R"({"question": "Who pays?", "document": "fees.md", "other": 1,)"
    R"( "gold": [{"text": "You pay.", "begin": 3}],)"
    R"( "answers": [["you", []], ["the owner", ["if there is one"]]]})"
    "\n";

class EvidenceFileTest : public testing::Test {
 protected:
  std::string FaultOf(const std::string& contents) {
    const auto questions =
        ReadEvidenceFile(folder_.Write("questions.jsonl", contents));
    return questions ? "" : questions.error().message;
  }

  ScratchFolder folder_;
};

TEST_F(EvidenceFileTest, ReadsQuestionsWithEvidenceAndAnswers) {
  const auto questions = ReadEvidenceFile(
      folder_.Write("questions.jsonl", std::string("\n") + kLine));
  ASSERT_TRUE(questions);
  ASSERT_EQ(questions->size(), 1u);
  const EvidenceQuestion& question = questions->front();
  EXPECT_EQ(question.line, 2u);
  EXPECT_EQ(question.text, "Who pays?");
  EXPECT_EQ(question.document, "fees.md");
  EXPECT_EQ(question.evidence, std::vector<std::string>{"You pay."});
  EXPECT_EQ(question.answers, (std::vector<std::string>{"you", "the owner"}));
}

TEST_F(EvidenceFileTest, NamesTheLineAndWhatIsWrong) {
  EXPECT_NE(FaultOf(std::string(kLine) + "{").find("line 2: not JSON"),
            std::string::npos);
  EXPECT_NE(FaultOf("[]").find("line 1: it should be an object"),
            std::string::npos);
  EXPECT_NE(FaultOf(R"({"question": 1})").find("\"question\" should be a str"),
            std::string::npos);
  EXPECT_NE(FaultOf(R"({"question": "a", "document": "b", "gold": 1})")
                .find("\"gold\" should be an array"),
            std::string::npos);
  EXPECT_NE(FaultOf(R"({"question": "a", "document": "b", "gold": [1],)"
                    R"("answers": []})")
                .find("\"text\" should be a string"),
            std::string::npos);
  EXPECT_NE(FaultOf(R"({"question": "a", "document": "b", "gold": [],)"
                    R"("answers": [[]]})")
                .find("\"answers\" should be a string"),
            std::string::npos);
  EXPECT_NE(FaultOf("\n\n").find("there is no question"), std::string::npos);
}

TEST_F(EvidenceFileTest, RefusesMorePassagesThanItsBound) {
  std::string gold = R"({"text": "a"})";
  for (std::size_t i = 0; i < kMaxEvidencePassages; ++i) {
    gold += R"(, {"text": "a"})";
  }
  EXPECT_NE(FaultOf(R"({"question": "a", "document": "b", "answers": [],)"
                    R"( "gold": [)" +
                    gold + "]}")
                .find("at most 1000"),
            std::string::npos);
}

}  // namespace
}  // namespace answerbox::lab
