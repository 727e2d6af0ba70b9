#include "client/exam/make/source_document.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

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

}  // namespace
}  // namespace answerbox::client
