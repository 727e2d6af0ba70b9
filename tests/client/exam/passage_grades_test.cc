
#include <gtest/gtest.h>

#include "client/exam/exam_comparison.h"
#include "tests/client/exam/exam_of.h"

namespace answerbox::client {
namespace {

TEST(SafeNameTest, ChangesOnlyWhatFieldsCannotHold) {
  EXPECT_EQ(SafeName("a%20b/c.md#4"), "a%20b/c.md#4");
  EXPECT_EQ(SafeName("a b%.md"), "a%20b%25.md");
  EXPECT_EQ(SafeName("#a\t"), "%23a%09");
}

PassageGrades GradesOf(std::vector<ResultQuestion> questions) {
  PassageGrades grades(GradedUnit::kPassage);
  const auto added = grades.Add(ExamOf("r", std::move(questions)));
  EXPECT_TRUE(added);
  return grades;
}

TEST(PassageGradesTest, DifferWhereAnExamGradedOtherwiseOrNotAtAll) {
  const auto before = GradesOf({AskedQuestion(
      "1", "t", {GradedAs("a", 1), GradedAs("b", 2), GradedAs("c", 0)})});
  const auto after =
      GradesOf({AskedQuestion("1", "t", {GradedAs("a", 1), GradedAs("b", 5)}),
                AskedQuestion("2", "u", {GradedAs("a", 3)})});
  const auto changed = DiffGrades(before, after);
  ASSERT_EQ(changed.size(), 3u);
  EXPECT_EQ(changed[0].passage, "b");
  EXPECT_EQ(changed[0].after, 5u);
  EXPECT_EQ(changed[1].passage, "c");
  EXPECT_EQ(changed[1].after, std::nullopt);
  EXPECT_EQ(changed[2].topic, "u");
  EXPECT_EQ(changed[2].before, std::nullopt);
}

}  // namespace
}  // namespace answerbox::client
