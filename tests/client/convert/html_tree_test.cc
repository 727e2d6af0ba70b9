#include "client/convert/html_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "client/convert/html.h"

namespace answerbox::client {
namespace {

std::string Repeat(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(HtmlTree, SurvivesDeepNesting) {
  const auto document = ConvertHtml(Repeat("<i>", 20'000) + "deep");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "deep\n");
}

TEST(HtmlTree, EndsAtItsBudget) {
  // Each paragraph opens all of the elements before it anew.
  std::string html = "<p>";
  for (int i = 0; i < 2'000; ++i) {
    html += "<b id=" + std::to_string(i) + ">";
  }
  ParserBudget budget;
  const auto tree = HtmlTree::Parse(html + Repeat("</p><p>x", 20'000), budget);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().reason, RejectionReason::kTooComplex);
}

TEST(HtmlTree, IsVisitedInDocumentOrder) {
  ParserBudget budget;
  const auto tree = HtmlTree::Parse("<p>a<b>c</b></p>d", budget);
  ASSERT_TRUE(tree);
  std::string visits;
  WalkHtml(
      tree->root(),
      [&visits](const GumboNode* node) {
        if (node->type == GUMBO_NODE_TEXT) {
          visits += node->v.text.text;
          return false;
        }
        visits += '<';
        return true;
      },
      [&visits](const GumboNode*) { visits += '>'; });
  EXPECT_EQ(visits, "<<><<a<c>>d>>");
}

}  // namespace
}  // namespace answerbox::client
