#include "lab/evaluate/corpus/story_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kStory =
    R"({"document":"A fox slept. It rained.","questions":[
{"question_text":"What is the plot?","responses":[{"response_text":"A nap."},
{"response_text":"Rain."}]}]})";

std::string OnOneLine(std::string text) {
  std::erase(text, '\n');
  return text;
}

class StoryFileTest : public testing::Test {
 protected:
  std::filesystem::path Write(const std::string& contents) {
    const auto path = folder_.path() / "stories.jsonl";
    tests::WriteFile(path, contents);
    return path;
  }
  std::string ErrorOf(const std::string& contents) {
    const auto file = ReadStoryFile(Write(contents));
    return file ? "" : file.error().message;
  }
  std::string ErrorOfSecondLine(const std::string& line) {
    return ErrorOf(OnOneLine(kStory) + "\n" + line);
  }

 private:
  const tests::TemporaryFolder folder_;
};

TEST_F(StoryFileTest, ReadsStoriesWithQuestionsAndAnswers) {
  const auto stories =
      ReadStoryFile(Write(OnOneLine(kStory) + "\n\n" + OnOneLine(kStory)));
  ASSERT_TRUE(stories) << stories.error().message;
  ASSERT_EQ(stories->size(), 2u);
  EXPECT_EQ(stories->at(1).line, 3u);
  EXPECT_EQ(stories->at(0).text, "A fox slept. It rained.");
  const StoryQuestion& question = stories->at(0).questions.at(0);
  EXPECT_EQ(question.text, "What is the plot?");
  EXPECT_THAT(question.answers, ElementsAre("A nap.", "Rain."));
}

TEST_F(StoryFileTest, SaysInWhichLineWhatIsWrong) {
  EXPECT_THAT(ErrorOfSecondLine("{"),
              AllOf(HasSubstr("stories.jsonl, line 2"), HasSubstr("not JSON")));
  EXPECT_THAT(ErrorOfSecondLine("[]"), HasSubstr("\"document\""));
  EXPECT_THAT(ErrorOfSecondLine(R"({"document":"A fox."})"),
              HasSubstr("\"questions\" is missing"));
  EXPECT_THAT(ErrorOfSecondLine(R"({"document":"A fox.","questions":[]})"),
              HasSubstr("\"questions\" should be an array of 1 to 1000"));
  EXPECT_THAT(ErrorOfSecondLine(R"({"document":7,"questions":[]})"),
              HasSubstr("\"document\" should be a string"));
  EXPECT_THAT(ErrorOfSecondLine(R"({"document":" ","questions":[]})"),
              HasSubstr("\"document\" is empty"));
  EXPECT_THAT(ErrorOfSecondLine(R"({"document":"\u0000","questions":[]})"),
              HasSubstr("U+0000"));
  EXPECT_THAT(ErrorOfSecondLine(
                  R"({"document":"A","questions":[{"question_text":"Q",
"responses":[1]}]})"),
              HasSubstr("not JSON"));
  EXPECT_THAT(
      ErrorOfSecondLine(
          R"({"document":"A","questions":[{"question_text":"Q","responses":[1]}]})"),
      HasSubstr("\"response_text\""));
}

TEST_F(StoryFileTest, RefusesEveryBeginningOfALine) {
  const std::string line = OnOneLine(kStory);
  for (std::size_t size = 1; size < line.size(); ++size) {
    EXPECT_NE(ErrorOf(line.substr(0, size)), "") << size;
  }
}

TEST_F(StoryFileTest, RefusesAFileWithoutStoriesAndOneThatIsMissing) {
  EXPECT_THAT(ErrorOf("\n \n"), HasSubstr("there is no story"));
  EXPECT_FALSE(ReadStoryFile("/nowhere/stories.jsonl"));
}

TEST_F(StoryFileTest, BoundsAnswers) {
  std::string answers = R"({"response_text":"A nap."})";
  for (std::size_t i = 0; i < kMaxStoryAnswers; ++i) {
    answers += R"(,{"response_text":"A nap."})";
  }
  EXPECT_THAT(
      ErrorOf(
          R"({"document":"A","questions":[{"question_text":"Q","responses":[)" +
          answers + "]}]}"),
      HasSubstr("\"responses\" should be an array of 1 to 100"));
}

}  // namespace
}  // namespace answerbox::lab
