#include "client/exam/make/document_questions.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <optional>

namespace answerbox::client {
namespace {

std::vector<SourceBlock> Read(const char* blocks, std::size_t text_bytes) {
  return ReadSourceBlocks(boost::json::parse(blocks).as_array(), text_bytes);
}

TEST(SourceBlocks, KeepTheirPlaces) {
  const auto blocks =
      Read(R"([{"kind":"table","begin":0,"end":9},)"
           R"({"kind":"row","begin":0,"end":9,"parent":0,"row":1},)"
           R"({"kind":"cell","begin":2,"end":4,"parent":1,"row":1,"column":2,)"
           R"("header":"column"}])",
           9);
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[2].parent, 1u);
  EXPECT_EQ(blocks[2].column, 2u);
  EXPECT_TRUE(blocks[2].heads_column);
}

TEST(SourceBlocks, LeaveOutWhatPointsAstray) {
  const auto blocks = Read(
      R"([{"kind":"list","begin":0,"end":99},)"
      R"({"kind":"item","begin":0,"end":5,"parent":0},)"
      R"({"kind":"item","begin":0,"end":5,"parent":7},)"
      R"({"kind":"item","begin":5,"end":0},)"
      R"({"kind":"wig","begin":0,"end":5},{"kind":"index","begin":0,"end":5},)"
      R"({"kind":"paragraph","begin":1,"end":5}])",
      9);
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].range.begin, 1u);
}

TEST(SourceDocument, HasSectionsByItsHeadings) {
  SourceDocument document;
  document.text = "T\n\nA\n\nx\n\nB\n\ny";
  using engine::TextBlockKind;
  document.blocks = {{TextBlockKind::kTitle, {0, 1}, {}, 1, 0, 0, false},
                     {TextBlockKind::kHeading, {3, 4}, {}, 2, 0, 0, false},
                     {TextBlockKind::kParagraph, {6, 7}, {}, 1, 0, 0, false},
                     {TextBlockKind::kHeading, {9, 10}, {}, 2, 0, 0, false}};
  EXPECT_EQ(document.Title(), "T");
  const auto sections = document.Sections();
  ASSERT_EQ(sections.size(), 4u);
  EXPECT_EQ(sections[1].whole.end, document.text.size());
  EXPECT_EQ(sections[2].heading, "A");
  EXPECT_EQ(sections[2].whole.end, 9u);
  EXPECT_EQ(sections[2].blocks, std::vector<std::size_t>{2});
  EXPECT_EQ(sections[3].body.end, document.text.size());
}

using engine::TextBlockKind;

// Puts a document together, block by block.
class DocumentText {
 public:
  std::size_t Add(TextBlockKind kind, std::string_view text,
                  std::optional<std::size_t> parent = {}) {
    SourceBlock block;
    block.kind = kind;
    block.parent = parent;
    block.level = kind == TextBlockKind::kHeading ? 2 : 1;
    block.range.begin = document_.text.size();
    document_.text += std::string(text) + "\n\n";
    block.range.end = document_.text.size() - 2;
    for (auto up = parent; up; up = document_.blocks[*up].parent) {
      document_.blocks[*up].range.end = block.range.end;
    }
    document_.blocks.push_back(block);
    return document_.blocks.size() - 1;
  }
  std::size_t AddCell(std::size_t row, std::size_t column,
                      std::string_view text, bool heads) {
    const std::size_t cell = Add(TextBlockKind::kCell, text, row);
    document_.blocks[cell].column = column;
    document_.blocks[cell].heads_column = heads;
    return cell;
  }
  [[nodiscard]] DocumentQuestions Ask() const {
    return AskOfDocument(document_);
  }
  [[nodiscard]] const SourceDocument& document() const { return document_; }

 private:
  SourceDocument document_;
};

std::size_t Left(const DocumentQuestions& made, Leftover why) {
  return made.candidates.leftovers[static_cast<std::size_t>(why)];
}

