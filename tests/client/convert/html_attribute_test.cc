#include "client/convert/html_attribute.h"

#include <gtest/gtest.h>

#include <string>

#include "client/convert/html_tree.h"

namespace answerbox::client {
namespace {

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
