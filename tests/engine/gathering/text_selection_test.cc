#include <gtest/gtest.h>

#include <vector>

#include "engine/gathering/gathering.h"

namespace answerbox::engine {
namespace {

using Indices = std::vector<std::uint32_t>;

class TextSelectionTest : public testing::Test {
 protected:
  TextSelection Selected(std::span<const CallerText> texts,
                         const GatheringQuery& query) {
    const auto selection = SelectTexts(texts, query, workspace_);
    EXPECT_TRUE(selection);
    return *selection;
  }
  Indices Chosen(std::span<const CallerText> texts,
                 const GatheringQuery& query) {
    Indices indices;
    for (const ChosenText& chosen : Selected(texts, query).chosen) {
      indices.push_back(chosen.index);
    }
    return indices;
  }

  Workspace workspace_{kGatheringArenaBytes};
  const std::vector<CallerText> texts_ = {
      {"The pump stands in the yard.", {}},
      {"Rooms are cleaned daily.", {}},
      {"The pump stands in the yard.", {}},
      {"The pump is red.", {}},
  };
};

TEST_F(TextSelectionTest, AQuestionGivesTextsTheirRelevance) {
  GatheringQuery query{.text = "what colour is the red pump", .sentences = 1};
  EXPECT_EQ(Chosen(texts_, query), (Indices{3}));
}

TEST_F(TextSelectionTest, EqualTextsAreChosenOnce) {
  EXPECT_EQ(Chosen(texts_, {.text = "pump"}), (Indices{0, 1, 3}));
  GatheringQuery published{.text = "pump"};
  published.strategy = SelectionStrategy::kRelevance;
  EXPECT_EQ(Chosen(texts_, published), (Indices{0, 1, 2, 3}));
}

TEST_F(TextSelectionTest, TheCallersScoresCount) {
  auto texts = texts_;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i].score = 1e6 * static_cast<double>(i + 1);
  }
  GatheringQuery query{.text = "rooms", .sentences = 2};
  query.order = {false, 1, 0};
  EXPECT_EQ(Chosen(texts, query), (Indices{3, 2}));
}

TEST_F(TextSelectionTest, ATextThatIsLongerThanTheBudgetIsPassedOver) {
  GatheringQuery query{.text = "pump", .tokens = 5};
  const TextSelection selection = Selected(texts_, query);
  ASSERT_EQ(selection.chosen.size(), 1u);
  EXPECT_EQ(selection.chosen[0].index, 3u);
  EXPECT_EQ(selection.tokens, 5u);
  query.tokens = 1;
  EXPECT_TRUE(Chosen(texts_, query).empty());
}

TEST_F(TextSelectionTest, OfNoTextsChoosesNone) {
  EXPECT_TRUE(Chosen({}, {.text = "pump"}).empty());
}

TEST_F(TextSelectionTest, ASmallArenaIsAnError) {
  Workspace small(512);
  const auto selection = SelectTexts(texts_, {.text = "pump"}, small);
  ASSERT_FALSE(selection);
  EXPECT_EQ(selection.error().code, ErrorCode::kArenaExhausted);
}

}  // namespace
}  // namespace answerbox::engine
