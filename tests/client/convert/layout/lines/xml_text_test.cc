#include <gtest/gtest.h>

#include "client/convert/layout/lines/runs.h"

namespace answerbox::client::layout {
namespace {

TEST(XmlText, ReadsAttributes) {
  constexpr std::string_view kTag = R"(<text xtop="9" top="12" left="-3.5")";
  EXPECT_EQ(LengthIn(kTag, "top"), 1200);
  EXPECT_EQ(LengthIn(kTag, "left"), -350);
  EXPECT_EQ(LengthIn(kTag, "width"), 0);
  EXPECT_FALSE(AttributeIn("<text top=\"12", "top"));
}

TEST(XmlText, ClampsNumbers) {
  EXPECT_EQ(LengthIn(R"(<a x="99999999999999999999")", "x"), kMaxLength);
  EXPECT_EQ(LengthIn(R"(<a x="-99999999999999999999")", "x"), -kMaxLength);
  EXPECT_EQ(LengthIn(R"(<a x="1.23456")", "x"), 123);
  EXPECT_EQ(LengthIn(R"(<a x="nan")", "x"), 0);
}

TEST(XmlText, ResolvesEntitiesAndDropsTags) {
  EXPECT_EQ(PlainText("<b>A &amp; B</b> &lt;1&#233;&#xe9;"), "A & B <1éé");
  EXPECT_EQ(PlainText("a&#160;b"), "a b");
  EXPECT_EQ(PlainText("AT&T &unknown; &#xd800;"), "AT&T &unknown; ");
}

TEST(XmlText, WhatIsNoTextBecomesSpaces) {
  EXPECT_EQ(PlainText("a\x01"
                      "b\xff"
                      "c\xc3"),
            "a b c ");
  EXPECT_EQ(PlainText("a<b never closed"), "a");
}

}  // namespace
}  // namespace answerbox::client::layout
