// The features that this file computes from more than one other. What the rest
// are made of is tested by its own tests, and what all decide by
// tests/engine/ask/answer_forms_test.cc.
#include "engine/answer/units/leaf_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/answer/placed_leaves.h"
#include "tests/engine/answer/written_thesaurus.h"

namespace answerbox::engine {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::Le;

// A feature of each sentence of a text.
std::vector<int> ValuesOf(LeafFeature feature, std::string_view question,
                          std::string_view text, const Thesaurus* thesaurus) {
  PlacedLeaves placed(question, text, thesaurus);
  std::vector<int> values;
  for (const LeafRow& row : placed.Rows()) {
    values.push_back(row[static_cast<std::size_t>(feature)]);
  }
  return values;
}

std::vector<int> RelatedOf(std::string_view question, std::string_view text,
                           const Thesaurus* thesaurus) {
  return ValuesOf(LeafFeature::kRelated, question, text, thesaurus);
}

TEST(LeafFeatures, CountWordsOfTheQuestionOverThoseOfTheBestLeaf) {
  EXPECT_THAT(RelatedOf("Salt?", "Use less salt. Rest at home.", nullptr),
              ElementsAre(kWhole, 0));
}

TEST(LeafFeatures, CountANeighbourOfTheThesaurusByItsCloseness) {
  const OpenedThesaurus thesaurus({{"salt", {{"sodium", 1}}}});
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

TEST(LeafFeatures, KnowTheSentenceThatBeginsWithWhatIsToBeDefined) {
  constexpr std::string_view kText =
      "Many like sugars. Sugars are sweet. Salt is not.";
  EXPECT_THAT(
      ValuesOf(LeafFeature::kDefines, "What are sugars?", kText, nullptr),
      ElementsAre(0, kWhole, 0));
  EXPECT_THAT(
      ValuesOf(LeafFeature::kDefines, "Who likes sugars?", kText, nullptr),
      ElementsAre(0, 0, 0));
  EXPECT_THAT(ValuesOf(LeafFeature::kOpens, "Who has sugars?", kText, nullptr),
              ElementsAre(0, kWhole, 0));
}

TEST(LeafFeatures, LookAtTheSentencesBeside) {
  EXPECT_THAT(ValuesOf(LeafFeature::kAround, "Sugars?",
                       "Eat sugars. Rest. Sleep at home.", nullptr),
              ElementsAre(kWhole, kWhole, 0));
}

TEST(LeafFeatures, WeighATermMoreIfItTellsTheCandidatesApart) {
  const std::vector<int> values = ValuesOf(
      LeafFeature::kTelling, "Sugars in fruit?",
      "Sugars are sweet. Sugars rot teeth. Fruit is good. Fruit sugars fade.",
      nullptr);
  EXPECT_EQ(values[0], values[1]);
  EXPECT_GT(values[2], values[0]);
  EXPECT_EQ(values[3], kWhole);
}

TEST(LeafFeatures, LookAtWhatIsNearTheLessTheFartherItIs) {
  const std::vector<int> values =
      ValuesOf(LeafFeature::kTellingNear, "Sugars?",
               "Rest. Sleep. Eat sugars. Walk. Run. Swim. Dance.", nullptr);
  constexpr int kFade = kWhole * 6 / 100;
  const auto about = [](int value) {
    return AllOf(Ge(value - 2), Le(value + 2));
  };
  EXPECT_THAT(
      values,
      ElementsAre(about(kWhole - 2 * kFade), about(kWhole - kFade), kWhole,
                  about(kWhole - kFade), about(kWhole - 2 * kFade),
                  about(kWhole - 3 * kFade), about(kWhole - 4 * kFade)));
}

// Questions of many terms among many candidates must not take the arena of a
// daemon.
TEST(LeafFeatures, TakeNoMemoryForEachTermOfEachCandidate) {
  constexpr std::size_t kSentences = 500;
  std::string text;
  for (std::size_t i = 0; i < kSentences; ++i) text += "Eat sugars. ";
  const auto bytes_for = [&text](std::string_view question) {
    PlacedLeaves placed(question, text);
    const std::size_t before = placed.arena().used();
    static_cast<void>(placed.Rows());
    return placed.arena().used() - before;
  };
  const std::size_t many = bytes_for(
      "Sugars, fruit, salt, fat, bread, milk, eggs, rice, fish, meat, "
      "beans, nuts, oil, water, tea, juice, honey, jam, corn, peas?");
  EXPECT_LT(many - bytes_for("Sugars?"), kSentences);
}

TEST(LeafFeatures, LookForACauseWhereAReasonIsAskedFor) {
  constexpr std::string_view kText =
      "Sugars harm because they rot teeth. Eat less sugars.";
  EXPECT_THAT(
      ValuesOf(LeafFeature::kCause, "Why do sugars harm?", kText, nullptr),
      ElementsAre(kWhole, -kWhole));
  EXPECT_THAT(ValuesOf(LeafFeature::kCause, "Do sugars harm?", kText, nullptr),
              ElementsAre(0, 0));
}

}  // namespace
}  // namespace answerbox::engine
