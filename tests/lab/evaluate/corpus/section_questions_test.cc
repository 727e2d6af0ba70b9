#include "lab/evaluate/corpus/section_questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kNames = "doc\tqid\tqtype\tquestion\tstart\tend\n";

class SectionQuestionsTest : public testing::Test {
 protected:
  std::filesystem::path Write(const std::string& contents) {
    const auto path = folder_.path() / "questions.tsv";
    tests::WriteFile(path, contents);
    return path;
  }
  std::string ErrorOf(const std::string& contents) {
    const auto file = ReadSectionQuestions(Write(contents));
    return file ? "" : file.error().message;
  }
  std::string ErrorOfRow(const std::string& row) {
    return ErrorOf(kNames + row);
  }

 private:
  const tests::TemporaryFolder folder_;
};

TEST_F(SectionQuestionsTest, ReadsRowsByTheNamesOfColumns) {
  const auto questions = ReadSectionQuestions(
      Write("end\tquestion\tdoc\tnote\tstart\r\n9\tWhy?\ta.md\t\t3\r\n"));
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_EQ(questions->size(), 1u);
  const SectionQuestion& question = questions->front();
  EXPECT_EQ(question.line, 2u);
  EXPECT_EQ(question.document, "a.md");
  EXPECT_EQ(question.text, "Why?");
  EXPECT_EQ(question.kind, "");
  EXPECT_EQ(question.begin, 3u);
  EXPECT_EQ(question.end, 9u);
}

TEST_F(SectionQuestionsTest, ReadsQuotedCells) {
  const auto questions = ReadSectionQuestions(
      Write(std::string(kNames) +
            "a.md\t1\tcauses\t\"What is a \"\"crab\"\"?\"\t0\t5\n"));
  ASSERT_TRUE(questions) << questions.error().message;
  EXPECT_EQ(questions->front().text, "What is a \"crab\"?");
  EXPECT_EQ(questions->front().kind, "causes");
}

TEST_F(SectionQuestionsTest, SaysInWhichLineWhatIsWrong) {
  EXPECT_THAT(ErrorOf("doc\tstart\tend\n"),
              AllOf(HasSubstr("questions.tsv, line 1"),
                    HasSubstr("no column \"question\"")));
  EXPECT_THAT(ErrorOfRow("a.md\t1\tcauses\tWhy?\t3\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("5 columns")));
  EXPECT_THAT(ErrorOfRow("a.md\t1\tcauses\t\"Why?\t3\t9\n"),
              HasSubstr("not closed"));
  EXPECT_THAT(ErrorOfRow("a.md\t1\tcauses\t\"Why\"?\t3\t9\n"),
              HasSubstr("not closed"));
  EXPECT_THAT(ErrorOfRow("\t1\tcauses\tWhy?\t3\t9\n"), HasSubstr("is empty"));
  EXPECT_THAT(ErrorOfRow("\xff\n"), HasSubstr("UTF-8"));
  for (const char* places :
       {"9\t9", "-1\t9", "x\t9", "3\t9x", "3\t4294967296", "\t9", "9\t3"}) {
    EXPECT_THAT(ErrorOfRow("a.md\t1\tcauses\tWhy?\t" + std::string(places)),
                HasSubstr("numbers of characters"))
        << places;
  }
}

TEST_F(SectionQuestionsTest, RefusesAFileWithoutQuestions) {
  EXPECT_THAT(ErrorOf(kNames), HasSubstr("there is no question"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("there is no question"));
  EXPECT_THAT(ErrorOf(std::string(100, '\t')), HasSubstr("64 columns"));
}

}  // namespace
}  // namespace answerbox::lab
