#include "client/evaluate/question_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

class QuestionFile : public testing::Test {
 protected:
  Outcome<std::vector<KnownQuestion>> Read(const std::string& contents) {
    return ReadQuestionFile(folder_.Write("q.jsonl", contents));
  }
  std::string Fault(const std::string& line) {
    const auto questions = Read("\n" + line + "\n");
    return questions ? "none" : questions.error().message;
  }

  ScratchFolder folder_;
};

TEST_F(QuestionFile, ReadsEveryKindOfLine) {
  const auto questions = Read(
      R"({"id":"a","question":"Where?","document":"d.pdf","kind":"sentence",)"
      R"("pages":[4],"gold":[{"text":"Here.","page":4}],"key":["here"],)"
      R"("alt_gold":[{"text":"There","page":7},{"text":"too.","page":7},)"
      R"({"text":"Here.","page":4}],"note":"ignored"})"
      "\r\n\n"
      R"({"question":"Which?","document":"d.pdf","kind":"list",)"
      R"("all_items":["x","y"]})"
      "\n"
      R"({"id":3,"question":"Why?","kind":"unanswerable"})");
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_EQ(questions->size(), 3u);
  const KnownQuestion& first = (*questions)[0];
  EXPECT_EQ(first.id, "a");
  EXPECT_EQ(first.text, "Where?");
  EXPECT_THAT(first.pages, ElementsAre(4, 7));
  EXPECT_THAT(first.golds,
              ElementsAre(ElementsAre("Here."), ElementsAre("Here."),
                          ElementsAre("There", "too.")));
  EXPECT_THAT(first.keys, ElementsAre("here"));
  EXPECT_EQ((*questions)[1].id, "3");  // Its line.
  EXPECT_THAT((*questions)[1].items, ElementsAre("x", "y"));
  EXPECT_TRUE((*questions)[1].is_answerable);
  EXPECT_EQ((*questions)[2].id, "3");
  EXPECT_FALSE((*questions)[2].is_answerable);
}

TEST_F(QuestionFile, OfARowTakesTheCellThatAnswers) {
  const auto questions = Read(
      R"({"question":"q","document":"d","kind":"table","gold":[)"
      R"({"text":"Adult","role":"row"},{"text":"5 mg","role":"answer"}]})");
  EXPECT_THAT(questions->front().golds, ElementsAre(ElementsAre("5 mg")));
  const auto without =
      Read(R"({"question":"q","document":"d","kind":"table","gold":[)"
           R"({"text":"Adult","role":"row"}]})");
  EXPECT_THAT(without->front().golds, ElementsAre(ElementsAre("Adult")));
}

TEST_F(QuestionFile, NamesTheLineThatIsWrong) {
  const std::string complete =
      R"("question":"q","document":"d","kind":"sentence")";
  EXPECT_THAT(Fault("{\"question\":}"),
              EndsWith("q.jsonl, line 2: no JSON object, column 13"));
  EXPECT_THAT(Fault("{} {}"), EndsWith("line 2: no JSON object, column 4"));
  EXPECT_THAT(Fault("[]"), EndsWith("line 2: should be a JSON object"));
  EXPECT_THAT(Fault("{}"), EndsWith("line 2: \"question\" is missing"));
  EXPECT_THAT(Fault(R"({"question":"q"})"), EndsWith("\"kind\" is missing"));
  EXPECT_THAT(Fault(R"({"question":"q","kind":"list"})"),
              EndsWith("\"document\" is missing"));
  EXPECT_THAT(Fault("{" + complete + "}"), EndsWith("to tell what is right"));
  EXPECT_THAT(Fault("{" + complete + R"(,"key":["a(b"]})"),
              testing::HasSubstr("\"key\" is no regular expression: "));
  EXPECT_THAT(Fault("{" + complete + R"(,"gold":[{"text":"- ?"}]})"),
              EndsWith("to tell what is right"));
  EXPECT_THAT(Fault("{" + complete + R"(,"key":["b","a*"]})"),
              EndsWith("the \"key\" \"a*\" matches an empty text"));
  EXPECT_THAT(Fault("{" + complete + R"(,"all_items":["b","- ?"]})"),
              EndsWith("an item without a letter or digit"));
  EXPECT_THAT(Fault("{" + complete + R"(,"key":"a"})"),
              EndsWith("\"key\" should be an array"));
  EXPECT_THAT(Fault("{" + complete + R"(,"key":[1]})"),
              EndsWith("\"key\" should hold strings"));
  EXPECT_THAT(Fault("{" + complete + R"(,"key":["a"],"pages":[0]})"),
              EndsWith("a page should be a number from 1"));
  EXPECT_THAT(Fault("{" + complete + R"(,"gold":["a"]})"),
              EndsWith("should hold objects"));
}

TEST_F(QuestionFile, WithoutQuestionsIsRejected) {
  EXPECT_THAT(Read(" \n\n").error().message,
              EndsWith("there is no question in it"));
  EXPECT_EQ(ReadQuestionFile("/nosuch/file").error().exit_code,
            ExitCode::kRejected);
}

}  // namespace
}  // namespace answerbox::client