TEST(DocumentQuestions, AskForListsWithTheirLeadIn) {
  DocumentText text;
  text.Add(TextBlockKind::kTitle, "Heat stroke");
  const auto list = text.Add(TextBlockKind::kList, "");
  text.Add(TextBlockKind::kLeadIn, "Signs of heat stroke include:", list);
  text.Add(TextBlockKind::kItem, "thirst", list);
  text.Add(TextBlockKind::kItem, "a fast pulse", list);
  const auto made = text.Ask();
  ASSERT_EQ(made.candidates.questions.size(), 1u);
  const Candidate& question = made.candidates.questions[0];
  EXPECT_EQ(question.question, "What are the signs of heat stroke?");
  EXPECT_EQ(question.keys,
            (std::vector<std::string>{"thirst", "a fast pulse"}));
  EXPECT_NE(text.document().TextOf(question.source).find("a fast pulse"),
            std::string_view::npos);
}

TEST(DocumentQuestions, CountListsWithoutALeadIn) {
  DocumentText text;
  const auto list = text.Add(TextBlockKind::kList, "");
  text.Add(TextBlockKind::kItem, "thirst", list);
  text.Add(TextBlockKind::kItem, "a fast pulse", list);
  EXPECT_EQ(Left(text.Ask(), Leftover::kListWithoutLeadIn), 1u);
}

DocumentText Table(bool has_heads) {
  DocumentText text;
  const auto table = text.Add(TextBlockKind::kTable, "");
  const auto heads = text.Add(TextBlockKind::kRow, "", table);
  text.AddCell(heads, 0, "Who", has_heads);
  text.AddCell(heads, 1, "Number", has_heads);
  const auto row = text.Add(TextBlockKind::kRow, "", table);
  text.AddCell(row, 0, "Reception", false);
  text.AddCell(row, 1, "555-0100", false);
  const auto tick = text.Add(TextBlockKind::kRow, "", table);
  text.AddCell(tick, 0, "Cellar", false);
  text.AddCell(tick, 1, "no", false);
  return text;
}

TEST(DocumentQuestions, AskForCells) {
  const auto made = Table(true).Ask();
  ASSERT_EQ(made.candidates.questions.size(), 1u);
  EXPECT_EQ(made.candidates.questions[0].question,
            "What is the number for Reception?");
  EXPECT_EQ(made.candidates.questions[0].keys,
            std::vector<std::string>{"555-0100"});
  EXPECT_EQ(Left(made, Leftover::kRow), 1u);  // "no" answers nothing.
}

TEST(DocumentQuestions, CountTablesWithoutHeadings) {
  const auto made = Table(false).Ask();
  EXPECT_TRUE(made.candidates.questions.empty());
  EXPECT_EQ(Left(made, Leftover::kTableWithoutHeadings), 1u);
}

TEST(DocumentQuestions, DropWhatTwoPlacesAsk) {
  DocumentText text;
  text.Add(TextBlockKind::kParagraph,
           "Clean surgical gowns are kept in the red box.");
  text.Add(TextBlockKind::kParagraph,
           "Clean surgical gowns are kept in the hall.");
  const auto made = text.Ask();
  EXPECT_TRUE(made.candidates.questions.empty());
  EXPECT_EQ(Left(made, Leftover::kTwice), 2u);
}

TEST(DocumentQuestions, CountHeadingsThatAskNothing) {
  DocumentText text;
  text.Add(TextBlockKind::kTitle, "Heat stroke");
  text.Add(TextBlockKind::kHeading, "Overview");
  text.Add(TextBlockKind::kParagraph, "Wait.");
  EXPECT_EQ(Left(text.Ask(), Leftover::kHeading), 1u);
}

TEST(DocumentQuestions, ReadTextWithoutBlocks) {
  SourceDocument document;
  document.text = "Clean surgical gowns are kept in the red box.";
  const auto made = AskOfDocument(document);
  ASSERT_EQ(made.candidates.questions.size(), 1u);
  EXPECT_EQ(made.candidates.questions[0].source.end, document.text.size());
  EXPECT_TRUE(AskOfDocument(SourceDocument()).candidates.questions.empty());
}

TEST(QuestionOnTopic, PutsTheTopicFirst) {
  EXPECT_EQ(QuestionOnTopic("vaccine storage", "Where does it stand?"),
            "Vaccine storage: where does it stand?");
}

}  // namespace
}  // namespace answerbox::client
