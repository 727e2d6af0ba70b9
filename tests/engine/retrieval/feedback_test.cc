#include "engine/retrieval/feedback.h"

#include <gtest/gtest.h>

#include <map>
#include <new>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Weights = std::map<std::string, double>;

template <typename A>
class FeedbackTest : public testing::Test {
 protected:
  void Ask(std::span<const LiveSegment> segments, std::string_view question) {
    terms_ = AnalyzeQuestion(question, normalizer_, *arena_);
    lookup_ = *TermLookup::Find(segments, terms_, *arena_);
    chunks_ = *RetrieveBm25<A>(segments, lookup_, 10, *arena_);
  }

  ExpandedQuestion Expand(std::span<const LiveSegment> segments,
                          std::string_view question, const Feedback& feedback) {
    Ask(segments, question);
    return *ExpandByFeedback<A>(segments, terms_, chunks_, feedback, *arena_);
  }

  static Weights Named(const ExpandedQuestion& expanded) {
    Weights weights;
    for (std::size_t t = 0; t < expanded.weights.size(); ++t) {
      weights[std::string(expanded.terms.distinct[t].term)] =
          expanded.weights[t].ToDouble();
    }
    return weights;
  }

  TestArena arena_;
  TermNormalizer normalizer_{Profile::kDefault};
  QuestionTerms terms_;
  TermLookup lookup_;
  std::span<ScoredChunk<A>> chunks_;
};
using FeedbackArithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(FeedbackTest, FeedbackArithmetics);

TYPED_TEST(FeedbackTest, WeighsTermsByTheirShareOfTheFirstChunk) {
  const IndexInMemory index({"pump valve valve seal", "rotor"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded =
      this->Expand(segments, "pump", {.chunks = 1, .terms = 3, .percent = 40});
  const Weights weights = this->Named(expanded);
  ASSERT_EQ(weights.size(), 3u);
  EXPECT_NEAR(weights.at("pump"), 0.6 + 0.4 / 4, 0.002);
  EXPECT_NEAR(weights.at("valv"), 0.4 * 2 / 4, 0.002);
  EXPECT_NEAR(weights.at("seal"), 0.4 / 4, 0.002);
}

TYPED_TEST(FeedbackTest, WeighsChunksByTheirScores) {
  const IndexInMemory index({"pump pump rotor", "pump valve valve", "seal"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded =
      this->Expand(segments, "pump", {.chunks = 2, .terms = 9, .percent = 100});
  const double first = TypeParam::ToDouble(this->chunks_[0].score);
  const double second = TypeParam::ToDouble(this->chunks_[1].score);
  const Weights weights = this->Named(expanded);
  EXPECT_NEAR(weights.at("rotor"), first / 3 / (first + second), 0.005);
  EXPECT_NEAR(weights.at("valv"), second * 2 / 3 / (first + second), 0.005);
}

TYPED_TEST(FeedbackTest, TakesTheMostProbableTermsAndOfEqualOnesTheFirst) {
  const IndexInMemory index({"pump valve valve seal rotor axle"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded =
      this->Expand(segments, "pump", {.chunks = 5, .terms = 2, .percent = 50});
  const Weights weights = this->Named(expanded);
  ASSERT_EQ(weights.size(), 3u);
  EXPECT_TRUE(weights.contains("valv"));
  EXPECT_TRUE(weights.contains("axl"));
  EXPECT_NEAR(weights.at("valv"), 0.5 * 2 / 3, 0.002);
}

TYPED_TEST(FeedbackTest, FindsChunksWithoutAWordOfTheQuestion) {
  const IndexInMemory index({"pump rotor rotor", "rotor rotor", "seal seal"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded = this->Expand(segments, "pump", {});
  EXPECT_EQ(this->chunks_.size(), 1u);
  const auto again =
      *RetrieveBm25<TypeParam>(segments, expanded.lookup, 10, *this->arena_);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[1].chunk, 1u);
}

TYPED_TEST(FeedbackTest, OfNoWeightChangesNothing) {
  const IndexInMemory index({"pump valve valve", "pump seal", "seal rotor"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded = this->Expand(segments, "pump seal", {.percent = 0});
  const auto again =
      *RetrieveBm25<TypeParam>(segments, expanded.lookup, 10, *this->arena_);
  ASSERT_EQ(again.size(), this->chunks_.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ(again[i].chunk, this->chunks_[i].chunk);
    EXPECT_EQ(again[i].score, this->chunks_[i].score);
  }
}

TYPED_TEST(FeedbackTest, DoesNotDependOnTheSegments) {
  const NamedText all[] = {{"a", "pump valve rotor"},
                           {"b", "pump seal valve"},
                           {"c", "pump axle axle"},
                           {"d", "valve seal"}};
  const IndexInMemory whole{std::span<const NamedText>(all)};
  const IndexInMemory first{std::span<const NamedText>(all).first(1)};
  const IndexInMemory rest{std::span<const NamedText>(all).subspan(1)};
  const LiveSegment one[] = {whole.live()};
  const LiveSegment two[] = {rest.live(), first.live()};
  const Feedback feedback{.chunks = 3, .terms = 4, .percent = 70};
  const auto expected = this->Named(this->Expand(one, "pump", feedback));
  const auto actual = this->Named(this->Expand(two, "pump", feedback));
  EXPECT_EQ(expected.size(), 4u);
  EXPECT_EQ(actual, expected);
}

TYPED_TEST(FeedbackTest, NeverExceedsTheTermsOfAQuestion) {
  std::string text = "pump";
  std::string question = "pump";
  for (char a = 'b'; a <= 'z'; ++a) {
    for (char b = 'b'; b <= 'f'; ++b) {
      text += std::string(" x") + a + 'q' + b;
      if (b == 'b') question += std::string(" x") + a + 'q' + b;
    }
  }
  const IndexInMemory index({text, "rotor"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded = this->Expand(segments, question, {.terms = 64});
  EXPECT_EQ(expanded.terms.distinct.size(), kMaxQuestionTerms);
  EXPECT_EQ(expanded.weights.size(), kMaxQuestionTerms);
}

TYPED_TEST(FeedbackTest, KeepsTheQuestionIfNothingWasRetrieved) {
  const IndexInMemory index({"rotor"});
  const LiveSegment segments[] = {index.live()};
  const auto expanded = this->Expand(segments, "pump", {});
  ASSERT_EQ(expanded.weights.size(), 1u);
  EXPECT_EQ(expanded.weights[0], Q16::FromInteger(1));
}

TYPED_TEST(FeedbackTest, SaysWhenTheArenaIsSpent) {
  const IndexInMemory index({"pump valve rotor", "pump seal"});
  const LiveSegment segments[] = {index.live()};
  this->Ask(segments, "pump");
  bool is_enough = false;
  for (std::size_t bytes = 0; !is_enough && bytes < 65'536; bytes += 16) {
    std::vector<std::byte> storage(bytes);
    Arena small(storage);
    try {
      is_enough = ExpandByFeedback<TypeParam>(segments, this->terms_,
                                              this->chunks_, {}, small)
                      .has_value();
    } catch (const std::bad_alloc&) {
    }
  }
  EXPECT_TRUE(is_enough);
}

}  // namespace
}  // namespace answerbox::engine
