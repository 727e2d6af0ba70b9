#include "client/convert/pdf/unknown_letters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// As TrueType fonts number their glyphs: each letter 29 below its code.
constexpr std::string_view kGlyphs = "7KHWDEOHWVDUHWDNHQZLWKZDWHUHYHU\\PRUQLQJ";
constexpr std::string_view kProse =
    "The tablets are taken with water every morning";

std::string Page(int number, int font, std::string_view text) {
  return "<page number=\"" + std::to_string(number) +
         "\" height=\"9\" width=\"9\">\n"
         "<fontspec id=\"0\" size=\"9\" family=\"AAAAAA+Sound\"/>\n"
         "<fontspec id=\"1\" size=\"9\" family=\"BBBBBB+Own\"/>\n"
         "<text top=\"1\" left=\"1\" width=\"5\" height=\"2\" font=\"" +
         std::to_string(font) + "\">" + std::string(text) +
         "</text>\n</page>\n";
}

LetterPairs PairsOf(std::string_view text) {
  LetterPairs pairs;
  pairs.Add(text);
  return pairs;
}

TEST(ListMaplessFonts, HasThoseThatMayHaveCodesOfTheirOwn) {
  EXPECT_THAT(
      ListMaplessFonts("name                  type              encoding   emb "
                       "sub uni object\n"
                       "--------------------- ----------------- ---------- --- "
                       "--- --- ------\n"
                       "Helvetica             Type 1            WinAnsi    no  "
                       "no  no       3  0\n"
                       "ABCDEF+Own One        Type 1C           Custom     yes "
                       "yes no       4  0\n"
                       "ABCDEF+Known          TrueType          WinAnsi    yes "
                       "yes yes      5  0\n"
                       "[none]                Type 3            Custom     yes "
                       "no  no      29  0\n"
                       "ABCDEF+SansOfALongNameThatReachesBeyondItsColumn CID "
                       "TrueType Identity-H yes yes no 7  0\n"
                       "Glyphs                CID Type 0C       Identity-H yes "
                       "no  no   [none]\n"
                       "cut"),
      ElementsAre("ABCDEF+Own One",
                  "ABCDEF+SansOfALongNameThatReachesBeyondItsColumn", "Glyphs",
                  "[none]"));
}

TEST(LetterPairs, TellLanguageFromCodes) {
  for (const std::string_view text :
       {kProse, std::string_view("THE TABLETS ARE TAKEN EVERY MORNING"),
        std::string_view("Die Tabletten werden mit Wasser genommen"),
        std::string_view("ETCO2 Mercy Air 100% BFD 17% CCFD 75% Hall 85% KCFD"),
        std::string_view("int main(int argc, char** argv) { return argc; }"),
        std::string_view("https://iris.who.int/handle/10665/279505"),
        std::string_view("oooooooooooooooooooooooooooooooooooo")}) {
    EXPECT_FALSE(PairsOf(text).IsNoLanguage()) << text;
  }
  EXPECT_TRUE(PairsOf(kGlyphs).IsNoLanguage());
  EXPECT_TRUE(PairsOf("MA0 i0Uf};fwwX*; f' '*;0i fc 'A0 D*;;fi*; }0'fi0 'A0 "
                      "wfUQ .' f' '0'0i }$ 'A0 '0DAcfDfXc *c 'A0 Uf;'' d*ciX$")
                  .IsNoLanguage());
  // Too few to tell.
  EXPECT_FALSE(PairsOf("XQZ KJ").IsNoLanguage());
}

TEST(DropUnknownLetters, TakesOffWhatIsNoLanguageInAFontWithoutAMap) {
  const std::vector<std::string> fonts = {"BBBBBB+Own"};
  std::string xml =
      Page(1, 1, kProse) + Page(2, 1, kGlyphs) + Page(3, 0, kGlyphs);
  const auto pages = DropUnknownLetters(fonts, xml);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].page, 2u);
  EXPECT_EQ(pages[0].known, 0u);
  EXPECT_GE(pages[0].unknown, 5u);
  EXPECT_EQ(xml, Page(1, 1, kProse) +
                     "<page number=\"2\" height=\"9\" width=\"9\">\n"
                     "<fontspec id=\"0\" size=\"9\" family=\"AAAAAA+Sound\"/>\n"
                     "<fontspec id=\"1\" size=\"9\" family=\"BBBBBB+Own\"/>\n"
                     "\n</page>\n" +
                     Page(3, 0, kGlyphs));
}

TEST(DropUnknownLetters, JudgesShortTextByTheWholeDocument) {
  const std::vector<std::string> fonts = {"BBBBBB+Own"};
  std::string xml = Page(1, 1, "7KHQ") + Page(2, 1, kGlyphs);
  EXPECT_EQ(DropUnknownLetters(fonts, xml).size(), 2u);
  EXPECT_THAT(xml, Not(HasSubstr("7KHQ")));
}

TEST(DropUnknownLetters, TakesOffCharactersForPrivateUseButNoBullet) {
  std::string xml =
      Page(1, 0, "\uE054\uE068\uE065 \uE077") + Page(2, 0, "\uF0B7");
  const auto pages = DropUnknownLetters({}, xml);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].page, 1u);
  EXPECT_EQ(pages[0].unknown, 2u);
  EXPECT_THAT(xml, HasSubstr("\uF0B7"));
}

TEST(DropUnknownLetters, LeavesDamagedXmlAsItIs) {
  const std::vector<std::string> fonts = {"BBBBBB+Own"};
  const std::string whole = Page(1, 1, kProse);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::string xml = whole.substr(0, size);
    EXPECT_THAT(DropUnknownLetters(fonts, xml), IsEmpty());
    EXPECT_EQ(xml, whole.substr(0, size));
  }
}

TEST(ClearUnknownPages, LeavesThoseOfLittleUnknownText) {
  std::vector<PageLetters> pages = {{.page = 1, .known = 30, .unknown = 2},
                                    {.page = 2, .known = 4, .unknown = 2}};
  std::string xml =
      Page(1, 0, "kept") + Page(2, 0, "gone") + Page(3, 0, "kept");
  ClearUnknownPages(pages, xml);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_EQ(pages[0].page, 1u);
  EXPECT_THAT(xml, Not(HasSubstr("gone")));
  EXPECT_THAT(xml, HasSubstr("<page number=\"2\""));
  EXPECT_THAT(xml, StartsWith(Page(1, 0, "kept")));
  EXPECT_THAT(xml, EndsWith(Page(3, 0, "kept")));
}

TEST(TakeKnownLetters, LeavesTheOthersOfAPageOut) {
  std::string text = "One page.\n\fabcd Two\n\fThree\n\f";
  TakeKnownLetters(std::vector<PageLetters>{{.page = 2}},
                   "<page number=\"1\"><text font=\"0\">One page.</text></page>"
                   "<page number=\"2\"><text font=\"0\">Two</text></page>",
                   text);
  EXPECT_EQ(text, "One page.\n\fTwo\n\fThree\n\f");
}

TEST(HasStrangeLetters, IsTrueOfTextThatIsNoLanguage) {
  const auto has = [](std::string_view text) {
    return HasStrangeLetters(
        "<page number=\"1\"><fontspec id=\"0\" family=\"A\"/><text "
        "font=\"0\">" +
        std::string(text) + "</text></page>");
  };
  EXPECT_FALSE(has("The children are treated with oral rehydration."));
  EXPECT_TRUE(has("Xqj zkwv fjxq vbzk qwxj kzvq jxqz wvkq zjxw qkvz"));
}

}  // namespace
}  // namespace answerbox::client
