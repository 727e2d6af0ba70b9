#include "engine/text/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace answerbox::engine {
namespace {

Error ErrorOf(std::string_view text) {
  const Result<void> result = ValidateUtf8(text);
  return result ? Error{ErrorCode::kInvalidArgument} : result.error();
}

void ExpectError(std::string_view text, ErrorCode code, std::size_t offset) {
  EXPECT_EQ(ErrorOf(text).code, code) << offset;
  EXPECT_EQ(ErrorOf(text).offset, offset);
}

TEST(ValidateUtf8, AcceptsTheFirstAndLastCharacterOfEachLength) {
  EXPECT_TRUE(ValidateUtf8(""));
  EXPECT_TRUE(ValidateUtf8("\x01\x7f"));
  EXPECT_TRUE(ValidateUtf8("\xc2\x80\xdf\xbf"));
  EXPECT_TRUE(ValidateUtf8("\xe0\xa0\x80\xef\xbf\xbf"));
  EXPECT_TRUE(ValidateUtf8("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
}

TEST(ValidateUtf8, AcceptsTheCharactersAroundTheSurrogates) {
  EXPECT_TRUE(ValidateUtf8("\xed\x9f\xbf\xee\x80\x80"));
}

TEST(ValidateUtf8, RejectsOverlongForms) {
  for (const char* form :
       {"\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf", "\xe0\x9f\xbf",
        "\xf0\x80\x80\xaf", "\xf0\x8f\xbf\xbf"}) {
    EXPECT_EQ(ErrorOf(form).code, ErrorCode::kInvalidUtf8);
  }
}

TEST(ValidateUtf8, RejectsSurrogates) {
  EXPECT_EQ(ErrorOf("\xed\xa0\x80").code, ErrorCode::kInvalidUtf8);
  EXPECT_EQ(ErrorOf("\xed\xbf\xbf").code, ErrorCode::kInvalidUtf8);
}

TEST(ValidateUtf8, RejectsWhatLiesPastTheLastCodePoint) {
  for (const char* form : {"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(ErrorOf(form).code, ErrorCode::kInvalidUtf8);
  }
}

TEST(ValidateUtf8, RejectsEveryCutSequence) {
  for (const std::string_view whole :
       {"\xc3\xa9", "\xe2\x80\xa2", "\xf0\x9f\x98\x80"}) {
    for (std::size_t n = 1; n < whole.size(); ++n) {
      const std::string text = "ab" + std::string(whole.substr(0, n));
      ExpectError(text, ErrorCode::kInvalidUtf8, 2);
      ExpectError(text + "z", ErrorCode::kInvalidUtf8, 2);
    }
  }
}

TEST(ValidateUtf8, RejectsALoneContinuationByte) {
  EXPECT_EQ(ErrorOf("\x80").code, ErrorCode::kInvalidUtf8);
}

// Eight bytes are checked at a time, so every place in and around such a group
// is tried.
TEST(ValidateUtf8, NamesTheFirstOffendingByteWhereverItStands) {
  for (std::size_t length = 1; length <= 40; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      std::string text(length, 'a');
      text[at] = '\xff';
      ExpectError(text, ErrorCode::kInvalidUtf8, at);
      text[at] = '\0';
      ExpectError(text, ErrorCode::kBinaryText, at);
    }
  }
}

TEST(FloorToCharacter, NeverCutsThroughACharacter) {
  const std::string_view text = "a\xc3\xa9\xf0\x9f\x98\x80z";
  const std::size_t expected[] = {0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
  for (std::size_t max = 0; max < std::size(expected); ++max) {
    EXPECT_EQ(FloorToCharacter(text, max), expected[max]) << max;
  }
}

}  // namespace
}  // namespace answerbox::engine
