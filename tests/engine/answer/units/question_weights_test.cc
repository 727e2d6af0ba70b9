#include "engine/answer/units/question_weights.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {
namespace {

// In English, "mean" is common and "measles" is rare.
constexpr LexiconEntry kMean{.rarity = 32};
constexpr LexiconEntry kMeasles{.rarity = 128};

class QuestionWeightsTest : public testing::Test {
 protected:
  QuestionWeightsTest()
      : index_({"Mean values. Measles spots."}),
        asked_("Mean measles?", {index_.live()}) {}

  CandidateEvidence Gather() {
    const std::vector<AnsweringChunk> chunks = {{0, 0, 0}};
    return asked_.Gather(chunks);
  }

  IndexInMemory index_;
  AskedQuestion asked_;
};

TEST_F(QuestionWeightsTest, AreInverseDocumentFrequencies) {
  const QuestionWeights weights(asked_.lookup(), asked_.arena());
  EXPECT_GT(weights.idf(0), 0);
  EXPECT_EQ(weights.idf(0), weights.idf(1));
}

TEST_F(QuestionWeightsTest, CountRareWordsOfEnglishMore) {
  const std::vector<LexiconEntry> english = {kMean, kMeasles};
  const QuestionWeights plain(asked_.lookup(), asked_.arena());
  const QuestionWeights weights(asked_.lookup(), english, asked_.arena());
  EXPECT_EQ(weights.idf(0), plain.idf(0) / 4);
  EXPECT_EQ(weights.idf(1), plain.idf(1));
  EXPECT_EQ(weights.total(), weights.idf(0) + weights.idf(1));
}

TEST_F(QuestionWeightsTest, CountAPhraseAsOfMiddleRarity) {
  const std::vector<LexiconEntry> english = {kMean};
  const QuestionWeights plain(asked_.lookup(), asked_.arena());
  const QuestionWeights weights(asked_.lookup(), english, asked_.arena());
  EXPECT_EQ(weights.idf(1), plain.idf(1));
}

TEST_F(QuestionWeightsTest, TellCandidatesApartByWordsThatAreRareInEnglish) {
  const std::vector<LexiconEntry> english = {kMean, kMeasles};
  const CandidateEvidence evidence = Gather();
  const auto weights =
      QuestionWeights::Among(evidence, english, asked_.arena());
  EXPECT_GT(weights.idf(0), 0);
  EXPECT_EQ(weights.idf(1), 4 * weights.idf(0));
}

}  // namespace
}  // namespace answerbox::engine
