#include "engine/text/term_normalizer.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

std::string Word(std::string_view token) {
  TermNormalizer normalizer(Profile::kDefault);
  return std::string(normalizer.Normalize(token, TokenKind::kWord));
}

std::string Number(std::string_view token) {
  TermNormalizer normalizer(Profile::kDefault);
  return std::string(normalizer.Normalize(token, TokenKind::kNumber));
}

std::string Paper(std::string_view token) {
  TermNormalizer normalizer(Profile::kPaper);
  return std::string(normalizer.Normalize(token, TokenKind::kWord));
}

TEST(TermNormalizer, BringsFormsOfAWordTogether) {
  EXPECT_EQ(Word("vaccines"), Word("Vaccine"));
  EXPECT_EQ(Word("storing"), Word("STORED"));
  EXPECT_EQ(Word("running"), "run");
}

TEST(TermNormalizer, DropsThePossessiveInEitherForm) {
  EXPECT_EQ(Word("Clinic's"), Word("clinic"));
  EXPECT_EQ(Word("Clinic\u2019s"), Word("clinic"));
}

TEST(TermNormalizer, DropsStopWords) {
  for (const char* word :
       {"The", "It's", "it\u2019s", "don\u2019t", "They'll"}) {
    EXPECT_EQ(Word(word), "") << word;
  }
}

TEST(TermNormalizer, DropsPunctuation) {
  TermNormalizer normalizer(Profile::kDefault);
  EXPECT_EQ(normalizer.Normalize("!", TokenKind::kPunctuation), "");
}

TEST(TermNormalizer, LeavesNumbersAsTheyAre) {
  EXPECT_EQ(Number("2.5"), "2.5");
  EXPECT_EQ(Number("1,000"), "1,000");
}

TEST(TermNormalizer, FoldsCompatibilityForms) {
  EXPECT_EQ(Word("\uff34\uff25\uff33\uff34"), "test");  // Full width.
  EXPECT_EQ(Word("\ufb01nger"), Word("finger"));        // Ligature fi.
  EXPECT_EQ(Number("\uff12.\uff15"), "2.5");
}

TEST(TermNormalizer, FoldsCaseInFull) {
  EXPECT_EQ(Word("Stra\u00dfe"), Word("STRASSE"));
  EXPECT_EQ(Word("\u03a3\u03c9\u03c2"), Word("\u03c3\u03c9\u03c3"));
}

TEST(TermNormalizer, ComposesAccents) {
  EXPECT_EQ(Word("caf\u00e9"), Word("cafe\u0301"));
}

TEST(TermNormalizer, DropsWhatIsNeverVisible) {
  EXPECT_EQ(Word("vac\u00adcine"), Word("vaccine"));
  EXPECT_EQ(Word("\u3164"), "");  // HANGUL FILLER
}

TEST(TermNormalizer, CutsALongWordToItsFirstBytes) {
  EXPECT_EQ(Number(std::string(63, '7')).size(), 63u);
  EXPECT_EQ(Number(std::string(65, '7')), std::string(64, '7'));
  EXPECT_EQ(Word(std::string(1000, 'b')), std::string(64, 'b'));
}

TEST(TermNormalizer, CutsOnlyAtCharacterBoundaries) {
  std::string token = "x";
  for (int i = 0; i < 100; ++i) token += "\u20ac\u4e2d";
  for (const std::string& term : {Word(token), Paper(token)}) {
    EXPECT_TRUE(ValidateUtf8(term));
    EXPECT_EQ(term.size(), 64u);
  }
}

TEST(TermNormalizer, SurvivesTheCharacterWithTheLongestDecomposition) {
  std::string token;
  for (int i = 0; i < 100; ++i) token += "\ufdfa";
  EXPECT_TRUE(ValidateUtf8(Word(token)));
  EXPECT_GT(Word(token).size(), 60u);
}

TEST(TermNormalizer, GivesTheSameAfterAMove) {
  TermNormalizer first(Profile::kDefault);
  TermNormalizer second(std::move(first));
  EXPECT_EQ(second.Normalize("Doses", TokenKind::kWord), "dose");
}

// Words of all lengths, more than the cache of stems has places.
TEST(TermNormalizer, RemembersNoWrongStem) {
  TermNormalizer one(Profile::kDefault);
  std::mt19937 random(1);
  std::vector<std::string> words;
  for (int i = 0; i < 3000; ++i) {
    std::string word;
    for (auto left = 1 + random() % 20; left > 0; --left) {
      word += static_cast<char>('a' + random() % 4);
    }
    static constexpr const char* kEndings[] = {"", "s", "ing", "ed", "ly"};
    words.push_back(word + kEndings[random() % std::size(kEndings)]);
  }
  for (int i = 0; i < 9000; ++i) {
    const std::string& word = words[random() % words.size()];
    EXPECT_EQ(one.Normalize(word, TokenKind::kWord), Word(word)) << word;
  }
}

TEST(PaperTermNormalizer, LowersCaseAndNothingElse) {
  EXPECT_EQ(Paper("The"), "the");
  EXPECT_EQ(Paper("Vaccines_2"), "vaccines_2");
  EXPECT_EQ(Paper("\u00c9T\u00c9"), "\u00e9t\u00e9");
  EXPECT_EQ(Paper("Stra\u00dfe"), "stra\u00dfe");
  EXPECT_EQ(Paper("\uff34"), "\uff54");
}

TEST(PaperTermNormalizer, CutsALongWordToItsFirstBytes) {
  EXPECT_EQ(Paper(std::string(65, 'B')), std::string(64, 'b'));
}

}  // namespace
}  // namespace answerbox::engine
