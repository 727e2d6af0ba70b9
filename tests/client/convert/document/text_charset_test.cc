#include "client/convert/document/text_charset.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::client {
namespace {

using std::string_literals::operator""s;

TEST(TextCharset, Utf8StaysWithoutItsMark) {
  const auto decoded = DecodeText("\xEF\xBB\xBFT\xC3\xBCr");
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->text, "T\xC3\xBCr");
  EXPECT_EQ(decoded->guessed_charset, "");
}

TEST(TextCharset, Utf16IsToldByItsMark) {
  EXPECT_EQ(DecodeText("\xFF\xFE\xFC\0a\0"s)->text,
            "\xC3\xBC"
            "a");
  EXPECT_EQ(DecodeText("\xFE\xFF\0a\xD8\x3D\xDE\x00"s)->text,
            "a\xF0\x9F\x98\x80");
  // Halves of a character, and of a unit.
  EXPECT_EQ(DecodeText("\xFE\xFF\0a\xD8\x3D\0b\xDE"s)->text,
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(DecodeText("\xFF\xFE\0\0a\0\0\0"s).error().reason,
            RejectionReason::kBinary);
}

TEST(TextCharset, OtherBytesAreGuessedAsFileDoes) {
  const auto latin = DecodeText("T\xFCr und Tor");
  ASSERT_TRUE(latin);
  EXPECT_EQ(latin->text, "T\xC3\xBCr und Tor");
  EXPECT_EQ(latin->guessed_charset, "ISO-8859-1");
  const auto windows = DecodeText("4 \x80 am Tor");
  ASSERT_TRUE(windows);
  EXPECT_EQ(windows->text, "4 \xE2\x82\xAC am Tor");
  EXPECT_EQ(windows->guessed_charset, "windows-1252");
}

TEST(TextCharset, RejectsWhatLooksOtherwise) {
  const auto reason = [](std::string bytes) {
    const auto decoded = DecodeText(std::move(bytes));
    return decoded ? "none" : ToString(decoded.error().reason);
  };
  // UTF-8 of which one byte is broken.
  EXPECT_STREQ(reason("T\xC3\xBCr, T\xC3\xBCr, T\xC3\xBCr \xC3("),
               "invalid_utf8");
  // Russian in KOI8-R.
  EXPECT_STREQ(
      reason("\xEB\xCC\xC0\xDE \xD7\xC9\xD3\xC9\xD4 \xD2\xD1\xC4\xCF\xCD"),
      "invalid_utf8");
  EXPECT_STREQ(reason("a\x81 b"), "invalid_utf8");
  EXPECT_STREQ(reason("a\x01 \xE9 b words and words"), "invalid_utf8");
}

}  // namespace
}  // namespace answerbox::client
