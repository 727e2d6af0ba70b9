#include <gtest/gtest.h>

#include <string>

#include "client/convert/converters.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

std::string RowsOf(std::string bytes) {
  const auto document = ConvertCommaSeparated(std::move(bytes));
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "");
  return document->text;
}

TEST(Delimited, IsATableWhoseFirstRowHeadsItsColumns) {
  const auto document = ConvertCommaSeparated("Drug,Dose\r\nA,\"1,5 mg\"\r\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "Drug | Dose\nA | 1,5 mg\n");
  EXPECT_EQ(Outline(*document),
            "table\n"
            "  row: |\n"
            "    cell@0,0^: Drug\n"
            "    cell@0,1^: Dose\n"
            "  row: |\n"
            "    cell@1,0: A\n"
            "    cell@1,1: 1,5 mg\n");
}

TEST(Delimited, NamesInWordsHeadTheColumns) {
  EXPECT_EQ(RowsOf("DRUG,DOSE_EN,NOT_FOR_EN,LAST\n"
                   "Drug,Dose,Not for,Comment\n"
                   "aspirin,300 mg,children,\n"),
            "Drug | Dose | Not for | Comment\n"
            "DRUG | DOSE_EN | NOT_FOR_EN | LAST\n"
            "aspirin | 300 mg | children\n");
  EXPECT_EQ(RowsOf("DRUG,DOSE\nDrug A,Dose 1\n"),
            "DRUG | DOSE\nDrug A | Dose 1\n");
}

TEST(Delimited, QuotesHoldSeparatorsLinesAndQuotes) {
  EXPECT_EQ(RowsOf("\"a\nb\",\"say \"\"x\"\"\",\"\"\nc,d"),
            "a b | say \"x\"\nc | d\n");
  EXPECT_EQ(RowsOf("a,\"never closed\nb,c\n"), "a | never closed b,c\n");
  EXPECT_EQ(RowsOf("\"a\"b,c\n"), "ab | c\n");
}

TEST(Delimited, KeepsEmptyCellsButThoseAtTheEnd) {
  EXPECT_EQ(RowsOf("a,b,c\n,2,,\n,,\n\n1,,3\n"), "a | b | c\n| 2\n1 | | 3\n");
}

TEST(Delimited, FindsItsSeparator) {
  EXPECT_EQ(RowsOf("a;b\n1,5;2\n"), "a | b\n1,5 | 2\n");
  EXPECT_EQ(RowsOf("sep=;\na;b\n"), "a | b\n");
  EXPECT_EQ(RowsOf("\xEF\xBB\xBFsep=|\r\na|b,c\r\n"), "a | b,c\n");
  EXPECT_EQ(ConvertTabSeparated("a\tb\n1\t2,3\n")->text, "a | b\n1 | 2,3\n");
}

TEST(Delimited, TakesNoSeparatorThatWouldSplitCharacters) {
  EXPECT_EQ(RowsOf("sep=\xC3\xA9\na,\xC3\xA9\n"),
            "sep=\xC3\xA9\na | \xC3\xA9\n");
  EXPECT_EQ(RowsOf("sep="), "sep=\n");
}

TEST(Delimited, ATableOfAMillionCellsLosesItsCellsAndNoWord) {
  std::string bytes;
  for (int row = 0; row < 1'000; ++row) {
    for (int column = 0; column < 1'000; ++column) bytes += "1,";
    bytes += "\n";
  }
  const auto document = ConvertCommaSeparated(std::move(bytes));
  ASSERT_TRUE(document);
  EXPECT_EQ(document->blocks.size(), 1 + 1'000u);
  EXPECT_EQ(document->text.size(), 4u * 1'000 * 1'000 - 2'000);
}

TEST(Delimited, RejectsWhatIsNoText) {
  EXPECT_EQ(ConvertCommaSeparated("a,\x81\n").error().reason,
            RejectionReason::kInvalidUtf8);
  EXPECT_EQ(ConvertCommaSeparated("PK\x03\x04").error().reason,
            RejectionReason::kBinary);
  EXPECT_EQ(ConvertTabSeparated("\t\t\n\t\n").error().reason,
            RejectionReason::kEmpty);
}

}  // namespace
}  // namespace answerbox::client
