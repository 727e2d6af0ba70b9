#include "client/convert/front_matter.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(FrontMatter, IsLeftOut) {
  EXPECT_EQ(WithoutFrontMatter("---\ntitle: A\ntags:\n  - b\n- c\n---\nText"),
            "Text");
}

TEST(FrontMatter, MayEndWithDotsAndCarriageReturns) {
  EXPECT_EQ(WithoutFrontMatter("---\r\ntitle: A\r\n...\r\nText"), "Text");
}

TEST(FrontMatter, IsNotARuleBeforeProse) {
  const char* text = "---\nA sentence of prose\n---\nMore";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, IsNotARuleBeforeABlankLine) {
  const char* text = "---\n\ntitle: A\n---\nMore";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, HasToEnd) {
  const char* text = "---\ntitle: A\n";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, StandsOnTheFirstLineOnly) {
  const char* text = "\n---\ntitle: A\n---\n";
  EXPECT_EQ(WithoutFrontMatter(text), text);
}

TEST(FrontMatter, IsNotTwoRulesInARow) {
  EXPECT_EQ(WithoutFrontMatter("---\n---\nText"), "---\n---\nText");
}

}  // namespace
}  // namespace answerbox::client
