#include <gtest/gtest.h>

#include <string>

#include "client/convert/document/word_account.h"
#include "client/convert/format.h"
#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

std::string ShownOf(const Parts& parts) {
  const std::string bytes = WrittenArchive(parts);
  const auto file = FileOf(bytes);
  std::string text;
  for (const ShownPart& part : ListOfficeWords(file.get(), bytes.size())) {
    text += part.text;
  }
  return OneBlank(text);
}

WordAccount AccountFor(Format format, const Parts& parts) {
  const std::string bytes = WrittenArchive(parts);
  const auto file = FileOf(bytes);
  const auto document = ConvertFile(format, file.get(), bytes.size(), nullptr);
  EXPECT_TRUE(document) << document.error().message;
  return document ? AccountOf(*document) : WordAccount();
}

std::string WordBody(std::string_view inside) {
  return Xml("w:document", "<w:body>" + std::string(inside) + "</w:body>");
}

std::string RunOf(std::string_view text, std::string_view look = "") {
  return "<w:r><w:rPr>" + std::string(look) + "</w:rPr><w:t>" +
         std::string(text) + "</w:t></w:r>";
}

std::string Paragraph(std::string_view text, std::string_view look = "") {
  return "<w:p>" + RunOf(text, look) + "</w:p>";
}

TEST(OfficeWords, RunsAreJoinedAndParagraphsParted) {
  EXPECT_EQ(ShownOf({{"a.xml",
                      WordBody("<w:p>" + RunOf("Do") + RunOf("ses", "<w:b/>") +
                               "</w:p>" + Paragraph("next"))}}),
            "Doses next");
}

TEST(OfficeWords, WhatNobodyIsShownIsLeftOut) {
  EXPECT_EQ(
      ShownOf(
          {{"a.xml",
            WordBody("<w:p><w:moveFrom>" + RunOf("moved") +
                     "</w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r>"
                     "</w:p><mc:AlternateContent><mc:Fallback>" +
                     Paragraph("twice") +
                     "</mc:Fallback></mc:AlternateContent><w:sdt><w:sdtPr>"
                     "<w:showingPlcHdr/></w:sdtPr><w:sdtContent>" +
                     Paragraph("Click here") + "</w:sdtContent></w:sdt>")},
           {"b.xml", "<theme><t>Office</t></theme>"},
           {"c.txt", WordBody(Paragraph("no part"))}}),
      "");
}

TEST(OfficeWords, LinesOfHeadersCountOnce) {
  EXPECT_EQ(ShownOf({{"h1.xml", Xml("w:hdr", Paragraph("Draft"))},
                     {"h2.xml", Xml("w:hdr", Paragraph("Draft"))}}),
            "Draft");
}

TEST(OfficeWords, SharedStringsCountAsOftenAsCellsNameThem) {
  EXPECT_EQ(
      ShownOf({{"sheet.xml",
                Xml("x:worksheet",
                    "<x:sheetData><x:row><x:c t='s'><x:v>1</x:v></x:c>"
                    "<x:c t='s'><x:v>1</x:v></x:c><x:c><x:v>42</x:v></x:c>"
                    "<x:c s='3'><x:v>46354</x:v></x:c>"
                    "<x:c t='s'><x:v>99999999999</x:v></x:c>"
                    "</x:row></x:sheetData>")},
               {"strings.xml", Xml("x:sst",
                                   "<x:si><x:t>unused</x:t></x:si>"
                                   "<x:si><x:r><x:t>Do</x:t></x:r>"
                                   "<x:r><x:t>se</x:t></x:r></x:si>")}}),
      "42 Dose Dose");
}

TEST(OfficeWords, DamagedAndDeepPartsEndEarly) {
  std::string deep = "<w:p>" + RunOf("above") + "</w:p>";
  for (int i = 0; i < 2'000; ++i) deep += "<w:a>";
  EXPECT_EQ(ShownOf({{"a.xml", WordBody(deep)}}), "above");
  EXPECT_EQ(ShownOf({{"a.xml", "<!DOCTYPE d [<!ENTITY e 'x'>]>" +
                                   WordBody(Paragraph("&e;"))}}),
            "");
  EXPECT_EQ(ShownOf({{"a.xml", ""}}), "");
}

TEST(OfficeWords, NothingIsLostOfWhatIsReadOrLeftOut) {
  const WordAccount account = AccountFor(
      Format::kDocx,
      {{"word/document.xml",
        WordBody(Paragraph("Take one") + Paragraph("two", "<w:strike/>") +
                 Paragraph("three", "<w:vanish/>") +
                 "<w:p><w:del><w:r><w:delText>four</w:delText></w:r></w:del>"
                 "</w:p>")},
       {"word/_rels/document.xml.rels", Relations({"comments"})},
       {"word/comments.xml",
        Xml("w:comments",
            "<w:comment>" + Paragraph("ask her first") + "</w:comment>")}});
  const PageAccount total = account.total;
  EXPECT_EQ(total.Missing(), 0u);
  EXPECT_EQ(total.Count(WordFate::kStruck), 1u);
  EXPECT_EQ(total.Count(WordFate::kHidden), 1u);
  EXPECT_EQ(total.Count(WordFate::kDeleted), 1u);
  EXPECT_EQ(total.Count(WordFate::kComment), 3u);
}

// No relation leads to the header, so that the reader does not see it. Other
// words that are left out do not stand for those that are lost.
TEST(OfficeWords, PartsThatTheReaderSkipsAreLost) {
  const WordAccount account = AccountFor(
      Format::kDocx,
      {{"word/document.xml",
        WordBody(Paragraph("Take one") +
                 Paragraph("hidden words of another kind", "<w:vanish/>"))},
       {"word/header9.xml", Xml("w:hdr", Paragraph("Not for children"))}});
  EXPECT_EQ(account.total.Count(WordFate::kLost), 3u);
  EXPECT_EQ(DescribeLoss(account), "30 % of its words could not be read");
}

TEST(OfficeWords, ChartsOfOpenDocumentAreLost) {
  const auto content = [](const std::string& inside) {
    return Xml("office:document-content",
               "<office:body>" + inside + "</office:body>");
  };
  const WordAccount account = AccountFor(
      Format::kOpenDocument,
      {{"content.xml",
        content("<office:text><text:p>Boats</text:p></office:text>")},
       {"Object 1/content.xml",
        content("<office:chart><text:p>Guests each month</text:p>"
                "</office:chart>")}});
  EXPECT_EQ(account.total.Count(WordFate::kLost), 3u);
}

}  // namespace
}  // namespace answerbox::client::package
