#include <gtest/gtest.h>

#include <string>

#include "client/convert/markup/html_page.h"
#include "client/convert/markup/markup.h"

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

// Each table looked through all tables within it.
TEST(HtmlTree, NestedTablesTakeLinearTime) {
  const auto document = WithinTime(
      [] { return ConvertHtml(Repeat("<table><tr><td>", 16'000) + "deep"); },
      std::chrono::seconds(5));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "deep\n");
}

TEST(HtmlTree, ElementsPastTheDepthAreTheirWords) {
  EXPECT_EQ(WithBoundedDepth("<div><p>a</div>"), "");
  EXPECT_EQ(WithBoundedDepth(Repeat("<div>a</div>", 2 * kMaxHtmlDepth)), "");
  EXPECT_EQ(
      WithBoundedDepth(Repeat("<div>", kMaxHtmlDepth) + "<DIV id='>'>a</Div>b" +
                       Repeat("</div>", kMaxHtmlDepth)),
      Repeat("<div>", kMaxHtmlDepth) + "<br>a<br>b" +
          Repeat("</div>", kMaxHtmlDepth));
  const std::string open = Repeat("<span>", kMaxHtmlDepth);
  EXPECT_EQ(WithBoundedDepth(open + "<!--<span>--><script><span></SCRIPT>"),
            "");
  EXPECT_EQ(WithBoundedDepth(open + "<a b='<span>'>"), "");
  EXPECT_EQ(WithBoundedDepth(open + "<spanner><span"), open + "<spanner>");
  EXPECT_EQ(WithBoundedDepth(open + "<span a=b's c = \">\">words</span>"),
            open + "words");
}

TEST(HtmlTree, BlocksEndTheSpansInside) {
  const std::size_t many = 2 * kMaxHtmlDepth;
  for (const std::string_view piece :
       {"<p><span>a</p>", "<p><span>a", "<div><span>a</div>",
        "<ul><li><span>a<li><p><sup>b</ul>",
        "<table><tr><td><span>a<td><p><span>b<tr><th><span>c</table>",
        "<span><sup>a</span>"}) {
    EXPECT_EQ(WithBoundedDepth(Repeat(piece, many)), "") << piece;
  }
  for (const std::string_view piece :
       {"<span><p></p>", "<span><div></span></div>",
        "<table><td><span></p></div>", "<b><p></p>"}) {
    EXPECT_NE(WithBoundedDepth("<div>" + Repeat(piece, many)), "") << piece;
  }
  const auto document =
      ConvertHtml(Repeat("<p><span>a</p>", many) + "<p><span hidden>b</span>c");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_TRUE(document->text.ends_with("\n\nc\n"));
  EXPECT_FALSE(document->notes.are_drawings_unread);
}

TEST(HtmlTree, HiddenWordsPastTheDepthAreToldToBeUnknown) {
  const std::string hidden = "<div hidden>secret</div>";
  const std::string open = Repeat("<div>", kMaxHtmlDepth - 1) + "words";
  const auto whole = ConvertHtml(open + hidden);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->text, "words\n");
  EXPECT_FALSE(whole->notes.are_drawings_unread);
  const auto deep = ConvertHtml("<div>" + open + hidden);
  ASSERT_TRUE(deep) << deep.error().message;
  EXPECT_NE(deep->text.find("secret"), std::string::npos);
  EXPECT_TRUE(deep->notes.are_drawings_unread);
}

TEST(HtmlTree, NestedBlocksTakeLinearTime) {
  const auto document = ConvertHtml(Repeat("<ul><li>x", 100'000) + "deep" +
                                    Repeat("</li></ul>", 100'000) +
                                    Repeat("<div>", 40'000) + "last");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_TRUE(document->text.ends_with("last\n"));
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

// Calls `look` with the <i> element of `html`.
template <typename Look>
void WithElement(const std::string& html, Look look) {
  ParserBudget budget;
  const auto tree = HtmlTree::Parse(html, budget);
  bool found = false;
  WalkHtml(
      tree->root(),
      [&](const GumboNode* node) {
        if (node->type != GUMBO_NODE_ELEMENT) return false;
        if (node->v.element.tag == GUMBO_TAG_I) {
          look(node->v.element);
          found = true;
        }
        return true;
      },
      [](const GumboNode*) {});
  EXPECT_TRUE(found);
}

TEST(HtmlAttribute, FindsWholeWordsInAnyCase) {
  WithElement("<i class='a  Nav-Bar\n c'>", [](const GumboElement& element) {
    EXPECT_TRUE(HasWord(element, "class", "a"));
    EXPECT_TRUE(HasWord(element, "class", "nav-bar"));
    EXPECT_TRUE(HasWord(element, "class", "c"));
    EXPECT_FALSE(HasWord(element, "class", "nav"));
    EXPECT_FALSE(HasWord(element, "class", "bar"));
    EXPECT_FALSE(HasWord(element, "id", "a"));
  });
}

TEST(HtmlAttribute, ReadsNumbersWithinALimit) {
  WithElement("<i a=' +7th' b=99999999999 c=-99999999999 d=x e=0>",
              [](const GumboElement& element) {
                EXPECT_EQ(NumberOf(element, "a", 1, 1000), 7);
                EXPECT_EQ(NumberOf(element, "b", 1, 1000), 1000);
                EXPECT_EQ(NumberOf(element, "c", 1, 1000), 1);
                EXPECT_EQ(NumberOf(element, "d", 1, 1000), std::nullopt);
                EXPECT_EQ(NumberOf(element, "e", 1, 1000), 1);
                EXPECT_EQ(NumberOf(element, "f", 1, 1000), std::nullopt);
              });
}

}  // namespace

}  // namespace answerbox::client
