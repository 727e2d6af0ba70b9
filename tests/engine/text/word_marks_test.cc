#include "engine/text/word_marks.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/text/stop_words.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {
namespace {

NormalizedWord ReadToken(std::string_view token, TokenKind kind) {
  static TermNormalizer normalizer(Profile::kDefault);
  return normalizer.Read(token, kind);
}

WordKind KindOfWord(std::string_view word) {
  return KindOf(ReadToken(word, TokenKind::kWord).mark.value());
}

WordKind KindOfNumber(std::string_view number) {
  return KindOf(ReadToken(number, TokenKind::kNumber).mark.value());
}

TEST(WordMarks, TellTheKindOfAWordInAnyCase) {
  EXPECT_EQ(KindOfWord("Soap"), WordKind::kPlain);
  EXPECT_EQ(KindOfWord("JANUARY"), WordKind::kMonth);
  EXPECT_EQ(KindOfWord("Twelve"), WordKind::kNumberWord);
  EXPECT_EQ(KindOfWord("because"), WordKind::kCause);
  EXPECT_EQ(KindOfWord("Monday's"), WordKind::kUnit);
  EXPECT_EQ(KindOfWord("\uff4d\uff47"), WordKind::kUnit);  // Wide "mg".
}

TEST(WordMarks, TakeFourDigitsForAYearWithinReason) {
  for (const char* year :
       {"1000", "1999", "2100", "\uff12\uff10\uff12\uff10"}) {
    EXPECT_EQ(KindOfNumber(year), WordKind::kYear) << year;
  }
  for (const char* number : {"0999", "999", "2101", "10000", "1.99", "2,00"}) {
    EXPECT_EQ(KindOfNumber(number), WordKind::kNumber) << number;
  }
}

TEST(WordMarks, TellEndingsOfVerbsAfterTwoBytesOrMore) {
  for (const char* word :
       {"used", "washing", "realize", "advise", "create", "washes", "WASHED"}) {
    EXPECT_TRUE(EndsLikeVerb(*ReadToken(word, TokenKind::kWord).mark)) << word;
  }
  for (const char* word : {"bed", "king", "ate", "soap", "ing", "yes"}) {
    EXPECT_FALSE(EndsLikeVerb(*ReadToken(word, TokenKind::kWord).mark)) << word;
  }
}

TEST(WordMarks, OfStopWordsAreTheirIds) {
  EXPECT_EQ(ReadToken("It\u2019s", TokenKind::kWord).mark, kStopIt);
  EXPECT_EQ(ReadToken("Don't", TokenKind::kWord).mark, kStopNegated);
  EXPECT_EQ(ReadToken("the", TokenKind::kWord).term, "");
}

TEST(WordMarks, ComeWithTheTermThatNormalizeGives) {
  TermNormalizer normalizer(Profile::kDefault);
  for (const char* token : {"Washing", "the", "don't", "2.5", "\u3164",
                            "M\u00e9dis", "doctor's", "\xff"}) {
    for (const TokenKind kind :
         {TokenKind::kWord, TokenKind::kNumber, TokenKind::kPunctuation}) {
      const std::string term(normalizer.Normalize(token, kind));
      const NormalizedWord word = normalizer.Read(token, kind);
      EXPECT_EQ(word.term, term) << token;
      EXPECT_EQ(word.mark && HasTerm(*word.mark), !term.empty()) << token;
    }
  }
}

TEST(WordMarks, OfWhatIsNoWordAreNone) {
  EXPECT_FALSE(ReadToken("!", TokenKind::kPunctuation).mark);
  EXPECT_FALSE(
      ReadToken("\u3164", TokenKind::kWord).mark);  // Folding removes it.
}

TEST(WordMarks, InProfilePaperTellOfATermAlone) {
  TermNormalizer normalizer(Profile::kPaper);
  EXPECT_EQ(normalizer.Read("January", TokenKind::kWord).mark, kTermMark);
  EXPECT_EQ(normalizer.Read("January", TokenKind::kWord).term, "january");
}

TEST(IsWordMark, RefusesIdsAndKindsThatAreNone) {
  EXPECT_TRUE(IsWordMark(kStopWordIds - 1));
  EXPECT_FALSE(IsWordMark(kStopWordIds));
  EXPECT_FALSE(IsWordMark(0x7f));
  EXPECT_TRUE(IsWordMark(kTermMark | (kWordKinds - 1) << kKindShift));
  EXPECT_FALSE(IsWordMark(kTermMark | kWordKinds << kKindShift));
}

// The lines of docs/segment-format.md below a heading.
std::vector<std::string> DocumentedLines(const std::string& heading) {
  std::ifstream document(ANSWERBOX_SOURCE_DIR "/docs/segment-format.md");
  std::vector<std::string> lines;
  bool is_below = false;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with('#')) is_below = line == heading;
    if (is_below) lines.push_back(line);
  }
  return lines;
}

TEST(WordMarks, HaveTheStopWordIdsOfTheDocument) {
  unsigned next = 0;
  bool is_listed = false;
  for (const std::string& line : DocumentedLines("### Words")) {
    if (line == "```") is_listed = !is_listed;
    if (!is_listed || line == "```") continue;
    std::istringstream words(line);
    unsigned first = 0;
    words >> first;
    EXPECT_EQ(first, next);
    for (std::string word; words >> word; ++next) {
      EXPECT_EQ(FindStopWord(word == "n't" ? "can't" : word), next) << word;
    }
  }
  EXPECT_EQ(next, kStopWordIds);
}

TEST(WordMarks, HaveTheKindsOfTheDocument) {
  std::size_t checked = 0;
  for (const std::string& line : DocumentedLines("### Words")) {
    for (const auto& [row, kind] :
         {std::pair{"| 3 | month | ", WordKind::kMonth},
          std::pair{"| 4 | number word | ", WordKind::kNumberWord},
          std::pair{"| 5 | cause | ", WordKind::kCause},
          std::pair{"| 6 | unit | ", WordKind::kUnit}}) {
      if (!line.starts_with(row)) continue;
      std::istringstream words(line.substr(std::string_view(row).size()));
      for (std::string word; words >> word && word != "|"; ++checked) {
        if (word.back() == ',') word.pop_back();
        EXPECT_EQ(KindOfWord(word), kind) << word;
      }
    }
  }
  EXPECT_EQ(checked, 11u + 37u + 25u + 64u);
}

}  // namespace
}  // namespace answerbox::engine
