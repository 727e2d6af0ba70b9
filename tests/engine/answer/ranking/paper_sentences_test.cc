// The published way to choose the sentence, in both arithmetics.
#include "engine/answer/ranking/paper_sentences.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/tf_idf_cosine.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

template <typename A>
class PaperSentencesTest : public testing::Test {
 protected:
  std::span<ScoredSentence<A>> Paper(const IndexInMemory& index,
                                     std::string_view question) {
    const LiveSegment segments[] = {index.live()};
    Look(segments, question, Profile::kPaper);
    const auto chunks =
        *RetrieveTfIdfCosine<A>(segments, terms_, lookup_, 5, *arena_);
    return *RankPaperSentences<A>(segments, lookup_, chunks, {}, 3, *arena_);
  }

  TestArena arena_;

 private:
  void Look(std::span<const LiveSegment> segments, std::string_view question,
            Profile profile) {
    TermNormalizer normalizer(profile);
    terms_ = AnalyzeQuestion(question, normalizer, *arena_);
    lookup_ = *TermLookup::Find(segments, terms_, *arena_);
  }

  QuestionTerms terms_;
  TermLookup lookup_;
};
using Arithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(PaperSentencesTest, Arithmetics);

TYPED_TEST(PaperSentencesTest, ScoresThePublishedEquation) {
  // One chunk, so every idf is 1. The second sentence has the terms T: the red
  // fox runs home. The question has Q: the fox. The sentence has 5 words.
  const IndexInMemory index({"Dogs bark. The red fox runs home."},
                            Profile::kPaper);
  const auto ranked = this->Paper(index, "the fox");
  ASSERT_EQ(ranked.size(), 2u);
  const double cosine = 2 / (std::sqrt(2.0) * std::sqrt(7.0));
  const double sentence = .5 * 2 / 2 + .3 * 2 / 5 + .2 * 5 / 30;
  EXPECT_EQ(ranked[0].sentence, 1u);
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].score), .6 * sentence + .4 * cosine,
              1e-3);
}

TYPED_TEST(PaperSentencesTest, RewardsOnlyTheFirstSentenceOfAChunk) {
  const IndexInMemory index({"One fox ran. One fox ran."}, Profile::kPaper);
  const auto ranked = this->Paper(index, "fox");
  ASSERT_EQ(ranked.size(), 2u);
  EXPECT_EQ(ranked[0].sentence, 0u);
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].score) -
                  TypeParam::ToDouble(ranked[1].score),
              .1, 1e-3);
}

}  // namespace
}  // namespace answerbox::engine
