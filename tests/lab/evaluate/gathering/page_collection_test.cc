#include "lab/evaluate/gathering/page_collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::HasSubstr;

class PagesTest : public testing::Test {
 protected:
  Outcome<PageTargets> Read(const std::vector<SectionQuestion>& questions) {
    return ReadPages(folder_.path(), questions, "questions.tsv", collection_);
  }

  const tests::TemporaryFolder folder_;
  EvaluatedCollection collection_{2};
};

TEST_F(PagesTest, FindsSectionsInConvertedPages) {
  tests::WriteFile(folder_.path() / "a.md", "# Elms\n\nElms died.\n");
  tests::WriteFile(folder_.path() / "b.md",
                   "# Oaks\n\n## Height\n\n*Forty* metres.\n");
  const auto pages = Read({{2, "b.md", "", "How high are oaks?", 19, 34},
                           {3, "a.md", "", "What happened?", 6, 8}});
  ASSERT_TRUE(pages) << pages.error().message;
  ASSERT_EQ(pages->targets.size(), 1u);
  EXPECT_EQ(pages->left_out, 1u);  // Its section is white space.
  const SelectionTarget& target = pages->targets.front();
  EXPECT_EQ(target.name, "questions.tsv, line 2");
  const DocumentPart& answer = target.answers.front();
  EXPECT_EQ(answer.document, 1u);
  const auto text = collection_.TextOf(1);
  ASSERT_TRUE(text);
  EXPECT_EQ(
      text->substr(answer.range.begin, answer.range.end - answer.range.begin),
      "Forty metres");
}

TEST_F(PagesTest, NamesTheQuestionWhosePageIsMissing) {
  tests::WriteFile(folder_.path() / "a.md", "# Elms\n\nElms died.\n");
  const auto pages = Read({{7, "c.md", "", "Why?", 0, 4}});
  ASSERT_FALSE(pages);
  EXPECT_THAT(pages.error().message,
              HasSubstr("questions.tsv, line 7: there is no page c.md"));
}

TEST_F(PagesTest, RefusesAFolderWithoutDocuments) {
  const auto pages = Read({});
  ASSERT_FALSE(pages);
  EXPECT_THAT(pages.error().message, HasSubstr("there is no document"));
}

}  // namespace
}  // namespace answerbox::lab
