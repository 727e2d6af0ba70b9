// Features of leaves that leaf_signs.cc fills.
#include "engine/answer/units/leaf_signs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

#include "tests/engine/answer/placed_leaves.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/blocked_text.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;

std::vector<int> ValuesOf(PlacedLeaves& placed, LeafFeature feature) {
  std::vector<int> values;
  for (const LeafRow& row : placed.Rows()) {
    values.push_back(row[static_cast<std::size_t>(feature)]);
  }
  return values;
}

std::vector<int> SignsOf(LeafFeature feature, std::string_view question,
                         std::string_view text,
                         const Thesaurus* thesaurus = nullptr) {
  PlacedLeaves placed(question, text, thesaurus);
  return ValuesOf(placed, feature);
}

std::vector<int> SignsInBlocks(LeafFeature feature, std::string_view question,
                               std::string_view lines) {
  const BlockedText text(lines);
  const std::array documents{text.document()};
  PlacedLeaves placed(question, IndexInMemory(std::span(documents)));
  return ValuesOf(placed, feature);
}

TEST(LeafSigns, TellWhetherTheQuantityThatIsAskedForIsHere) {
  constexpr std::string_view kText =
      "Soak beans for 20 minutes. Soak 20 beans. Rest.";
  EXPECT_THAT(SignsOf(LeafFeature::kQuantity, "How long to soak?", kText),
              ElementsAre(kWhole, -kWhole, -kWhole));
  EXPECT_THAT(SignsOf(LeafFeature::kQuantity, "Who soaks beans?", kText),
              ElementsAre(0, 0, 0));
}

TEST(LeafSigns, AskForAQuantityNearTheQuestionsWords) {
  const auto values =
      SignsOf(LeafFeature::kQuantityNear, "How long are beans soaked?",
              "Beans are soaked for 2 hours. Rice boils for 2 hours. Beans.");
  EXPECT_GT(values[0], 0);
  EXPECT_THAT(values, ElementsAre(values[0], 0, 0));
}

TEST(LeafSigns, TakeANameForAPersonPerhaps) {
  EXPECT_THAT(SignsOf(LeafFeature::kThing, "Who waters beans?",
                      "The manager waters beans. On weekdays Jane Smith waters "
                      "beans. Beans grow."),
              ElementsAre(kWhole, kWhole / 2, -kWhole));
}

TEST(LeafSigns, TellOppositeSides) {
  EXPECT_THAT(SignsOf(LeafFeature::kSides, "Salt beans before boiling?",
                      "Salt beans before. Salt beans after. Salt beans."),
              ElementsAre(kWhole, -kWhole, 0));
}

TEST(LeafSigns, TellADenialThatTheQuestionLacks) {
  constexpr std::string_view kText = "Eat beans. Do not eat beans.";
  EXPECT_THAT(SignsOf(LeafFeature::kDenial, "Who eats beans?", kText),
              ElementsAre(0, -kWhole / 2));
  EXPECT_THAT(SignsOf(LeafFeature::kDenial, "Who must not eat beans?", kText),
              ElementsAre(-kWhole, kWhole));
}

TEST(LeafSigns, AreCloseWhereTheQuestionsWordsStandTogether) {
  const auto values =
      SignsOf(LeafFeature::kClose, "Salted beans?",
              "Salted beans rot. Salted and rather old grey beans rot. Rest.");
  EXPECT_EQ(values[0], kWhole);
  EXPECT_GT(values[1], 0);
  EXPECT_LT(values[1], values[0]);
  EXPECT_EQ(values[2], 0);
}

TEST(LeafSigns, KnowTheSubjectByItsRarestWordThatIsHere) {
  const std::vector<NamedText> documents = {
      {"a", "Beans."}, {"b", "Beans."}, {"c", "Beans."}, {"d", "Zebra."}};
  PlacedLeaves placed("Zebra beans?",
                      IndexInMemory(std::span<const NamedText>(documents)));
  EXPECT_THAT(ValuesOf(placed, LeafFeature::kSubject),
              ElementsAre(0, 0, 0, kWhole));
  // A word that no text has names no subject among them.
  EXPECT_THAT(SignsOf(LeafFeature::kSubject, "Giraffe beans?", "Beans. Rest."),
              ElementsAre(kWhole, 0));
}

