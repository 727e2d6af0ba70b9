#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/package/package.h"
#include "tests/client/convert/converted.h"
#include "tests/client/convert/package/written_archive.h"

namespace answerbox::client::package {
namespace {

using testing::HasSubstr;

constexpr const char* kContainer =
    "<container><rootfiles><rootfile full-path='a/book.opf'/></rootfiles>"
    "</container>";

Parts BookOf(const std::string& first, const std::string& second) {
  return {
      {"META-INF/container.xml", kContainer},
      {"a/book.opf",
       "<package xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata>"
       "<dc:title>Locks</dc:title><dc:creator>Ola</dc:creator></metadata>"
       "<manifest><item id='s' media-type='text/css' href='s.css'/>"
       "<item id='2' media-type='application/xhtml+xml' href='./b%20c.xhtml'/>"
       "<item id='1' media-type='application/xhtml+xml' href='../a.xhtml'/>"
       "</manifest><spine><itemref idref='1'/><itemref idref='2' "
       "linear='no'/><itemref idref='1'/></spine></package>"},
      {"a/s.css", "/* of </p> */ .gone { display: none }"},
      {"a.xhtml", first},
      {"a/b c.xhtml", second}};
}

Conversion<ConvertedDocument> Convert(const Parts& parts) {
  const std::string bytes = WrittenArchive(parts);
  return ConvertBook(FileOf(bytes).get(), bytes.size());
}

std::string TextOf(const std::string& first, const std::string& second = "") {
  const auto document = Convert(BookOf(first, second));
  if (!document) return document.error().message;
  EXPECT_EQ(BlockFault(*document), "");
  return document->text;
}

TEST(Book, PagesStandInTheOrderOfTheSpine) {
  EXPECT_EQ(TextOf("<html><head><title/></head><body><p>one</p></body></html>",
                   "<html><body><a id='x'/><h1>Two</h1><p>three</p></body>"
                   "</html>"),
            "Locks\n\nOla\n\none\n\nTwo\n\nthree\n");
}

TEST(Book, ATitleOnTheFirstPageIsNotRepeated) {
  EXPECT_EQ(TextOf("<body><h1 class='title'>Locks</h1><p>one</p></body>"),
            "Locks\n\none\n");
}

TEST(Book, HiddenWordsAreLeftOutAndCounted) {
  const auto document =
      Convert(BookOf("<body><p class='gone'>a</p><p hidden='hidden'>b c</p><p "
                     "style='display:none'>d</p><p>shown</p></body>",
                     ""));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Locks\n\nOla\n\nshown\n");
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kHidden);
  EXPECT_EQ(document->notes.left_out[0].words, 4u);
}

TEST(Book, DataOfCharactersIsText) {
  EXPECT_EQ(TextOf("<body><p>a <![CDATA[<5 & b]]></p><p>c</p></body>"),
            "Locks\n\nOla\n\na <5 & b\n\nc\n");
  EXPECT_EQ(TextOf("<body><p>a</p><![CDATA[b"), "Locks\n\nOla\n\na\n\nb\n");
}

TEST(Book, AStyleSheetThatIsTooLongIsToldToBeUnread) {
  Parts parts = BookOf("<body><p class='gone'>a</p></body>", "");
  EXPECT_FALSE(Convert(parts)->notes.are_drawings_unread);
  for (auto& [name, bytes] : parts) {
    if (name == "a/s.css") bytes.append(4u << 20, ' ');
  }
  EXPECT_TRUE(Convert(parts)->notes.are_drawings_unread);
}

TEST(Book, PagesThatAreNotReadAreTold) {
  Parts parts = BookOf("<body><p>one</p></body>", "");
  std::string& package = parts[1].second;
  package.replace(package.find("</spine>"), 0, "<itemref idref='s'/>");
  auto document = Convert(parts);
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kPicture);
  EXPECT_FALSE(document->notes.is_mended);
  package.replace(package.find("</spine>"), 0, "<itemref idref='none'/>");
  EXPECT_TRUE(Convert(parts)->notes.is_mended);
}

TEST(Book, NotesAreBlocksOfTheirOwn) {
  const auto document = Convert(BookOf(
      "<body><p>Steep it.<a epub:type='noteref' href='#n'>1</a></p><aside "
      "epub:type='footnote' id='n'><p>Not longer.</p></aside></body>",
      ""));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_THAT(Outline(*document), HasSubstr("footnote: Not longer.\n"));
  EXPECT_THAT(document->text, HasSubstr("Steep it.[1]\n"));
}

TEST(Book, WhatIsNoBookIsRefused) {
  EXPECT_EQ(Convert({{"a", "b"}}).error().reason, RejectionReason::kDamaged);
  EXPECT_EQ(Convert({{"META-INF/container.xml", kContainer}}).error().reason,
            RejectionReason::kDamaged);
  EXPECT_EQ(Convert({{"META-INF/container.xml", "<a/>"}}).error().reason,
            RejectionReason::kDamaged);
  Parts locked = BookOf("<body>x</body>", "");
  locked.emplace_back("META-INF/encryption.xml",
                      "<encryption><EncryptedData><CipherData><CipherReference "
                      "URI='a.xhtml'/></CipherData></EncryptedData>"
                      "</encryption>");
  EXPECT_EQ(Convert(locked).error().reason, RejectionReason::kEncrypted);
}

}  // namespace
}  // namespace answerbox::client::package
