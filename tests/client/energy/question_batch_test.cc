#include <gtest/gtest.h>

#include <fstream>

#include "client/energy/energy.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

TEST(QuestionBatch, TakesSentencesAsLongAsQuestions) {
  std::vector<std::string> batch;
  TakeSentences("Storage\nVaccines are kept between 2 and 8 degrees. Yes! " +
                    std::string(500, 'x') +
                    "? The fridge is checked twice a day",
                batch);
  EXPECT_EQ(batch, (std::vector<std::string>{
                       "Vaccines are kept between 2 and 8 degrees",
                       " The fridge is checked twice a day"}));
}

TEST(QuestionBatch, IsOfBoundedSize) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "A sentence that is long enough. ";
  std::vector<std::string> batch;
  TakeSentences(text, batch);
  EXPECT_EQ(batch.size(), kMaxBatch);
}

TEST(QuestionBatch, ReadsAQuestionFromEachLine) {
  const ScratchFolder folder;
  const std::string path = folder.path() / "questions";
  std::ofstream(path) << "Who is on duty?\n\n  \nWhere is the fridge?";
  const auto batch = ReadBatch(path);
  ASSERT_TRUE(batch);
  EXPECT_EQ(*batch, (std::vector<std::string>{"Who is on duty?",
                                              "Where is the fridge?"}));
}

TEST(QuestionBatch, AFileWithoutQuestionsIsRejected) {
  const auto batch = ReadBatch("/dev/null");
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().exit_code, ExitCode::kRejected);
  EXPECT_EQ(batch.error().message,
            "/dev/null holds no questions, one on a line");
}

TEST(QuestionBatch, AFileThatCanNotBeReadIsNamed) {
  const auto batch = ReadBatch("/nonexistent");
  ASSERT_FALSE(batch);
  EXPECT_EQ(batch.error().exit_code, ExitCode::kRejected);
  EXPECT_EQ(batch.error().message,
            "can't read /nonexistent: No such file or directory");
}

}  // namespace
}  // namespace answerbox::client
