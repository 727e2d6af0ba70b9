#include "lab/evaluate/corpus/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<CorpusArticle> Trees() {
  return {{"Oaks", {{"text", {{"1", "Q?", {}}, {"2", "R?", {}}}}}},
          {"Elms", {{"text", {{"3", "S?", {}}}}}}};
}

class CorpusTest : public testing::Test {
 protected:
  // The remaining titles, or the message of an error.
  std::vector<std::string> Select(const std::string& list,
                                  Selection selection) {
    auto articles = Trees();
    const auto selected =
        SelectArticles(folder_.Write("titles", list), selection, articles);
    if (!selected) return {selected.error().message};
    std::vector<std::string> titles;
    for (const CorpusArticle& article : articles) {
      titles.push_back(article.title);
    }
    return titles;
  }

  const ScratchFolder folder_;
};

TEST_F(CorpusTest, CountsTheQuestionsOfAllArticles) {
  EXPECT_EQ(CountQuestions(Trees()), 3u);
  EXPECT_EQ(CountQuestions({}), 0u);
}

TEST_F(CorpusTest, ReadsTitlesOneALine) {
  const auto titles = ReadTitles(folder_.Write("t", "Oaks\r\n\nOld elms\n"));
  ASSERT_TRUE(titles);
  EXPECT_THAT(*titles, ElementsAre("Oaks", "Old elms"));
}

TEST_F(CorpusTest, KeepsOrDropsTheArticlesThatAListNames) {
  EXPECT_THAT(Select("Elms\n", Selection::kKeep), ElementsAre("Elms"));
  EXPECT_THAT(Select("Elms\n", Selection::kDrop), ElementsAre("Oaks"));
}

TEST_F(CorpusTest, SelectsNothingWithoutAList) {
  auto articles = Trees();
  ASSERT_TRUE(SelectArticles({}, Selection::kKeep, articles));
  EXPECT_EQ(articles.size(), 2u);
}

TEST_F(CorpusTest, RefusesATitleThatNoArticleHas) {
  EXPECT_THAT(Select("Elmes\n", Selection::kDrop),
              ElementsAre(HasSubstr("no article is called \"Elmes\"")));
}

}  // namespace
}  // namespace answerbox::lab
