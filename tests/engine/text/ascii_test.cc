#include "engine/text/ascii.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::engine {
namespace {

std::string All(bool (*is_in)(char)) {
  std::string found;
  for (int byte = 0; byte < 256; ++byte) {
    if (is_in(static_cast<char>(byte))) found += static_cast<char>(byte);
  }
  return found;
}

TEST(ByteClass, HasTheBlanksOfThePublishedMethod) {
  EXPECT_EQ(All([](char c) { return Is(c, kSpaceByte); }),
            "\t\n\v\f\r\x1c\x1d\x1e\x1f ");
}

TEST(ByteClass, KnowsNoLetterOrDigitBeyondAscii) {
  EXPECT_EQ(All([](char c) { return IsDigit(c); }), "0123456789");
  EXPECT_EQ(All([](char c) { return IsLetter(c); }),
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(All([](char c) { return IsWordByte(c); }).size(), 10 + 52 + 128u);
}

TEST(ToLowerAscii, ChangesCapitalsAlone) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_EQ(ToLowerAscii(c), c >= 'A' && c <= 'Z' ? c + 32 : c);
    EXPECT_EQ(ToUpperAscii(c), c >= 'a' && c <= 'z' ? c - 32 : c);
  }
}

TEST(Trim, RemovesTheSetFromBothEndsAlone) {
  EXPECT_EQ(Trim("\t a b\r\n", kJsonSpace), "a b");
  EXPECT_EQ(Trim("\t a b\r\n", kBlanks), "a b\r\n");
  EXPECT_EQ(Trim(" \n ", kJsonSpace), "");
  EXPECT_EQ(Trim("", kAsciiSpace), "");
  EXPECT_EQ(TrimEnd(" a \r", kLineBlanks), " a");
  EXPECT_EQ(TrimEnd("  ", kBlanks), "");
}

TEST(HasOnly, IsTrueForAnEmptyText) {
  EXPECT_TRUE(HasOnly("", kBlanks));
  EXPECT_TRUE(HasOnly(" \t\r", kLineBlanks));
  EXPECT_FALSE(HasOnly(" \t\n", kLineBlanks));
}

}  // namespace
}  // namespace answerbox::engine
