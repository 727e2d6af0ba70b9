#include "engine/gathering/retrieval_steps.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

TEST(RetrievalStepsTest, EachStepStandsAlone) {
  const auto bm25 = ParseRetrievalSteps("bm25");
  ASSERT_TRUE(bm25);
  EXPECT_FALSE(bm25->is_dense || bm25->has_feedback || bm25->likelihood);
  EXPECT_TRUE(ParseRetrievalSteps("dense")->is_dense);
  EXPECT_TRUE(ParseRetrievalSteps("feedback")->has_feedback);
  EXPECT_EQ(ParseRetrievalSteps("likelihood")->likelihood->method,
            SmoothingMethod::kDirichlet);
  const auto jelinek_mercer = ParseRetrievalSteps("jelinek-mercer");
  EXPECT_EQ(jelinek_mercer->likelihood->method,
            SmoothingMethod::kJelinekMercer);
  EXPECT_EQ(jelinek_mercer->likelihood->parameter, kDefaultJelinekMercer);
}

TEST(RetrievalStepsTest, StepsAreJoinedInTheirOrder) {
  const auto published = ParseRetrievalSteps("dense+likelihood");
  ASSERT_TRUE(published);
  EXPECT_TRUE(published->is_dense && published->likelihood);
  EXPECT_FALSE(published->has_feedback);
  const auto all = ParseRetrievalSteps("bm25+feedback+jelinek-mercer");
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->has_feedback && all->likelihood);
  EXPECT_FALSE(all->is_dense);
}

TEST(RetrievalStepsTest, NothingElseIsARetrieval) {
  for (const char* text :
       {"", "+", "dense+", "+dense", "bm25+dense", "likelihood+feedback",
        "likelihood+jelinek-mercer", "feedback+feedback", "denser", "Dense",
        "dense likelihood", "dense++likelihood"}) {
    EXPECT_FALSE(ParseRetrievalSteps(text)) << text;
  }
}

}  // namespace
}  // namespace answerbox::engine
