#include "client/convert/format.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(Format, IsDecidedByTheExtensionInAnyCase) {
  EXPECT_EQ(FormatOf("a.txt"), Format::kPlainText);
  EXPECT_EQ(FormatOf("a.b.MD"), Format::kMarkdown);
  EXPECT_EQ(FormatOf("a.markdown"), Format::kMarkdown);
  EXPECT_EQ(FormatOf("a.Html"), Format::kHtml);
  EXPECT_EQ(FormatOf("a.htm"), Format::kHtml);
  EXPECT_EQ(FormatOf("a.PDF"), Format::kPdf);
}

TEST(Format, IsUnknownOtherwise) {
  EXPECT_FALSE(FormatOf("a.docx"));
  EXPECT_FALSE(FormatOf("README"));
  EXPECT_FALSE(FormatOf(".txt"));
  EXPECT_FALSE(FormatOf("a."));
}

TEST(Format, UnknownOnesAreNamed) {
  EXPECT_EQ(DescribeUnknownFormat("a.DOCX"),
            "unknown format .docx (known: .txt .md .html .pdf)");
  EXPECT_EQ(DescribeUnknownFormat("Makefile"),
            "no extension (known: .txt .md .html .pdf)");
}

TEST(Format, PicksTheConverter) {
  EXPECT_EQ(ConvertBytes(Format::kPlainText, "# a").value().text, "# a");
  EXPECT_EQ(ConvertBytes(Format::kMarkdown, "# a").value().text, "a\n");
  EXPECT_EQ(ConvertBytes(Format::kHtml, "<b># a").value().text, "# a\n");
}

}  // namespace
}  // namespace answerbox::client
