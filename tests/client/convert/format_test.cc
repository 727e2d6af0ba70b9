#include "client/convert/format.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "client/convert/document/conversion_clock.h"

namespace answerbox::client {
namespace {

TEST(Format, IsDecidedByTheExtensionInAnyCase) {
  EXPECT_EQ(FormatOf("a.txt"), Format::kPlainText);
  EXPECT_EQ(FormatOf("a.b.MD"), Format::kMarkdown);
  EXPECT_EQ(FormatOf("a.markdown"), Format::kMarkdown);
  EXPECT_EQ(FormatOf("a.Html"), Format::kHtml);
  EXPECT_EQ(FormatOf("a.htm"), Format::kHtml);
  EXPECT_EQ(FormatOf("a.csv"), Format::kCommaSeparated);
  EXPECT_EQ(FormatOf("a.tsv"), Format::kTabSeparated);
  EXPECT_EQ(FormatOf("a.PDF"), Format::kPdf);
  EXPECT_EQ(FormatOf("a.docx"), Format::kDocx);
  EXPECT_EQ(FormatOf("a.odt"), Format::kOpenDocument);
  EXPECT_EQ(FormatOf("a.xlsx"), Format::kExcel);
  EXPECT_EQ(FormatOf("a.ods"), Format::kOpenSpreadsheet);
  EXPECT_EQ(FormatOf("a.epub"), Format::kEpub);
  EXPECT_EQ(FormatOf("a.rtf"), Format::kRtf);
}

TEST(Format, IsUnknownOtherwise) {
  EXPECT_FALSE(FormatOf("a.pptx"));
  EXPECT_FALSE(FormatOf("README"));
  EXPECT_FALSE(FormatOf(".txt"));
  EXPECT_FALSE(FormatOf("a."));
}

TEST(Format, UnknownOnesAreNamed) {
  EXPECT_EQ(DescribeUnknownFormat("a.PPTX"),
            "unknown format .pptx (known: .txt .md .html .pdf .docx .odt .epub "
            ".rtf .xlsx .ods .csv .tsv, and with --ocr .png .jpg .tiff)");
  EXPECT_EQ(DescribeUnknownFormat("Makefile"),
            "no extension (known: .txt .md .html .pdf .docx .odt .epub "
            ".rtf .xlsx .ods .csv .tsv, and with --ocr .png .jpg .tiff)");
}

TEST(Format, PicturesNeedTextRecognition) {
  EXPECT_EQ(FormatOf("a.PNG"), Format::kPicture);
  EXPECT_EQ(FormatOf("a.tiff"), Format::kPicture);
  EXPECT_EQ(DescribeUnknownFormat("a.jpg").find("a picture: add it with --ocr"),
            0u);
}

TEST(Format, PicksTheConverter) {
  EXPECT_EQ(ConvertBytes(Format::kPlainText, "# a").value().text, "# a");
  EXPECT_EQ(ConvertBytes(Format::kMarkdown, "# a").value().text, "a\n");
  EXPECT_EQ(ConvertBytes(Format::kHtml, "<b># a").value().text, "# a\n");
  EXPECT_EQ(ConvertBytes(Format::kCommaSeparated, "a,b").value().text,
            "a | b\n");
  EXPECT_EQ(ConvertBytes(Format::kTabSeparated, "a\tb").value().text,
            "a | b\n");
  for (const Format format :
       {Format::kPdf, Format::kDocx, Format::kOpenDocument, Format::kEpub,
        Format::kRtf, Format::kExcel, Format::kOpenSpreadsheet,
        Format::kPicture}) {
    EXPECT_TRUE(IsReadFromFile(format));
    EXPECT_EQ(ConvertFile(format, -1, 1u << 30, nullptr).error().reason,
              RejectionReason::kTooLarge);
  }
}

// Every reader of ours meets the clock, whatever it spends its time on.
TEST(Format, AConversionEndsWhenItsTimeIsOver) {
  const std::pair<Format, std::string> files[] = {
      {Format::kMarkdown, "# Fridge\n\nAt 2 to 8 degrees.\n"},
      {Format::kHtml, "<p>At 2 to 8 degrees.</p>"},
      {Format::kCommaSeparated, "a,b\n1,2\n3,4\n"},
      {Format::kTabSeparated, "a\tb\n1\t2\n3\t4\n"}};
  for (const auto& file : files) {
    const auto convert = [&file] {
      return ConvertBytes(file.first, file.second);
    };
    EXPECT_TRUE(convert());
    const auto cut = WithinTime(convert, std::chrono::nanoseconds(0));
    ASSERT_FALSE(cut) << file.second;
    EXPECT_EQ(cut.error().reason, RejectionReason::kTooComplex);
  }
}

}  // namespace
}  // namespace answerbox::client
