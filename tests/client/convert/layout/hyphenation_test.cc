#include "client/convert/layout/hyphenation.h"

#include <gtest/gtest.h>

namespace answerbox::client::layout {
namespace {

std::string Joined(std::string text, std::string_view line) {
  WordJoiner joiner;
  joiner.Learn("detection, self care and well-being");
  joiner.Append(text, line);
  return text;
}

TEST(WordJoiner, MendsSplitWords) {
  EXPECT_EQ(Joined("early detec-", "tion of"), "early detection of");
  EXPECT_EQ(Joined("un-", "known words"), "unknown words");
  EXPECT_EQ(Joined("soft\u00ad", "ly"), "softly");
}

TEST(WordJoiner, KeepsHyphensOfTheDocumentsWords) {
  EXPECT_EQ(Joined("their well-", "being"), "their well-being");
  EXPECT_EQ(Joined("for self-", "care"), "for self-care");
  EXPECT_EQ(Joined("covid-", "19"), "covid- 19");
}

TEST(WordJoiner, JoinsBrokenAddresses) {
  EXPECT_EQ(Joined("http://a.org/", "page"), "http://a.org/page");
  EXPECT_EQ(Joined("and/", "or"), "and/ or");
}

}  // namespace
}  // namespace answerbox::client::layout
