#include "engine/language_model/word_probability.h"

#include <gtest/gtest.h>

#include <cmath>

namespace answerbox::engine {
namespace {

constexpr Smoothing Dirichlet(std::uint32_t mu) {
  return {SmoothingMethod::kDirichlet, mu};
}
constexpr Smoothing JelinekMercer(std::uint32_t lambda) {
  return {SmoothingMethod::kJelinekMercer, lambda};
}

double Value(const WordProbability& p) {
  return static_cast<double>(p.numerator) / static_cast<double>(p.denominator);
}

TEST(WordProbabilityTest, IsWhatTheEquationsSay) {
  const WordInChunk chunk{2, 10};
  const WordInCollection collection{5, 1000};
  EXPECT_DOUBLE_EQ(Value(ProbabilityInChunk(chunk, collection, Dirichlet(100))),
                   (2 + 100 * 0.005) / (10 + 100));
  EXPECT_DOUBLE_EQ(
      Value(ProbabilityInChunk(chunk, collection, JelinekMercer(64))),
      0.75 * 0.2 + 0.25 * 0.005);
}

TEST(WordProbabilityTest, AddsUpToOneOverAllWords) {
  const std::uint64_t in_collection[] = {1, 6, 3, 90};
  const std::uint32_t in_chunk[] = {0, 2, 1, 4};
  for (const Smoothing& smoothing : {Dirichlet(1), Dirichlet(10'000),
                                     JelinekMercer(1), JelinekMercer(256)}) {
    double sum = 0;
    for (int w = 0; w < 4; ++w) {
      sum += Value(ProbabilityInChunk({in_chunk[w], 7}, {in_collection[w], 100},
                                      smoothing));
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(WordProbabilityTest, AWordOfTheCollectionIsPossibleInEveryChunk) {
  const WordInCollection rare{1, (std::uint64_t{1} << 42) - 1};
  for (const Smoothing& smoothing : {Dirichlet(1), JelinekMercer(1)}) {
    EXPECT_GT(ProbabilityInChunk({0, 65'535}, rare, smoothing).numerator, 0u);
    EXPECT_GT(ProbabilityInChunk({0, 0}, rare, smoothing).numerator, 0u);
  }
}

TEST(WordProbabilityTest, TheLargestCountsDoNotOverflow) {
  const std::uint64_t most = (std::uint64_t{1} << 42) - 1;
  for (const Smoothing& smoothing : {Dirichlet(10'000), JelinekMercer(128)}) {
    const auto p =
        ProbabilityInChunk({65'535, 65'535}, {most, most}, smoothing);
    EXPECT_EQ(p.numerator, p.denominator);
    EXPECT_LT(p.denominator, std::uint64_t{1} << 62);
  }
}

TEST(WordProbabilityTest, HasTheSameLogarithmInBothArithmetics) {
  const auto p = ProbabilityInChunk({2, 10}, {5, 1000}, Dirichlet(100));
  const double expected = std::log(2.5 / 110);
  EXPECT_NEAR(LnProbability<FixedArithmetic>(p).ToDouble(), expected, 4e-5);
  EXPECT_NEAR(LnProbability<FloatArithmetic>(p), expected, 1e-12);
}

}  // namespace
}  // namespace answerbox::engine
