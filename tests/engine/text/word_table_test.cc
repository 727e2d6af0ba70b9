#include "engine/text/word_table.h"

#include <gtest/gtest.h>

namespace answerbox::engine {
namespace {

constexpr std::string_view kWords[] = {"a",  "a-b",        "ab", "abc",
                                       "az", "az\xC3\xA9", "b",  "zz"};
constexpr WordTable kTable(kWords);

TEST(WordTable, FindsWordsWhateverIsSecondInThem) {
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    EXPECT_EQ(kTable.Find(kWords[i]), i) << kWords[i];
  }
}

TEST(WordTable, FindsNoOtherWords) {
  for (const std::string_view word :
       {"", "A", "a'", "aa", "abd", "a\xC3\xA9", "ba", "z", "zzz", "{", "-"}) {
    EXPECT_FALSE(kTable.Find(word)) << word;
  }
}

// Large enough for an index of second letters, too.
constexpr std::string_view kLetters =
    "aaabacadaeafagahaiajakalamanaoapaqarasatauavawaxayaz"
    "babbbcbdbebfbgbhbibjbkblbmbnbobpbqbrbsbtbubvbwbxbybz"
    "zazbzczdzezfzgzhzizjzkzlzmznzozpzqzrzsztzuzvzwzxzyzz";
struct Pairs {
  std::string_view words[kLetters.size() / 2];
};
constexpr Pairs kPairs = [] {
  Pairs pairs;
  for (std::size_t i = 0; i < std::size(pairs.words); ++i) {
    pairs.words[i] = kLetters.substr(2 * i, 2);
  }
  return pairs;
}();
constexpr WordTable kLargeTable(kPairs.words);

TEST(WordTable, FindsWordsOfALargeTable) {
  for (std::size_t i = 0; i < std::size(kPairs.words); ++i) {
    EXPECT_EQ(kLargeTable.Find(kPairs.words[i]), i) << kPairs.words[i];
    EXPECT_EQ(kLargeTable.words()[i], kPairs.words[i]);
  }
  for (const std::string_view word :
       {"a", "a-", "a{", "azz", "c", "z", "zzz"}) {
    EXPECT_FALSE(kLargeTable.Find(word)) << word;
  }
}

}  // namespace
}  // namespace answerbox::engine
