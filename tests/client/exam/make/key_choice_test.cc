#include "client/exam/make/key_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(KeyChoiceTest, TriesAPhraseAlsoWithoutTheWordsThatLeadToIt) {
  EXPECT_THAT(KeyVariants({"every three months"}),
              ElementsAre("every three months", "three months"));
  EXPECT_THAT(KeyVariants({"Within 30 days"}),
              ElementsAre("Within 30 days", "30 days"));
  EXPECT_THAT(KeyVariants({"for at least 20 seconds"}),
              ElementsAre("for at least 20 seconds", "20 seconds"));
}

TEST(KeyChoiceTest, TriesEachTextOnce) {
  EXPECT_THAT(KeyVariants({"soap", "with soap", "soap"}),
              ElementsAre("soap", "with soap"));
}

TEST(KeyChoiceTest, KeepsTheLastWord) {
  EXPECT_THAT(KeyVariants({"inside"}), ElementsAre("inside"));
}

TEST(KeyChoiceTest, TriesNothingThatNoBankTakes) {
  EXPECT_THAT(KeyVariants({"", "  ", "a\tb", std::string(1025, 'a')}),
              IsEmpty());
}

TEST(KeyChoiceTest, TakesWholeWordsOfAPhraseOnly) {
  const std::vector<std::string> phrases = {
      "at a temperature between 2 °C and 8 °C"};
  EXPECT_TRUE(LiesWithin("2 °C and 8 °C", phrases));
  EXPECT_TRUE(LiesWithin("8 °C", phrases));
  EXPECT_FALSE(LiesWithin("2 °", phrases));
  EXPECT_FALSE(LiesWithin("temper", phrases));
  EXPECT_FALSE(LiesWithin("12 °C", phrases));
  EXPECT_FALSE(LiesWithin("", phrases));
}

}  // namespace
}  // namespace answerbox::client
