#include "lab/evaluate/gathering/story_run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::lab {
namespace {

std::vector<Story> Stories() {
  Story story;
  story.line = 1;
  story.text = "Once there was a hut by a lake.";
  for (int i = 0; i < 20; ++i) {
    story.text += " A fox slept in the hut on day " + std::to_string(i) + ".";
  }
  story.text += " The miller sold his red mill to pay for medicine.";
  story.questions = {
      {"What is the plot?", {"A fox slept in the hut.", "Nothing."}},
      {"Why did the miller sell his mill?",
       {"The miller sold his red mill to pay for medicine."}}};
  return {story};
}

Outcome<StoryOutcomes> Select(StoryRunOptions options) {
  options.strategies = {{.kind = StrategyKind::kOurs},
                        {.kind = StrategyKind::kRelevance}};
  return SelectFromStories(Stories(), options, [](std::size_t, std::size_t) {});
}

TEST(SelectFromStories, ComparesSummariesWithAnswersToTheFirstQuestion) {
  const auto outcomes =
      Select({.task = StoryTask::kSummaries, .words = 12, .sentences = {}});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  EXPECT_EQ(outcomes->stories, (std::vector<std::size_t>{0}));
  ASSERT_EQ(outcomes->systems.size(), 5u);
  EXPECT_EQ(outcomes->systems[2].name, "lead");
  EXPECT_EQ(outcomes->systems[4].name, "random");
  for (std::size_t s = 0; s < 5; ++s) {
    EXPECT_LE(outcomes->At(0, s).words, 12) << s;
  }
  EXPECT_EQ(outcomes->At(0, 2).words, 12);  // Lead is cut to the word.
  // "Once there was a hut by a lake. A fox slept in" shares 5 of its 12 words
  // ("a fox slept in hut") with the 6 of the reference.
  EXPECT_DOUBLE_EQ(outcomes->At(0, 2).rouge.one, 2.0 * 5 / (12 + 6));
  EXPECT_GT(outcomes->At(0, 0).rouge.one, outcomes->At(0, 2).rouge.one);
}

TEST(SelectFromStories, ComparesLongAnswersWithAnswersToTheOthers) {
  const auto outcomes =
      Select({.task = StoryTask::kLongAnswers, .words = {}, .sentences = 1});
  ASSERT_TRUE(outcomes) << outcomes.error().message;
  ASSERT_EQ(outcomes->stories.size(), 1u);
  EXPECT_DOUBLE_EQ(outcomes->At(0, 0).rouge.two, 1.0);
  EXPECT_DOUBLE_EQ(outcomes->At(0, 1).rouge.two, 1.0);
  EXPECT_LT(outcomes->At(0, 2).rouge.one, .5);
  // Not longer than ours, so that length earns nothing.
  EXPECT_LE(outcomes->At(0, 4).words, outcomes->At(0, 0).words);
}

}  // namespace
}  // namespace answerbox::lab
