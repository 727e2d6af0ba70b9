#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string P(std::string_view text, std::string_view properties = "",
              std::string_view run = "") {
  return "<w:p><w:pPr>" + std::string(properties) + "</w:pPr><w:r><w:rPr>" +
         std::string(run) + "</w:rPr><w:t>" + std::string(text) +
         "</w:t></w:r></w:p>";
}

Conversion<ConvertedDocument> ConvertBody(std::string_view body,
                                          Parts more = {}) {
  std::vector<std::string> kinds;
  for (auto& [name, bytes] : more) {
    kinds.push_back(name);
    name = "word/" + name + ".xml";
  }
  more.emplace_back(
      "word/document.xml",
      Xml("w:document", "<w:body>" + std::string(body) + "</w:body>"));
  more.emplace_back("word/_rels/document.xml.rels", Relations(kinds));
  const std::string bytes = WrittenArchive(more);
  return ConvertWord(FileOf(bytes).get(), bytes.size());
}

std::string WordOutline(std::string_view body, Parts more = {}) {
  const auto document = ConvertBody(body, std::move(more));
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "");
  return Outline(*document);
}

const Parts kNumbering = {
    {"numbering",
     Xml("w:numbering",
         "<w:abstractNum w:abstractNumId='7'>"
         "<w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/>"
         "</w:lvl><w:lvl w:ilvl='1'><w:numFmt w:val='lowerLetter'/>"
         "<w:lvlText w:val='%1.%2)'/></w:lvl></w:abstractNum>"
         "<w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num>")}};
constexpr const char* kFirst =
    "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr>";
constexpr const char* kSecond =
    "<w:numPr><w:ilvl w:val='1'/><w:numId w:val='1'/></w:numPr>";

TEST(Word, CountsListsAsWordDoes) {
  const auto document =
      ConvertBody(P("Fill it.", kFirst) + P("half", kSecond) + P("A word.") +
                      P("Empty it.", kFirst) + P("whole", kSecond),
                  kNumbering);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text,
            "1. Fill it.\n1.a) half\n\nA word.\n\n2. Empty it.\n2.a) whole\n");
}

TEST(Word, HeadingsShowTheirNumbers) {
  EXPECT_THAT(
      WordOutline(
          P("Gas", std::string("<w:outlineLvl w:val='1'/>") + kFirst) + P("x"),
          kNumbering),
      HasSubstr("heading2: 1. Gas\n"));
}

TEST(Word, WhatIsNoLongerValidIsLeftOutAndCounted) {
  const auto document = ConvertBody(
      P("two struck", "", "<w:dstrike/>") + P("hidden", "", "<w:vanish/>") +
      P("white", "", "<w:color w:val='FFFFFF'/>") + P("Here.") +
      "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
      "<w:ins><w:r><w:t>New.</w:t></w:r></w:ins></w:p>");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "Here.\n\nNew.\n");
  std::vector<std::pair<LeftOut, std::uint32_t>> found;
  for (const LeftOutWords& words : document->notes.left_out) {
    found.emplace_back(words.why, words.words);
  }
  EXPECT_THAT(found,
              testing::UnorderedElementsAre(std::pair(LeftOut::kStruck, 2u),
                                            std::pair(LeftOut::kHidden, 1u),
                                            std::pair(LeftOut::kCovered, 1u),
                                            std::pair(LeftOut::kDeleted, 1u)));
}

TEST(Word, MergedCellsSpanTheirRows) {
  const auto cell = [](std::string_view text, std::string_view more = "") {
    return "<w:tc><w:tcPr>" + std::string(more) + "</w:tcPr>" + P(text) +
           "</w:tc>";
  };
  const std::string table =
      "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>" + cell("a") + cell("b") +
      "</w:tr><w:tr>" + cell("c", "<w:vMerge w:val='restart'/>") + cell("d") +
      "</w:tr><w:tr>" + cell("", "<w:vMerge/>") + cell("e") + "</w:tr></w:tbl>";
  const std::string outline = WordOutline(table);
  EXPECT_THAT(outline, HasSubstr("cell@0,1^: b\n"));
  EXPECT_THAT(outline, HasSubstr("cell@2,0: c\n"));
  EXPECT_THAT(outline, HasSubstr("cell@2,1: e\n"));
}

TEST(Word, BoxesNotesAndEdgesAreRead) {
  const std::string outline = WordOutline(
      "<w:p><w:r><mc:AlternateContent><mc:Choice><w:pict><w:txbxContent>" +
          P("Boxed") +
          "</w:txbxContent></w:pict></"
          "mc:Choice><mc:Fallback><w:pict><w:txbxContent>" +
          P("Twice") +
          "</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent>"
          "<w:t>Said</w:t><w:footnoteReference w:id='2'/></w:r></w:p>",
      {{"footnotes", Xml("w:footnotes",
                         "<w:footnote w:id='2'>" + P("Why") + "</w:footnote>")},
       {"header", Xml("w:hdr", P("Draft"))}});
  EXPECT_THAT(outline, HasSubstr("box\n  paragraph: Boxed\n"));
  EXPECT_THAT(outline, Not(HasSubstr("Twice")));
  EXPECT_THAT(outline, HasSubstr("footnote#1: Why\n"));
  EXPECT_THAT(outline, HasSubstr("running: Draft\n"));
}

TEST(Word, ParagraphsWithTabsThatLookLikeATableAreOne) {
  const auto row = [](std::string_view a, std::string_view b) {
    return "<w:p><w:r><w:t>" + std::string(a) + "</w:t><w:tab/><w:t>" +
           std::string(b) + "</w:t></w:r></w:p>";
  };
  EXPECT_THAT(
      WordOutline(row("Dose", "ml") + row("child", "5") + row("adult", "10")),
      HasSubstr("cell@0,1^: ml\n"));
  EXPECT_THAT(WordOutline(row("Name:", "Ada") + row("Ward:", "4")),
              Not(HasSubstr("table")));
  EXPECT_THAT(WordOutline(row("1.", "a") + row("2.", "b") + row("3.", "c")),
              Not(HasSubstr("table")));
}

TEST(Word, StylesAndListsThatNameThemselvesEnd) {
  const std::string outline = WordOutline(
      P("x", "<w:pStyle w:val='a'/>"),
      {{"styles",
        Xml("w:styles",
            "<w:style w:styleId='a'><w:basedOn w:val='a'/></w:style>")}});
  EXPECT_EQ(outline, "paragraph: x\n");
}

TEST(Word, FilesWithoutTextAreEmpty) {
  EXPECT_EQ(ConvertBody("").error().reason, RejectionReason::kEmpty);
  const std::string bytes = WrittenArchive({{"a", "b"}});
  EXPECT_EQ(ConvertWord(FileOf(bytes).get(), bytes.size()).error().reason,
            RejectionReason::kDamaged);
}

}  // namespace
}  // namespace answerbox::client::package
