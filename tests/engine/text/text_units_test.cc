
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/text/document_analysis.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A text with its blocks, written as a tree.
class Written {
 public:
  Written& Text(std::string_view text) {
    text_ += text;
    return *this;
  }
  Written& Begin(TextBlockKind kind, std::uint8_t flags = 0) {
    TextBlock block;
    block.kind = kind;
    block.flags = flags;
    block.range.begin = static_cast<std::uint32_t>(text_.size());
    if (!open_.empty()) {
      block.parent_distance =
          static_cast<std::uint32_t>(blocks_.size() - open_.back());
    }
    open_.push_back(blocks_.size());
    blocks_.push_back(block);
    return *this;
  }
  Written& End() {
    blocks_[open_.back()].range.end = static_cast<std::uint32_t>(text_.size());
    open_.pop_back();
    return *this;
  }
  Written& Leaf(TextBlockKind kind, std::string_view text,
                std::uint8_t flags = 0) {
    return Begin(kind, flags).Text(text).End();
  }
  [[nodiscard]] DocumentText document() const {
    return {text_, {}, headings_, blocks_};
  }

  // "text", "text (end)" where the end says nothing by itself, "text (never)",
  // "[text]" for one sentence.
  [[nodiscard]] std::vector<std::string> Units() const {
    std::vector<std::string> units;
    TextUnits walk(document());
    while (const auto unit = walk.Next()) {
      std::string text =
          text_.substr(unit->range.begin, unit->range.end - unit->range.begin);
      if (unit->is_one_sentence) text = '[' + text + ']';
      if (unit->answers == TextUnit::Answers::kNotAtItsEnd) text += " (end)";
      if (unit->answers == TextUnit::Answers::kNever) text += " (never)";
      units.push_back(std::move(text));
    }
    return units;
  }

  // The sentences; those that are no answer in brackets.
  [[nodiscard]] std::vector<std::string> Sentences() const {
    struct Gatherer final : AnalysisVisitor {
      void OnSentence(const Sentence& sentence) override {
        std::string words(text.substr(
            sentence.range.begin, sentence.range.end - sentence.range.begin));
        found.push_back(sentence.is_lead_in ? '(' + words + ')' : words);
      }
      void OnChunk(const AnalyzedChunk& /*chunk*/) override {}
      std::string_view text;
      std::vector<std::string> found;
    } gatherer;
    gatherer.text = text_;
    AnalyzeDocument(Profile::kDefault, Chunking(), document(), gatherer);
    return gatherer.found;
  }

 private:
  std::string text_;
  std::vector<HeadingMark> headings_;
  std::vector<TextBlock> blocks_;
  std::vector<std::size_t> open_;
};

Written List() {
  Written text;
  text.Begin(TextBlockKind::kList)
      .Leaf(TextBlockKind::kLeadIn, "Hands are washed often. You need:")
      .Text("\n- ")
      .Leaf(TextBlockKind::kItem, "soap")
      .Text("\n- ")
      .Begin(TextBlockKind::kItem)
      .Text("paper\n  ")
      .Begin(TextBlockKind::kList)
      .Text("1. ")
      .Leaf(TextBlockKind::kItem, "soft")
      .End()
      .Text("\nor a towel")
      .End()
      .End();
  return text;
}

TEST(TextUnits, AreTheItemsOfAListWithoutMarkersAndWhatLeadsIn) {
  EXPECT_THAT(List().Units(),
              ElementsAre("Hands are washed often. You need: (end)", "soap",
                          "paper\n  ", "soft", "\nor a towel"));
}

TEST(TextUnits, EndALeadInWithASentenceThatIsNoAnswer) {
  EXPECT_THAT(List().Sentences(),
              ElementsAre("Hands are washed often.", "(You need:)", "soap",
                          "paper", "soft", "or a towel"));
}

TEST(TextUnits, AreTheRowsOfATable) {
  Written text;
  text.Begin(TextBlockKind::kTable)
      .Leaf(TextBlockKind::kCaption, "Doses. By age.")
      .Text("\n")
      .Begin(TextBlockKind::kRow)
      .Leaf(TextBlockKind::kCell, "Age", kHeadsColumn)
      .Text(" | ")
      .Leaf(TextBlockKind::kCell, "Dose", kHeadsColumn)
      .End()
      .Text("\n")
      .Begin(TextBlockKind::kRow)
      .Leaf(TextBlockKind::kCell, "Adults. Not pregnant.", kHeadsRow)
      .Text(" | ")
      .Leaf(TextBlockKind::kCell, "")
      .Leaf(TextBlockKind::kCell, "2 mg.")
      .End()
      .End();
  EXPECT_THAT(text.Units(),
              ElementsAre("Doses. By age. (never)", "[Age | Dose] (never)",
                          "[Adults. Not pregnant. | 2 mg.]"));
  EXPECT_THAT(text.Sentences(),
              ElementsAre("(Doses.)", "(By age.)", "(Age | Dose)",
                          "Adults. Not pregnant. | 2 mg."));
}

TEST(TextUnits, AreTheCellsOfALongRow) {
  const std::string words(kMaxRowSentenceBytes, 'x');
  Written text;
  text.Begin(TextBlockKind::kTable)
      .Begin(TextBlockKind::kRow)
      .Leaf(TextBlockKind::kCell, words)
      .Text(" | ")
      .Leaf(TextBlockKind::kCell, "One. Two.")
      .End()
      .End();
  EXPECT_THAT(text.Units(), ElementsAre(words, "One. Two."));
  EXPECT_THAT(text.Sentences(), ElementsAre(words, "One.", "Two."));
}

TEST(TextUnits, LeaveFurnitureOutWithAllInIt) {
  Written text;
  text.Text("Before.")
      .Begin(TextBlockKind::kReferences)
      .Leaf(TextBlockKind::kParagraph, "Smith 2001.")
      .Text("\nJones 2002.")
      .End()
      .Text("\n")
      .Leaf(TextBlockKind::kRunningLine, "Guide to hands")
      .Leaf(TextBlockKind::kPageNumber, "17")
      .Leaf(TextBlockKind::kParagraph, "After.");
  EXPECT_THAT(text.Units(), ElementsAre("Before.", "\n", "After."));
  EXPECT_THAT(text.Sentences(), ElementsAre("Before.", "After."));
}

TEST(TextUnits, EndSentencesAtTheirEdges) {
  Written text;
  text.Leaf(TextBlockKind::kParagraph, "wash your hands")
      .Text("\n")
      .Leaf(TextBlockKind::kParagraph, "with soap and dry them as follows:")
      .Text("\n")
      .Leaf(TextBlockKind::kTerm, "Soap")
      .Text("\n")
      .Leaf(TextBlockKind::kDefinition, "what cleans");
  EXPECT_THAT(
      text.Sentences(),
      ElementsAre("wash your hands", "(with soap and dry them as follows:)",
                  "(Soap)", "what cleans"));
}

TEST(TextUnits, OfADocumentOfFurnitureAreNone) {
  Written text;
  text.Leaf(TextBlockKind::kContents, "1 Hands ..... 3");
  EXPECT_THAT(text.Units(), IsEmpty());
}

}  // namespace
}  // namespace answerbox::engine
