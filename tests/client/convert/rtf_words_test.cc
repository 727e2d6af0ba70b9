#include <gtest/gtest.h>

#include "client/convert/converters.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

std::string ShownOf(std::string_view rtf) {
  return OneBlank(ReadRtfWords(rtf).shown);
}

TEST(RtfWords, DestinationsAreNotShown) {
  EXPECT_EQ(ShownOf("{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\*\\generator Word;}"
                    "{\\info{\\title T}}\\pard Take {\\b one}\\par two"
                    "{\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}}"),
            "Take one two3");
}

TEST(RtfWords, BoxesAndFootnotesAreShown) {
  EXPECT_EQ(ShownOf("{\\rtf1 One{\\footnote Why}\\par{\\shp{\\*\\shpinst"
                    "{\\sp{\\sn a}}{\\shptxt Boxed\\par}}}}"),
            "One Why Boxed");
}

TEST(RtfWords, LinesOfHeadersCountOnce) {
  EXPECT_EQ(ShownOf("{\\rtf1{\\headerl Draft\\par}{\\headerr Draft\\par}x}"),
            "Draft x");
}

TEST(RtfWords, LettersAreThoseOfTheirSet) {
  EXPECT_EQ(ShownOf("{\\rtf1\\ansicpg1252 caf\\'e9 \\u8364? \\u-10179?"
                    "\\u-8704? \\uc2\\u233xxt}"),
            "caf\u00E9 \u20AC \U0001F600 \u00E9t");
  EXPECT_EQ(ShownOf("{\\rtf1\\ansicpg1251 \\'cf\\'e0 sure}"), "sure");
}

TEST(RtfWords, BytesPastAnyNumberAreNone) {
  EXPECT_EQ(ShownOf("{\\rtf1 a\\bin2684354569 b}"), "a");
}

TEST(RtfWords, HiddenAndDeletedWordsStandApart) {
  const RtfWords words = ReadRtfWords(
      "{\\rtf1 a{\\v b}c\\v  d\\v0 e{\\deleted f}{\\v g\\plain h}}");
  EXPECT_EQ(words.shown, "aceh ");
  EXPECT_EQ(words.hidden, "b dg");
  EXPECT_EQ(words.deleted, "f");
}

TEST(RtfWords, CommentsStandApart) {
  const RtfWords words = ReadRtfWords(
      "{\\rtf1 a {\\*\\atnid AB}{\\*\\annotation{\\*\\atnref 1}\\pard b c}"
      "{\\annotation d}e}");
  EXPECT_EQ(OneBlank(words.shown), "a e");
  EXPECT_EQ(OneBlank(words.comments), "b c d");
}

TEST(RtfWords, DamagedFilesEnd) {
  for (const char* rtf : {"", "{", "}", "}}}", "\\", "{\\'", "\\'4",
                          "{\\rtf1{\\header", "{\\bin999999999 a}", "\\u"}) {
    EXPECT_EQ(ShownOf(rtf), "") << rtf;
  }
}

}  // namespace
}  // namespace answerbox::client
