#include "client/convert/layout/lines/condensed_drawings.h"

#include <gtest/gtest.h>

namespace answerbox::client::layout {
namespace {

std::string Condensed(std::string printed) {
  DrawingCondenser().Condense(printed);
  return printed;
}

// What pdftops prints, shortened: a procedure, a font, text, a picture.
constexpr std::string_view kPrinted =
    "%!PS-Adobe-3.0\n"
    "/pdfIm { image skipEOD } def\n"
    "q 1 w Q\n"
    "%%Page: iv 1\n"
    "%%BeginPageSetup\n"
    "595 842 pdfSetupPaper\n"
    "pdfStartPage\n"
    "270 rotate\n"
    "0 0 595 842 re W\n"
    "%%EndPageSetup\n"
    "10 M\n"
    "/DeviceGray {} cs\n"
    "[0 0 1 rg] sc\n"
    "/F1_0 1 Tf\n"
    "(Take \\)one\\\\)\n"
    "[0.5\n"
    "0\n"
    "0.25] Tj\n"
    "(over the line \\\n"
    "Q q f S) 2 1 Tj16\n"
    "<<\n"
    "  /ImageType 1\n"
    "  /DataSource currentfile\n"
    ">>\n"
    "pdfIm\n"
    "Q\n"
    "f~>\n"
    "%-EOD-\n"
    "0 0 10 10 re\n"
    "f\n"
    "%%PageTrailer\n"
    "%%Page: 2 2\n"
    "S\n"
    "%%EOF";

constexpr std::string_view kKept =
    "%%Page: iv 1\n"
    "595 842 pdfSetupPaper\n"
    "270 rotate\n"
    "0 0 595 842 re W\n"
    "%%EndPageSetup\n"
    "/DeviceGray {} cs\n"
    "[0 0 1 rg] sc\n"
    "0.25] Tj\n"
    " 2 1 Tj16\n"
    "pdfIm\n"
    "0 0 10 10 re\n"
    "f\n"
    "%%Page: 2 2\n"
    "S\n"
    "%%EOF";

TEST(DrawingCondenser, KeepsWhatTellsWhereSomethingIsDrawn) {
  EXPECT_EQ(Condensed(std::string(kPrinted)), kKept);
}

TEST(DrawingCondenser, GivesTheSameWhereverItsInputIsCut) {
  for (std::size_t cut = 0; cut <= kPrinted.size(); ++cut) {
    DrawingCondenser condenser;
    std::string printed(kPrinted.substr(0, cut));
    condenser.Condense(printed);
    printed += kPrinted.substr(cut);
    condenser.Condense(printed);
    ASSERT_EQ(printed, kKept) << cut;
  }
  DrawingCondenser condenser;
  std::string printed;
  for (const char c : kPrinted) {
    printed += c;
    condenser.Condense(printed);
  }
  EXPECT_EQ(printed, kKept);
}

TEST(DrawingCondenser, ReadsNoDataWherePicturesComeAsStrings) {
  // In patterns and letters of Type 3 the data stand before the picture.
  EXPECT_EQ(Condensed("%%Page: 1 1\n  /DataSource {pdfImStr}\npdfIm\nQ\n"),
            "%%Page: 1 1\npdfIm\nQ\n");
}

TEST(DrawingCondenser, BeginsAnewWithEachPage) {
  EXPECT_EQ(Condensed("%%Page: 1 1\n/DataSource currentfile\npdfIm\nQ\n"
                      "%%Page: 2 2\nS\n"),
            "%%Page: 1 1\npdfIm\n%%Page: 2 2\nS\n");
}

TEST(DrawingCondenser, BearsWithBlanksAtTheEndOfALine) {
  EXPECT_EQ(Condensed("%%Page: 1 1\n/F1 12 \n] \nS \n"), "%%Page: 1 1\nS \n");
}

TEST(DrawingCondenser, TakesNoPageFromAString) {
  EXPECT_EQ(Condensed("%%Page: 1 1\n(a\\\n%%Page: 9 9\\\nb)\nS\n"),
            "%%Page: 1 1\nS\n");
}

}  // namespace
}  // namespace answerbox::client::layout
