#include "lab/evaluate/measures/story_measures.h"

#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

TEST(StoryMeasures, AreMeansOverAllQuestionsAndByTurnsOverHalves) {
  StoryOutcomes outcomes;
  outcomes.systems = {{.name = "ours"}};
  outcomes.stories = {0, 1, 1, 2};
  outcomes.outcomes = {{.rouge = {.1, .2, .3}, .words = 10},
                       {.rouge = {.2, .0, .0}, .words = 20},
                       {.rouge = {.4, .0, .0}, .words = 20},
                       {.rouge = {.3, .4, .5}, .words = 30}};
  const StoryFigures figures = MeasureStories(outcomes).at(0);
  EXPECT_DOUBLE_EQ(figures.rouge[0].one, .25);
  EXPECT_DOUBLE_EQ(figures.rouge[1].one, .2);
  EXPECT_DOUBLE_EQ(figures.rouge[1].two, .3);
  EXPECT_DOUBLE_EQ(figures.rouge[1].l, .4);
  EXPECT_DOUBLE_EQ(figures.rouge[2].one, .3);
  EXPECT_EQ(figures.questions, (std::array<std::size_t, 3>{4, 2, 2}));
  EXPECT_DOUBLE_EQ(figures.words, 20);
}

}  // namespace
}  // namespace answerbox::lab
