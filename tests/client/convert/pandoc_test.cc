#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "client/convert/converters.h"
#include "client/convert/package/page_html.h"
#include "platform/file_descriptor.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

Conversion<ConvertedDocument> Convert(const std::string& bytes) {
  const platform::FileDescriptor file(memfd_create("word", MFD_CLOEXEC));
  EXPECT_EQ(write(file.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return ConvertRtf(file.get(), bytes.size());
}

constexpr const char* kRtf =
    "{\\rtf1{\\info{\\title Stock}}"
    "{\\stylesheet{\\s1 heading 1;}}"
    "\\pard\\s1\\outlinelevel0 Cupboard\\par"
    "\\pard You need {\\b clean} gloves.\\par"
    "\\trowd\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row"
    "\\trowd\\cellx1000\\cellx2000\\intbl c\\cell d\\cell\\row}";

TEST(Pandoc, TellsBlocksOfWordProcessors) {
  const auto document = Convert(kRtf);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text,
            "Stock\n\nCupboard\n\nYou need clean gloves.\n\na | b\nc | d\n");
  EXPECT_THAT(Outline(*document),
              HasSubstr("heading1: Cupboard\n"
                        "paragraph: You need clean gloves.\n"
                        "table\n"
                        "  row: |\n"));
  EXPECT_EQ(BlockFault(*document), "");
}

TEST(Pandoc, ReadsWhatRtfKeepsInGroupsOfItsOwn) {
  const auto document = Convert(
      "{\\rtf1{\\header Draft\\par}\\pard One"
      "{\\shp{\\*\\shpinst{\\shptxt \\pard Boxed\\par}}}\\par\\pard Two\\par}");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "One\n\nBoxed\n\nTwo\n\nDraft\n");
}

TEST(Pandoc, CommentsOfRtfAreLeftOutAndCounted) {
  const auto document = Convert(
      "{\\rtf1\\pard One{\\*\\annotation b c}{\\annotation d} two.\\par}");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "One two.\n");
  ASSERT_EQ(document->notes.left_out.size(), 1u);
  EXPECT_EQ(document->notes.left_out[0].why, LeftOut::kComment);
  EXPECT_EQ(document->notes.left_out[0].words, 3u);
}

TEST(Pandoc, MergedCellsOfRtfCountInEachRow) {
  EXPECT_EQ(WithRtfParts("{\\rtf1\\trowd\\clvmgf\\cellx1 a\\cell\\row"
                         "\\trowd\\clvmrg\\cellx1\\cell\\row}"),
            "{\\rtf1\\trowd\\clvmgf\\cellx1 a\\cell\\row"
            "\\trowd\\clvmrg\\cellx1 a\\cell\\row}");
}

TEST(Pandoc, ParagraphsOfRtfWithTabsAreTables) {
  const auto document = Convert(
      "{\\rtf1\\pard Dose\\tab ml\\par\\pard child\\tab 5\\par"
      "\\pard adult\\tab 10\\par}");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "Dose | ml\nchild | 5\nadult | 10\n");
  EXPECT_EQ(package::WithTabbedTables("<p>a#b</p>\n<p>c</p>\nd#", "#"),
            "<p>a\tb</p>\n<p>c</p>\nd ");
}

TEST(Pandoc, LettersAfterCharactersOfUnicodeStay) {
  const auto document = Convert(
      "{\\rtf1 A page\\u8217's \\u8220\"style\\u8221\", caf\\u233 ?s, "
      "caf\\u233\\'e9s.}");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text,
            "A page\u2019s \u201Cstyle\u201D, caf\u00E9s, caf\u00E9s.\n");
}

TEST(Pandoc, DamagedRtfIsCopiedAsItIs) {
  for (const char* rtf :
       {"", "{", "}", "\\", "{\\rtf1", "{\\rtf1{\\shp{\\shptxt a", "{\\rtf1}}}",
        "{\\bin9999999999 a}", "{\\'a", "{\\rtf1\\cell\\row\\trowd}"}) {
    EXPECT_EQ(WithRtfParts(rtf), rtf);
  }
}

TEST(Pandoc, RefusesWhatIsNotOfTheFormat) {
  EXPECT_EQ(Convert("").error().reason, RejectionReason::kEmpty);
  EXPECT_THAT(Convert("plain").error().message, HasSubstr("not an RTF file"));
}

TEST(Pandoc, RefusesDamagedFilesWithPandocsReason) {
  const auto document = Convert("{\\rtf1 a\\");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kDamaged);
  EXPECT_THAT(document.error().message, HasSubstr("can't read it ("));
}

TEST(Pandoc, RefusesAFileWithoutText) {
  EXPECT_EQ(Convert("{\\rtf1 }").error().reason, RejectionReason::kEmpty);
}

TEST(Pandoc, OverTheLimitIsRefusedUnread) {
  EXPECT_EQ(ConvertRtf(-1, kMaxPandocFileBytes + 1).error().reason,
            RejectionReason::kTooLarge);
}

TEST(Pandoc, IsNamedWhereItIsMissing) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const auto document = Convert(kRtf);
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kNoConverter);
  EXPECT_THAT(document.error().message,
              HasSubstr("install the package pandoc"));
}

}  // namespace
}  // namespace answerbox::client
