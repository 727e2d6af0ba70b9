// Which units of a document compete.
#include "engine/answer/units/unit_spans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/answer/asked_question.h"
#include "tests/engine/blocked_text.h"

namespace answerbox::engine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// All leaves of one document, and its units as text: "kind|first..last words".
class DocumentUnits final : public UnitVisitor {
 public:
  explicit DocumentUnits(std::string_view lines, std::uint32_t words = 60)
      : text_(lines), document_{text_.document()} {
    const IndexInMemory index{std::span<const DocumentText>(document_)};
    AskedQuestion question("anything at all", {index.live()});
    std::vector<AnsweringChunk> chunks;
    for (ChunkNumber c = 0; c < index.reader().counts().chunks; ++c) {
      chunks.push_back({0, c, 0});
    }
    const CandidateEvidence evidence = question.Gather(chunks);
    const QuestionWeights weights(question.lookup(), question.arena());
    const QuestionCues cues;
    TermNormalizer normalizer(Profile::kDefault);
    SectionReader sections(question.terms(), weights, cues, normalizer,
                           question.arena());
    const Leaves leaves = PlaceLeaves(question.segments(), evidence, sections,
                                      weights, 0, question.arena())
                              .value();
    for (const CandidateSentence& sentence : evidence.sentences()) {
      sentences_.push_back(sentence.record.range);
    }
    leaves_.assign(leaves.leaves.begin(), leaves.leaves.end());
    for (const Stretch& stretch : leaves.stretches) {
      opens_.push_back(stretch.begins_section);
      VisitUnits(leaves, stretch, words, *this);
    }
  }

  void OnUnit(const UnitSpan& unit) override {
    static constexpr const char* kNames[] = {
        "sentence", "run", "paragraph", "item", "list", "row", "window"};
    std::string name = kNames[static_cast<int>(unit.kind)];
    units_.push_back(name + "|" +
                     text_.text().substr(sentences_[unit.begin].begin,
                                         sentences_[unit.end - 1].end -
                                             sentences_[unit.begin].begin));
  }

  [[nodiscard]] const std::vector<std::string>& units() const { return units_; }
  [[nodiscard]] const std::vector<Leaf>& leaves() const { return leaves_; }
  // Of each stretch: whether it begins a section.
  [[nodiscard]] const std::vector<bool>& opens() const { return opens_; }

 private:
  BlockedText text_;
  DocumentText document_[1];
  std::vector<ByteRange> sentences_;
  std::vector<Leaf> leaves_;
  std::vector<bool> opens_;
  std::vector<std::string> units_;
};

TEST(UnitSpans, OfAParagraphAreSentencesRunsAndTheWhole) {
  const DocumentUnits units("One is. Two is. Three is.\n");
  EXPECT_THAT(units.units(),
              UnorderedElementsAre("sentence|One is.", "sentence|Two is.",
                                   "sentence|Three is.", "run|One is. Two is.",
                                   "run|Two is. Three is.",
                                   "paragraph|One is. Two is. Three is."));
}

TEST(UnitSpans, OfAListAreItsItemsAndTheWholeWithItsLeadIn) {
  const DocumentUnits units(": You need:\n- warm water\n- clean soap\n");
  EXPECT_THAT(units.units(),
              Contains("list|You need:\n- warm water\n- clean soap"));
  EXPECT_THAT(units.units(), Contains("item|warm water"));
  EXPECT_THAT(units.units(), Not(Contains("sentence|You need:")));
}

TEST(UnitSpans, OfANestedListAreTheItemsBelowAnItem) {
  const DocumentUnits units(
      ": You need:\n- warm water\n-- from the tap\n-- from a well\n- soap\n");
  EXPECT_THAT(units.units(),
              Contains("list|warm water\n  - from the tap\n  - from a well"));
}

TEST(UnitSpans, OfOneItemAreNoList) {
  const DocumentUnits units(": Take:\n- water\n");
  for (const std::string& unit : units.units()) {
    EXPECT_FALSE(unit.starts_with("list")) << unit;
  }
}

TEST(UnitSpans, OfATableAreItsRows) {
  const DocumentUnits units("|! Drug | Dose\n| Zinc | 5 mg\n| Iron | 9 mg\n");
  EXPECT_THAT(units.units(), ElementsAre("row|Zinc | 5 mg", "row|Iron | 9 mg"));
}

TEST(UnitSpans, OfASectionAreWindowsOfTwoLengths) {
  const DocumentUnits units(
      "## Rules\nOne two three.\n\nFour five six.\n\nSeven eight nine.\n", 6);
  EXPECT_THAT(units.units(), Contains("window|One two three.\n\n\nFour five "
                                      "six."));
  EXPECT_THAT(units.units(),
              Contains("window|One two three.\n\n\nFour five six.\n\n\nSeven "
                       "eight nine."));
}

TEST(UnitSpans, DoNotGoPastAHeading) {
  const DocumentUnits units("## A\nOne two.\n\n## B\nThree four.\n");
  EXPECT_THAT(units.units(),
              ElementsAre("sentence|One two.", "sentence|Three four."));
  EXPECT_THAT(units.opens(), ElementsAre(true, true));
}

TEST(PlacedLeaves, KnowWhatIntroducesThem) {
  const DocumentUnits units(
      ": You need:\n- warm water\n-- from the tap\n- soap\n");
  const std::vector<Leaf>& leaves = units.leaves();
  ASSERT_EQ(leaves.size(), 4u);
  EXPECT_EQ(leaves[0].lead_in, kNoLeaf);
  EXPECT_EQ(leaves[1].lead_in, 0u);
  EXPECT_EQ(leaves[2].lead_in, 1u);
  EXPECT_EQ(leaves[3].lead_in, 0u);
}

TEST(PlacedLeaves, OfOneParagraphAreInOneBlock) {
  const DocumentUnits units("One is. Two is.\n\nThree is.\n");
  const std::vector<Leaf>& leaves = units.leaves();
  ASSERT_EQ(leaves.size(), 3u);
  EXPECT_EQ(leaves[0].block, leaves[1].block);
  EXPECT_NE(leaves[1].block, leaves[2].block);
}

}  // namespace
}  // namespace answerbox::engine
