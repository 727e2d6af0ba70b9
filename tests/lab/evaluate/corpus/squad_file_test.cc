#include "lab/evaluate/corpus/squad_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SquadFileTest : public testing::Test {
 protected:
  std::filesystem::path Write(const std::string& contents) {
    const auto path = folder_.path() / "squad.json";
    tests::WriteFile(path, contents);
    return path;
  }
  std::string ErrorOf(const std::string& contents) {
    const auto file = ReadSquadFile(Write(contents));
    return file ? "" : file.error().message;
  }

 private:
  const tests::TemporaryFolder folder_;
};

TEST_F(SquadFileTest, ReadsArticlesParagraphsAndQuestions) {
  const auto file = ReadSquadFile(Write(
      R"({"version":"v2.0","data":[{"title":"T","paragraphs":[{"context":"C",
      "qas":[{"id":"1","question":"Q?","answers":[{"text":"a","answer_start":0},
      {"text":"b","answer_start":2}],"is_impossible":false},
      {"id":"2","question":"R?","answers":[],"is_impossible":true}]}]}]})"));
  ASSERT_TRUE(file) << file.error().message;
  const auto& paragraph = file->at(0).paragraphs.at(0);
  EXPECT_EQ(file->at(0).title, "T");
  EXPECT_EQ(paragraph.text, "C");
  EXPECT_EQ(paragraph.questions.at(0).answers,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(paragraph.questions.at(1).answers.empty());
}

// The answer starts at a character, after one of two bytes.
TEST_F(SquadFileTest, FindsAnswersWhereTheFileSaysElseWhereTheyFirstStand) {
  const auto file = ReadSquadFile(Write(
      R"({"data":[{"paragraphs":[{"context":"\u00e9 ox, ox","qas":[{"id":"1",
      "question":"Q?","answers":[{"text":"ox","answer_start":6},
      {"text":"ox"},{"text":"ox","answer_start":5},{"text":"cow"},
      {"text":"ox","answer_start":99}]}]}]}]})"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(
      file->at(0).paragraphs.at(0).questions.at(0).answer_begins,
      (std::vector<std::optional<std::uint32_t>>{7, 3, 3, std::nullopt, 3}));
}

TEST_F(SquadFileTest, CountsAnImpossibleQuestionAsUnanswerable) {
  const auto file = ReadSquadFile(Write(
      R"({"data":[{"paragraphs":[{"context":"C","qas":[{"id":"1",
      "question":"Q?","answers":[{"text":"guess"}],"is_impossible":true}]}]}]})"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->at(0).paragraphs.at(0).questions.at(0).answers.empty());
}

TEST_F(SquadFileTest, TakesQuestionsWithNumbers) {
  const auto file =
      ReadSquadFile(Write("\xEF\xBB\xBF"
                          R"({"data":[{"paragraphs":[{"context":"C","qas":[
      {"id":7,"question":"Q?","answers":[]},
      {"id":18446744073709551615,"question":"R?","answers":[]}]}]}]})"));
  ASSERT_TRUE(file) << file.error().message;
  const auto& questions = file->at(0).paragraphs.at(0).questions;
  EXPECT_EQ(questions.at(0).id, "7");
  EXPECT_EQ(questions.at(1).id, "18446744073709551615");
}

TEST_F(SquadFileTest, SaysAtWhichLineAFileIsNotJson) {
  EXPECT_THAT(ErrorOf("{\n \"data\": [}"),
              AllOf(HasSubstr("not JSON"), HasSubstr("line 2, column 11")));
  EXPECT_THAT(ErrorOf("{"), HasSubstr("incomplete"));
  EXPECT_THAT(ErrorOf("{\"data\":[]}\n{}"), HasSubstr("line 2"));
  EXPECT_THAT(ErrorOf(" \n"), HasSubstr("the file is empty"));
}

TEST_F(SquadFileTest, SaysWhichPartOfAFileIsNotInTheFormat) {
  const auto question = [](const char* members) {
    return std::string(R"({"data":[{"title":"Oaks","paragraphs":[)"
                       R"({"context":"C","qas":[{)") +
           members + "}]}]}]}";
  };
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("the file is an array"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("\"data\" is missing"));
  EXPECT_THAT(ErrorOf(R"({"data":[{"title":"Oaks"}]})"),
              HasSubstr("\"data[0].paragraphs\" is missing; it should be an "
                        "array (article \"Oaks\")"));
  EXPECT_THAT(ErrorOf(question(R"("id":[],"question":"Q?","answers":[])")),
              HasSubstr("qas[0].id\" is an array; it should be a string or a "
                        "number (article \"Oaks\")"));
  EXPECT_THAT(ErrorOf(question(R"("id":77,"answers":[])")),
              HasSubstr("qas[0].question\" is missing; it should be a string "
                        "(question 77)"));
  EXPECT_THAT(
      ErrorOf(question(R"("id":"7","question":"Q?","answers":["a"])")),
      HasSubstr("qas[0].answers[0] is a string, not an object with \"text\""));
  EXPECT_THAT(
      ErrorOf(question(
          R"("id":"7","question":"Q?","answers":[],"is_impossible":0)")),
      HasSubstr("is_impossible\" is a number; it should be true or "
                "false"));
}

TEST_F(SquadFileTest, NamesAFolder) {
  const auto file = ReadSquadFile("/tmp");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, "/tmp is a folder, not a file");
}

TEST_F(SquadFileTest, NamesAFileThatCannotBeRead) {
  const auto file = ReadSquadFile("/nonexistent/squad.json");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("/nonexistent/squad.json"),
            std::string::npos);
}

}  // namespace
}  // namespace answerbox::lab
