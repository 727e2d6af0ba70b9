// What a unit's features add to those of its leaves. How they decide together
// is tested by tests/engine/ask/answer_forms_test.cc.
#include "engine/answer/units/unit_features.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tests/engine/answer/placed_leaves.h"

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kDocuments = 1;

class UnitFeaturesTest : public testing::Test {
 protected:
  void Ask(std::string_view question, std::string_view text) {
    placed_.emplace(question, text);
    inputs_.emplace(placed_->inputs());
    rows_ = placed_->Rows();
    probabilities_.emplace(inputs_->leaves, rows_, LogDocuments(kDocuments),
                           placed_->arena());
    features_.emplace(*inputs_, rows_, *probabilities_,
                      LogDocuments(kDocuments), placed_->arena());
    stretch_ = inputs_->leaves.stretches[0];
  }

  int Of(UnitFeature feature, const UnitSpan& unit) {
    return features_->RowOf(unit, stretch_)[static_cast<std::size_t>(feature)];
  }

  // Sentences `begin` to `end` - 1, as a unit of so many words.
  static UnitSpan Unit(std::uint32_t begin, std::uint32_t end,
                       UnitKind kind = UnitKind::kRun,
                       std::uint32_t words = 10) {
    return {begin, end, words, kind, 0};
  }

  std::optional<PlacedLeaves> placed_;
  std::optional<LeafInputs> inputs_;
  std::span<const LeafRow> rows_;
  std::optional<LeafProbabilities> probabilities_;
  std::optional<UnitFeatures> features_;
  Stretch stretch_;  // The first one; a test may change it.
};

TEST_F(UnitFeaturesTest, CoverWhatItsSentencesCoverTogether) {
  Ask("Salt and sugar?", "Eat less salt. Avoid sugar. Rest at home.");
  EXPECT_EQ(Of(UnitFeature::kSoftCoverage, Unit(0, 2)), kWhole);
  const int salt = Of(UnitFeature::kSoftCoverage, Unit(0, 1));
  const int sugar = Of(UnitFeature::kSoftCoverage, Unit(1, 2));
  EXPECT_GT(salt, 0);
  EXPECT_NEAR(salt + sugar, kWhole, 1);
  EXPECT_EQ(Of(UnitFeature::kSoftCoverage, Unit(2, 3)), 0);
}

TEST_F(UnitFeaturesTest, CountHeadingsApartFromTheUnitItself) {
  Ask("Salt and sugar?", "Eat less salt. Rest at home.");
  const int alone = Of(UnitFeature::kSoftCoverage, Unit(0, 1));
  EXPECT_EQ(Of(UnitFeature::kAllSoft, Unit(0, 1)), alone);
  std::vector<Similarity> both(2, kSame);
  stretch_.section.path = both;
  EXPECT_EQ(Of(UnitFeature::kSoftCoverage, Unit(0, 1)), alone);
  EXPECT_EQ(Of(UnitFeature::kAllSoft, Unit(0, 1)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kAllCoverage, Unit(0, 1)), kWhole);
}

TEST_F(UnitFeaturesTest, KnowTheLeafThatIsMostProbable) {
  Ask("Salt?", "Eat less salt. Rest at home. Walk.");
  EXPECT_EQ(Of(UnitFeature::kHoldsBest, Unit(0, 1)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kHoldsBest, Unit(0, 3)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kHoldsBest, Unit(1, 3)), 0);
  EXPECT_EQ(Of(UnitFeature::kLeafOverBest, Unit(0, 3)), kWhole);
  EXPECT_LT(Of(UnitFeature::kLeafOverBest, Unit(1, 3)), kWhole);
  EXPECT_NEAR(Of(UnitFeature::kMass, Unit(0, 3)), kWhole, 1);
  EXPECT_LT(Of(UnitFeature::kMass, Unit(1, 3)),
            Of(UnitFeature::kMass, Unit(0, 1)));
}

TEST_F(UnitFeaturesTest, TellKindsOfUnitsApart) {
  Ask("Which foods have salt?", "Bread has salt. Rest at home.");
  stretch_.section.kind = kWhole;
  EXPECT_EQ(Of(UnitFeature::kKind, Unit(0, 1)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kKindOfList, Unit(0, 1)), 0);
  EXPECT_EQ(Of(UnitFeature::kKindOfList, Unit(0, 1, UnitKind::kList)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kKindOfWindow, Unit(0, 1, UnitKind::kWindow)),
            kWhole);
  EXPECT_EQ(Of(UnitFeature::kRow, Unit(0, 1, UnitKind::kRow)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kParagraph, Unit(0, 2, UnitKind::kRun)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kParagraph, Unit(0, 1, UnitKind::kSentence)), 0);
}

