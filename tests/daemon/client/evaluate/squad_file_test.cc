#include "daemon/client/evaluate/squad_file.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::client {
namespace {

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

TEST_F(SquadFileTest, CountsAnImpossibleQuestionAsUnanswerable) {
  const auto file = ReadSquadFile(Write(
      R"({"data":[{"paragraphs":[{"context":"C","qas":[{"id":"1",
      "question":"Q?","answers":[{"text":"guess"}],"is_impossible":true}]}]}]})"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->at(0).paragraphs.at(0).questions.at(0).answers.empty());
}

TEST_F(SquadFileTest, SaysWhereAFileIsNotInTheFormat) {
  EXPECT_NE(ErrorOf("{").find("not JSON"), std::string::npos);
  EXPECT_NE(ErrorOf("[]").find("\"data\""), std::string::npos);
  EXPECT_NE(ErrorOf(R"({"data":[{"title":"Oaks"}]})").find("Oaks"),
            std::string::npos);
  EXPECT_NE(ErrorOf(R"({"data":[{"title":"Oaks","paragraphs":[{"context":"C",
      "qas":[{"id":"77","answers":[]}]}]}]})")
                .find("question 77"),
            std::string::npos);
}

TEST_F(SquadFileTest, NamesAFileThatCannotBeRead) {
  const auto file = ReadSquadFile("/nonexistent/squad.json");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("/nonexistent/squad.json"),
            std::string::npos);
}

TEST_F(SquadFileTest, ReadsTitlesOneALine) {
  const auto titles = ReadTitles(Write("Oaks\r\n\nOld elms\n"));
  ASSERT_TRUE(titles);
  EXPECT_EQ(*titles, (std::vector<std::string>{"Oaks", "Old elms"}));
}

}  // namespace
}  // namespace answerbox::client
