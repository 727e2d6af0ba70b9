// Features of units that unit_signs.cc fills.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/answer/units/unit_features.h"
#include "tests/engine/answer/placed_leaves.h"
#include "tests/engine/blocked_text.h"

namespace answerbox::engine {
namespace {

class UnitSignsTest : public testing::Test {
 protected:
  void Ask(std::string_view question, std::string_view text,
           std::vector<AnsweringChunk> chunks = {}) {
    Ask(question, IndexInMemory({text}), std::move(chunks));
  }
  void AskBlocks(std::string_view question, std::string_view lines) {
    const BlockedText text(lines);
    const std::array documents{text.document()};
    Ask(question, IndexInMemory(std::span(documents)));
  }

  int Of(UnitFeature feature, std::uint32_t begin, std::uint32_t end,
         UnitKind kind = UnitKind::kRun) {
    const Leaf& first = inputs_->leaves.leaves[begin];
    return features_->RowOf(
        {begin, end, 10, kind, 0},
        inputs_->leaves
            .stretches[first.stretch])[static_cast<std::size_t>(feature)];
  }

  std::optional<PlacedLeaves> placed_;

 private:
  void Ask(std::string_view question, IndexInMemory index,
           std::vector<AnsweringChunk> chunks = {}) {
    features_.reset();
    placed_.emplace(question, std::move(index));
    placed_->SetChunks(std::move(chunks));
    inputs_.emplace(placed_->inputs());
    rows_ = placed_->Rows();
    probabilities_.emplace(inputs_->leaves, rows_, LogDocuments(1),
                           placed_->arena());
    features_.emplace(*inputs_, rows_, *probabilities_, LogDocuments(1),
                      placed_->arena());
  }

