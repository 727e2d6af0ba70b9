// Whether answers are ranked by the thesaurus, as Question::with_thesaurus
// says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kText =
    "The physician is away today. The doctor is here. Cups are sold.";

// Keeps LeafFeature::kRelated of each leaf.
class RelatedFeatures final : public UnitObserver {
 public:
  void OnLeaves(const CandidateEvidence& /*evidence*/, const Leaves& /*leaves*/,
                std::span<const LeafRow> rows) override {
    for (const LeafRow& row : rows) {
      values_.push_back(row[static_cast<std::size_t>(LeafFeature::kRelated)]);
    }
  }
  void OnUnit(const UnitSpan& /*unit*/, const UnitRow& /*row*/) override {}

  [[nodiscard]] const std::vector<int>& values() const { return values_; }

 private:
  std::vector<int> values_;
};

std::vector<int> Ask(bool with_thesaurus) {
  const IndexInMemory index({kText});
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  RelatedFeatures features;
  Question question{.text = "Physician?", .form = std::nullopt};
  question.with_thesaurus = with_thesaurus;
  question.unit_observer = &features;
  EXPECT_TRUE(engine::Ask(segments, question, workspace));
  return features.values();
}

TEST(RelatedWordsOfAnAnswer, CountByTheirCloseness) {
  const auto neighbours = ShippedThesaurus().Of("physician");
  int doctor = 0;
  for (std::size_t i = neighbours.begin; i < neighbours.end; ++i) {
    const RelatedWord word = ShippedThesaurus().At(i);
    if (word.term == "doctor") doctor = word.closeness;
  }
  EXPECT_THAT(Ask(true), ElementsAre(kWhole, kWhole * doctor / 256, 0));
}

TEST(RelatedWordsOfAnAnswer, CanBeTurnedOff) {
  EXPECT_THAT(Ask(false), ElementsAre(kWhole, 0, 0));
}

}  // namespace
}  // namespace answerbox::engine
