#include <gtest/gtest.h>

#include "client/convert/markup/html_page.h"

namespace answerbox::client {
namespace {

TEST(DeclaredCharset, IsFoundInEveryForm) {
  EXPECT_EQ(DeclaredCharset("<META CharSet=UTF-8>"), "utf-8");
  EXPECT_EQ(DeclaredCharset("<meta charset = 'Latin1' />"), "latin1");
  EXPECT_EQ(DeclaredCharset("<meta http-equiv=Content-Type "
                            "content=\"text/html; charset=ISO-8859-1\">"),
            "iso-8859-1");
  EXPECT_EQ(DeclaredCharset("<?xml version='1.0' encoding=\"koi8-r\"?>"),
            "koi8-r");
}

TEST(DeclaredCharset, IsEmptyWhereNoneIsDeclared) {
  EXPECT_EQ(DeclaredCharset("<meta name=viewport><p>charset=latin1"), "");
  EXPECT_EQ(DeclaredCharset("<meta charset"), "");
  EXPECT_EQ(DeclaredCharset("<meta charset="), "");
  EXPECT_EQ(DeclaredCharset(std::string(1024, ' ') + "<meta charset=koi8-r>"),
            "");
}

TEST(HtmlToUtf8, DecodesLatin1AsWindows1252) {
  EXPECT_EQ(HtmlToUtf8("<meta charset=iso-8859-1>\xE9\x80\x93").value().text,
            "<meta charset=iso-8859-1>\xC3\xA9\xE2\x82\xAC\xE2\x80\x9C");
}

TEST(HtmlToUtf8, LeavesUtf8Alone) {
  EXPECT_EQ(HtmlToUtf8("\xC3\xA9").value().text, "\xC3\xA9");
  EXPECT_EQ(HtmlToUtf8("<meta charset=utf-8>\xFF").value().text,
            "<meta charset=utf-8>\xFF");
}

TEST(HtmlToUtf8, BelievesTheByteOrderMarkFirst) {
  EXPECT_EQ(HtmlToUtf8("\xEF\xBB\xBF<meta charset=latin1>").value().text,
            "<meta charset=latin1>");
}

TEST(HtmlToUtf8, RefusesOtherCharsetsByName) {
  const auto text = HtmlToUtf8("<meta charset=Shift_JIS>");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().reason, RejectionReason::kUnsupportedCharset);
  EXPECT_NE(text.error().message.find("shift_jis"), std::string::npos);
}

}  // namespace
}  // namespace answerbox::client