  std::optional<LeafInputs> inputs_;
  std::span<const LeafRow> rows_;
  std::optional<LeafProbabilities> probabilities_;
  std::optional<UnitFeatures> features_;
};

TEST_F(UnitSignsTest, HoldTheQuantityOfAnyOfTheirLeaves) {
  Ask("How long are beans soaked?",
      "Beans are soaked. They soak for 2 hours. Rest.");
  EXPECT_EQ(Of(UnitFeature::kQuantity, 0, 1), -kWhole);
  EXPECT_EQ(Of(UnitFeature::kQuantity, 0, 2), kWhole);
  EXPECT_EQ(Of(UnitFeature::kQuantity, 2, 3), -kWhole);
  EXPECT_GT(Of(UnitFeature::kQuantityNear, 0, 2), 0);
  EXPECT_LT(Of(UnitFeature::kQuantityNear, 0, 2), kWhole);
}

TEST_F(UnitSignsTest, ChooseOneOfTwoThings) {
  Ask("Is rice or barley boiled?",
      "Rice is boiled. Barley is boiled. Oats are boiled.");
  EXPECT_EQ(Of(UnitFeature::kChoice, 0, 1), kWhole);
  EXPECT_EQ(Of(UnitFeature::kChoice, 0, 2), kWhole / 2);
  EXPECT_EQ(Of(UnitFeature::kChoice, 2, 3), -kWhole);
  Ask("Is rice boiled?", "Rice is boiled. Barley.");
  EXPECT_EQ(Of(UnitFeature::kChoice, 0, 1), 0);
}

TEST_F(UnitSignsTest, FindTheTermsAboutAnOr) {
  const AskedQuestion asked("Is it the rice, or the barley?");
  const AskedChoice choice = ReadAskedChoice(asked.words());
  EXPECT_EQ(choice.first, TermMask{1} << asked.Term("rice"));
  EXPECT_EQ(choice.second, TermMask{1} << asked.Term("barley"));
  EXPECT_EQ(ReadAskedChoice(AskedQuestion("Or rice?").words()).first, 0u);
  EXPECT_EQ(ReadAskedChoice(AskedQuestion("Rice or?").words()).first, 0u);
  EXPECT_EQ(ReadAskedChoice(AskedQuestion("Rice?").words()).first, 0u);
}

TEST_F(UnitSignsTest, AgreeIfOneOfTheirLeavesDoes) {
  Ask("Salt beans before boiling?",
      "Salt beans after. Salt them before. Rest.");
  EXPECT_EQ(Of(UnitFeature::kSides, 0, 1), -kWhole);
  EXPECT_EQ(Of(UnitFeature::kSides, 0, 2), kWhole);
  EXPECT_EQ(Of(UnitFeature::kSides, 2, 3), 0);
}

TEST_F(UnitSignsTest, TellDenialsAndOpposites) {
  Ask("Who may accept beans?", "Reject beans. Do not eat beans. Accept. Rest.");
  EXPECT_GT(Of(UnitFeature::kOpposed, 0, 1), 0);
  EXPECT_EQ(Of(UnitFeature::kOpposed, 0, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kDenial, 0, 1), 0);
  EXPECT_EQ(Of(UnitFeature::kDenial, 1, 2), -kWhole / 2);
}

TEST_F(UnitSignsTest, TellTheSubjectAboveFromTheSubjectWithin) {
  AskBlocks("Dose of senna?",
            "# Medicines\n## Senna\nTake two.\n## Other\nSenna is old.");
  EXPECT_EQ(Of(UnitFeature::kSubject, 2, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kSubjectAbove, 2, 3), kWhole);
  EXPECT_EQ(Of(UnitFeature::kSubjectAll, 2, 3), kWhole);
  EXPECT_EQ(Of(UnitFeature::kSubject, 4, 5), kWhole);
  EXPECT_EQ(Of(UnitFeature::kSubjectSoft, 4, 5), kWhole);
  EXPECT_EQ(Of(UnitFeature::kSubjectAbove, 4, 5), 0);
  EXPECT_EQ(Of(UnitFeature::kSubjectAll, 4, 5), kWhole);
}

TEST_F(UnitSignsTest, KnowThatASectionBesideNamesMore) {
  AskBlocks("Senna?", "# Medicines\n## Senna\nTake it.\n## Other oils\nOld.");
  EXPECT_GT(Of(UnitFeature::kPath, 2, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kOtherPath, 2, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kForeign, 2, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kPath, 4, 5), 0);
  EXPECT_EQ(Of(UnitFeature::kOtherPath, 4, 5), kWhole);
  EXPECT_EQ(Of(UnitFeature::kForeign, 4, 5), kWhole);
}

TEST_F(UnitSignsTest, KnowTheTitle) {
  AskBlocks("Senna?", "# Senna\nTake it.");
  EXPECT_EQ(Of(UnitFeature::kTitle, 1, 2), kWhole);
  EXPECT_EQ(Of(UnitFeature::kForeign, 1, 2), 0);
  EXPECT_EQ(Of(UnitFeature::kName, 1, 2), 0);
}

TEST_F(UnitSignsTest, MatchARowByItsCells) {
  AskBlocks("Dose of senna?", "|! Drug | Dose\n| Senna | 5 mg\n| Poppy | 6 mg");
  EXPECT_GT(Of(UnitFeature::kRowKey, 1, 2, UnitKind::kRow), 0);
  EXPECT_GT(Of(UnitFeature::kRowGroup, 1, 2, UnitKind::kRow), 0);
  EXPECT_EQ(Of(UnitFeature::kRowKeyHead, 1, 2, UnitKind::kRow), kWhole);
  EXPECT_EQ(Of(UnitFeature::kRowKey, 2, 3, UnitKind::kRow), 0);
  EXPECT_EQ(Of(UnitFeature::kRowKeyHead, 2, 3, UnitKind::kRow), 0);
  EXPECT_GT(Of(UnitFeature::kRowHeads, 2, 3, UnitKind::kRow), 0);
}

TEST_F(UnitSignsTest, KnowALeadInAndAQuestion) {
  AskBlocks("Soap?", ": You need:\n- soap\n- water\n\nIs that all?\nIt is.");
  EXPECT_EQ(Of(UnitFeature::kLeadInFirst, 0, 3, UnitKind::kList), kWhole);
  EXPECT_EQ(Of(UnitFeature::kLeadInFirst, 1, 3), 0);
  EXPECT_EQ(Of(UnitFeature::kQuestion, 3, 4), kWhole);
  EXPECT_EQ(Of(UnitFeature::kQuestion, 3, 5), 0);
}

TEST_F(UnitSignsTest, StandAfterAQuestion) {
  Ask("Do beans rot?", "Do beans rot? Yes. Rest.");
  EXPECT_EQ(Of(UnitFeature::kAfterQuestion, 1, 2), kWhole);
  EXPECT_EQ(Of(UnitFeature::kAfterQuestion, 0, 1), 0);
}

TEST_F(UnitSignsTest, AreDenseWhereNothingElseStands) {
  Ask("Beans rot?", "Beans rot. Beans rot in warm weather or rain.");
  EXPECT_EQ(Of(UnitFeature::kDensity, 0, 1), kWhole);
  EXPECT_LT(Of(UnitFeature::kDensity, 1, 2), kWhole / 2);
}

TEST_F(UnitSignsTest, KnowTheRankOfTheirChunk) {
  Ask("Beans?", "Beans. Rest.", {{0, 0, 900, 3, 800}});
  EXPECT_EQ(Of(UnitFeature::kChunkRank, 0, 1), kWhole / 4);
  EXPECT_EQ(Of(UnitFeature::kChunk, 0, 1), kWhole);
  EXPECT_EQ(Of(UnitFeature::kDocumentChunks, 0, 1), kWhole);
  Ask("Beans?", "Beans. Rest.", {{0, 0, 900}});
  EXPECT_EQ(Of(UnitFeature::kChunkRank, 0, 1), 0);
  EXPECT_EQ(Of(UnitFeature::kChunk, 0, 1), 0);
}

TEST_F(UnitSignsTest, AreCloseAndKnowTheCaption) {
  Ask("Salted beans?", "Salted beans rot. Salted and rather old beans.");
  EXPECT_EQ(Of(UnitFeature::kClose, 0, 1), kWhole);
  EXPECT_LT(Of(UnitFeature::kClose, 1, 2), kWhole);
  EXPECT_EQ(Of(UnitFeature::kCaption, 0, 1), 0);
}

TEST_F(UnitSignsTest, ChooseNothingOfAnOpenEnd) {
  const AskedQuestion asked("Is it for boats or more? Is it rice or barley?");
  const AskedChoice choice = ReadAskedChoice(asked.words());
  EXPECT_EQ(choice.first, TermMask{1} << asked.Term("rice"));
  EXPECT_EQ(choice.second, TermMask{1} << asked.Term("barley"));
}

}  // namespace
}  // namespace answerbox::engine
