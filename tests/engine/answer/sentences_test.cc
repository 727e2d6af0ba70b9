// Both ways of choosing the sentence, in both arithmetics.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/answer/default_sentences.h"
#include "engine/answer/paper_sentences.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/tf_idf_cosine.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

template <typename A>
class SentencesTest : public testing::Test {
 protected:
  std::span<ScoredSentence<A>> Paper(const IndexInMemory& index,
                                     std::string_view question) {
    const LiveSegment segments[] = {index.live()};
    Look(segments, question, Profile::kPaper);
    const auto chunks =
        *RetrieveTfIdfCosine<A>(segments, terms_, lookup_, 5, *arena_);
    return *RankPaperSentences<A>(segments, lookup_, chunks, {}, 3, *arena_);
  }

  std::span<ScoredSentence<A>> Default(const IndexInMemory& index,
                                       std::string_view question) {
    const LiveSegment segments[] = {index.live()};
    Look(segments, question, Profile::kDefault);
    const auto chunks = *RetrieveBm25<A>(segments, lookup_, 5, *arena_);
    return *RankDefaultSentences<A>(segments, terms_, lookup_, chunks, 3,
                                    *arena_);
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
TYPED_TEST_SUITE(SentencesTest, Arithmetics);

TYPED_TEST(SentencesTest, ScoresThePublishedEquation) {
  // One chunk, so every idf is 1. T of the second sentence: the red fox runs
  // home; Q: the fox; words: 5.
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

TYPED_TEST(SentencesTest, RewardsOnlyTheFirstSentenceOfAChunkInProfilePaper) {
  const IndexInMemory index({"One fox ran. One fox ran."}, Profile::kPaper);
  const auto ranked = this->Paper(index, "fox");
  ASSERT_EQ(ranked.size(), 2u);
  EXPECT_EQ(ranked[0].sentence, 0u);
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].score) -
                  TypeParam::ToDouble(ranked[1].score),
              .1, 1e-3);
}

TYPED_TEST(SentencesTest, WeighsRareWordsOfTheSentencesAtHandMore) {
  const IndexInMemory index(
      {"The clinic has a fridge. The clinic has a door. The clinic closes at "
       "noon. The clinic is white."});
  const auto ranked = this->Default(index, "When does the clinic fridge open?");
  EXPECT_EQ(ranked[0].sentence, 0u);
}

TYPED_TEST(SentencesTest, GivesConfidenceAsTheWeightedShareCovered) {
  const IndexInMemory index({"Blue apples fell. Green pears hung. Plums rot."});
  const auto ranked = this->Default(index, "blue plums unicorn");
  // n = 3; blue and plums are in one sentence each, unicorn in none.
  const double held = std::log(4 / 1.5);
  const double missing = std::log(4 / .5);
  EXPECT_NEAR(TypeParam::ToDouble(ranked[0].confidence),
              held / (2 * held + missing), 1e-3);
}

TYPED_TEST(SentencesTest, PrefersTheEarlierOfEqualSentences) {
  const IndexInMemory index({"Pears hang. Apples fall. Apples fall."});
  const auto ranked = this->Default(index, "apples");
  EXPECT_EQ(ranked[0].sentence, 1u);
  EXPECT_EQ(ranked[1].sentence, 2u);
}

TYPED_TEST(SentencesTest, NamesASentenceOfOverlappingChunksOnce) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "Some words stand here now. ";
  text += "Apples fall.";
  const std::string_view views[] = {text};
  const IndexInMemory index(views, Profile::kDefault, {8, 4});
  const auto ranked = this->Default(index, "apples fall words");
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_NE(ranked[0].sentence, ranked[1].sentence);
  EXPECT_NE(ranked[1].sentence, ranked[2].sentence);
}

}  // namespace
}  // namespace answerbox::engine
