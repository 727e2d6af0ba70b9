#include "client/convert/word_mending.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

TEST(WordMending, JoinsAWordThatIsWrittenWholeElsewhere) {
  const WordMending mending("early detection of detec-\ntion");
  EXPECT_TRUE(mending.IsSplitWord("of detec-", "tion helps"));
}

TEST(WordMending, LeavesCompoundsAlone) {
  const WordMending mending("a self-\ncontained unit");
  EXPECT_FALSE(mending.IsSplitWord("a self-", "contained unit"));
}

TEST(WordMending, AlwaysJoinsAtASoftHyphen) {
  const WordMending mending("");
  EXPECT_TRUE(mending.IsSplitWord("vacci\xC2\xAD", "nation"));
}

TEST(WordMending, LeavesCapitalsDigitsAndEmptyLinesAlone) {
  const WordMending mending("PreTest pretest 12");
  EXPECT_FALSE(mending.IsSplitWord("Pre-", "Test"));
  EXPECT_FALSE(mending.IsSplitWord("1-", "2"));
  EXPECT_FALSE(mending.IsSplitWord("pre-", ""));
  EXPECT_FALSE(mending.IsSplitWord("pre", "test"));
}

TEST(WordMending, CutsEveryKindOfHyphen) {
  EXPECT_EQ(WithoutHyphen("a-"), "a");
  EXPECT_EQ(WithoutHyphen("a\xC2\xAD"), "a");
  EXPECT_EQ(WithoutHyphen("a\xE2\x80\x90"), "a");
  EXPECT_EQ(WithoutHyphen("a"), "a");
  EXPECT_EQ(WithoutHyphen(""), "");
}

}  // namespace
}  // namespace answerbox::client