TEST(LeafSigns, KnowTheSubjectByARelatedWordOfAHeading) {
  const OpenedThesaurus thesaurus({{"salt", {{"sodium", 1}}}});
  const BlockedText text("# Food\n## Sodium\nEat less.\n## Rest\nSleep more.");
  const std::array documents{text.document()};
  const auto subject = [&](const Thesaurus* related) {
    PlacedLeaves placed("Salt?", IndexInMemory(std::span(documents)), related);
    std::vector<int> values;
    const auto rows = placed.Rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!placed.inputs().leaves.leaves[i].can_answer) continue;
      values.push_back(
          rows[i][static_cast<std::size_t>(LeafFeature::kSubjectAll)]);
    }
    return values;
  };
  EXPECT_THAT(subject(nullptr), ElementsAre(0, 0));
  // The candidate that is the heading holds it, so it names the subject.
  EXPECT_THAT(subject(&thesaurus.get()), ElementsAre(kWhole * 230 / 256, 0));
}

TEST(LeafSigns, StandAfterAQuestionUpToTheNextOne) {
  EXPECT_THAT(SignsOf(LeafFeature::kAfterQuestion, "Do beans rot?",
                      "Rest. Do beans rot? Yes. They do. Is it late? No."),
              ElementsAre(0, 0, kWhole, kWhole, 0, 0));
  EXPECT_THAT(SignsInBlocks(LeafFeature::kAfterQuestion, "Do beans rot?",
                            "## Do beans rot?\nThey do.\n## Rest\nSleep."),
              ElementsAre(0, kWhole, 0, 0));
}

TEST(LeafSigns, MatchRowsByKeyAndHead) {
  constexpr std::string_view kLines =
      "|! Drug | Dose | Route\n| Aspirin | 5 mg | mouth\n| Senna | 7 mg | "
      "mouth";
  EXPECT_THAT(
      SignsInBlocks(LeafFeature::kRowKeyHead, "Dose of aspirin?", kLines),
      ElementsAre(0, kWhole, 0));
  const auto heads =
      SignsInBlocks(LeafFeature::kRowHeads, "Dose of aspirin?", kLines);
  EXPECT_GT(heads[1], 0);
  EXPECT_EQ(heads[1], heads[2]);
  const auto keys =
      SignsInBlocks(LeafFeature::kRowGroup, "Dose of aspirin?", kLines);
  EXPECT_NEAR(keys[1] + heads[1], kWhole, 1);
  EXPECT_EQ(keys[2], 0);
}

TEST(LeafSigns, KnowTheDocumentByItsName) {
  const std::vector<NamedText> documents = {{"bean_rules.txt", "Eat."}};
  PlacedLeaves placed("Which rules?",
                      IndexInMemory(std::span<const NamedText>(documents)));
  EXPECT_THAT(ValuesOf(placed, LeafFeature::kName), ElementsAre(kWhole));
}

TEST(LeafSigns, CompareTheirChunkWithTheBest) {
  const std::vector<NamedText> documents = {{"a", "Beans."}, {"b", "Rest."}};
  PlacedLeaves placed("Beans?",
                      IndexInMemory(std::span<const NamedText>(documents)));
  EXPECT_THAT(ValuesOf(placed, LeafFeature::kChunk), ElementsAre(0, 0));
  placed.SetChunks({{0, 0, 900, 0, 800}, {0, 1, 900, 1, 200}});
  EXPECT_THAT(ValuesOf(placed, LeafFeature::kChunk),
              ElementsAre(kWhole, kWhole / 4));
  EXPECT_THAT(ValuesOf(placed, LeafFeature::kDocumentChunks),
              ElementsAre(kWhole / 2, kWhole / 2));
}

}  // namespace
}  // namespace answerbox::engine