TEST_F(UnitFeaturesTest, KnowWhetherSeveralThingsAreAskedFor) {
  const UnitSpan list = Unit(0, 2, UnitKind::kList);
  Ask("What are the symptoms of flu?", "Flu has fever. Flu has cough.");
  EXPECT_EQ(Of(UnitFeature::kAskedList, list), kWhole);
  EXPECT_EQ(Of(UnitFeature::kOtherList, list), 0);
  Ask("When does flu begin?", "Flu has fever. Flu has cough.");
  EXPECT_EQ(Of(UnitFeature::kAskedList, list), 0);
  EXPECT_EQ(Of(UnitFeature::kOtherList, list), kWhole);
}

TEST_F(UnitFeaturesTest, KnowAWindowThatBeginsItsSection) {
  Ask("Salt?", "Eat less salt. Rest at home.");
  const UnitSpan first = Unit(0, 1, UnitKind::kWindow);
  EXPECT_EQ(Of(UnitFeature::kOpensSection, first), 0);
  stretch_.begins_section = true;
  EXPECT_EQ(Of(UnitFeature::kOpensSection, first), kWhole);
  EXPECT_EQ(Of(UnitFeature::kOpensSection, Unit(1, 2, UnitKind::kWindow)), 0);
  EXPECT_EQ(Of(UnitFeature::kOpensSection, Unit(0, 1)), 0);
}

TEST_F(UnitFeaturesTest, MissANumberOnlyWhereOneIsAskedFor) {
  constexpr std::string_view kText = "Take 20 drops of salt. Rest at home.";
  Ask("How many drops?", kText);
  EXPECT_EQ(Of(UnitFeature::kNumberMissing, Unit(0, 1)), 0);
  EXPECT_EQ(Of(UnitFeature::kNumberMissing, Unit(1, 2)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kNumberWords, Unit(0, 1)), kWhole * 10 / 100);
  Ask("Who takes drops?", kText);
  EXPECT_EQ(Of(UnitFeature::kNumberMissing, Unit(1, 2)), 0);
  EXPECT_EQ(Of(UnitFeature::kNumberWords, Unit(0, 1)), 0);
}

TEST_F(UnitFeaturesTest, MissTheRarestTermThatNothingHolds) {
  Ask("Salt and sugar?", "Salt is cheap. Salt is white. Salt or sugar.");
  EXPECT_EQ(Of(UnitFeature::kRarestMissing, Unit(2, 3)), 0);
  EXPECT_GT(Of(UnitFeature::kRarestMissing, Unit(0, 1)), 0);
  std::vector<Similarity> both(2, kSame);
  stretch_.section.title = both;
  EXPECT_EQ(Of(UnitFeature::kRarestMissing, Unit(0, 1)), 0);
}

TEST_F(UnitFeaturesTest, CountShortQuestionsMore) {
  constexpr std::string_view kText = "Eat less salt. Rest at home.";
  Ask("Salt?", kText);
  EXPECT_EQ(Of(UnitFeature::kShort, Unit(0, 1)), kWhole);
  EXPECT_EQ(Of(UnitFeature::kShortMissing, Unit(0, 1)), 0);
  EXPECT_EQ(Of(UnitFeature::kShortMissing, Unit(1, 2)), kWhole);
  Ask("Salt, pepper, vinegar, mustard, ginger, cumin?", kText);
  EXPECT_LT(Of(UnitFeature::kShort, Unit(0, 1)), kWhole / 4);
  EXPECT_GT(Of(UnitFeature::kShort, Unit(0, 1)), 0);
}

TEST_F(UnitFeaturesTest, CountWordsByTheHundred) {
  Ask("Salt?", "Eat less salt.");
  EXPECT_EQ(Of(UnitFeature::kWords, Unit(0, 1, UnitKind::kRun, 50)),
            kWhole / 2);
  // As many as fit into 16 bits.
  EXPECT_EQ(Of(UnitFeature::kWords, Unit(0, 1, UnitKind::kRun, 100'000)),
            INT16_MAX);
}

TEST(ComparedFeatures, TellHowFarAUnitIsBelowTheBest) {
  const auto at = [](UnitFeature feature) {
    return static_cast<std::size_t>(feature);
  };
  std::array<UnitRow, 3> rows{};
  rows[0][at(UnitFeature::kAllSoft)] = 300;
  rows[1][at(UnitFeature::kAllSoft)] = 1000;
  rows[2][at(UnitFeature::kKind)] = -500;
  FillCompared(rows);
  EXPECT_EQ(rows[0][at(UnitFeature::kAllSoftBelow)], 700);
  EXPECT_EQ(rows[1][at(UnitFeature::kAllSoftBelow)], 0);
  EXPECT_EQ(rows[1][at(UnitFeature::kKindBelow)], 0);
  EXPECT_EQ(rows[2][at(UnitFeature::kKindBelow)], 500);
}

}  // namespace
}  // namespace answerbox::engine
