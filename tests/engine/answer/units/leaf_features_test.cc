// The feature of related words. What the other features are made of is tested
// by its own tests, and what all decide by
// tests/engine/ask/answer_forms_test.cc.
#include "engine/answer/units/leaf_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/answer/written_thesaurus.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;

// The feature kRelated of each sentence of a text.
std::vector<int> RelatedOf(std::string_view question, std::string_view text,
                           const Thesaurus* thesaurus) {
  const IndexInMemory index({text});
  AskedQuestion asked(question, {index.live()});
  std::vector<AnsweringChunk> chunks;
  for (ChunkNumber c = 0; c < index.reader().counts().chunks; ++c) {
    chunks.push_back({0, c, 0});
  }
  const CandidateEvidence evidence =
      asked.Gather(chunks, RelatedWords(), thesaurus);
  const QuestionWeights weights(asked.lookup(), asked.arena());
  const QuestionCues cues;
  TermNormalizer normalizer(Profile::kDefault);
  SectionReader sections(asked.terms(), weights, cues, normalizer,
                         asked.arena());
  const Leaves leaves =
      PlaceLeaves(asked.segments(), evidence, sections, asked.arena()).value();
  std::vector<int> values;
  for (const LeafRow& row :
       LeafRows({evidence, asked.words(), weights, cues, leaves, {}},
                asked.arena())) {
    values.push_back(row[static_cast<std::size_t>(LeafFeature::kRelated)]);
  }
  return values;
}

TEST(LeafFeatures, CountWordsOfTheQuestionOverThoseOfTheBestLeaf) {
  EXPECT_THAT(RelatedOf("Salt?", "Use less salt. Rest at home.", nullptr),
              ElementsAre(kWhole, 0));
}

TEST(LeafFeatures, CountANeighbourOfTheThesaurusByItsCloseness) {
  const OpenedThesaurus thesaurus({{"salt", {{"sodium", 3}}}});
  constexpr std::string_view kText =
      "Use less salt. Sodium harms. Rest at home.";
  EXPECT_THAT(RelatedOf("Salt?", kText, &thesaurus.get()),
              ElementsAre(kWhole, kWhole * 230 / 256, 0));
  EXPECT_THAT(RelatedOf("Salt?", kText, nullptr), ElementsAre(kWhole, 0, 0));
}

TEST(LeafFeatures, AreZeroWhereNoLeafHasAWordOfTheQuestion) {
  EXPECT_THAT(RelatedOf("Pepper?", "Use less salt. Rest at home.", nullptr),
              ElementsAre(0, 0));
}

}  // namespace
}  // namespace answerbox::engine
