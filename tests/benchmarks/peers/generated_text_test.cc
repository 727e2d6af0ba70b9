#include "tests/benchmarks/peers/generated_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace answerbox::benchmarks {
namespace {

const std::vector<std::string> kParagraphs = {
    "The nurse reads the thermometer twice a day. She writes both values down!",
    "The door of the fridge stays closed, and the lead nurse is told at once."};

std::vector<std::string> Generate(const std::vector<std::string>& paragraphs,
                                  int count) {
  TextGenerator generator(paragraphs, 7);
  std::vector<std::string> texts(static_cast<std::size_t>(count));
  for (std::string& text : texts) generator.Next(text);
  return texts;
}

std::vector<std::string> Words(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) {
    std::string word;
    for (const char c : text + ' ') {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        word += c;
      } else if (!word.empty()) {
        words.push_back(std::move(word));
        word.clear();
      }
    }
  }
  return words;
}

std::size_t Distinct(const std::vector<std::string>& texts) {
  const auto words = Words(texts);
  return std::set<std::string>(words.begin(), words.end()).size();
}

TEST(GeneratedText, IsTheSameOnEveryMachine) {
  EXPECT_THAT(Generate(kParagraphs, 2),
              testing::ElementsAre(
                  "Peretuten godejul mimerulir tomafis jenonim twice told "
                  "ruvofim. Tatisom lead bugisis peretuten the!",
                  "Both the modanimas fitusuvan lenimur ducolik peretuten "
                  "comuginul. Socadirar dadafik lead vubohegol nusirim!"));
}

TEST(GeneratedText, TakesPunctuationAndCapitalsFromAParagraph) {
  for (const std::string& text : Generate(kParagraphs, 100)) {
    EXPECT_TRUE(text[0] >= 'A' && text[0] <= 'Z') << text;
    const bool is_first = text.ends_with('!');
    EXPECT_EQ(Words({text}).size(), is_first ? 13u : 15u) << text;
    EXPECT_EQ(text.find(',') == std::string::npos, is_first) << text;
  }
}

TEST(GeneratedText, TakesNoShapeFromAParagraphTooLongForOneChunk) {
  std::string too_long = "word";
  for (std::size_t i = 0; i < kMaxShapeWords; ++i) too_long += " word";
  for (const std::string& text : Generate({"One two three.", too_long}, 100)) {
    EXPECT_EQ(Words({text}).size(), 3u);
  }
}

TEST(GeneratedText, DrawsAWordAsOftenAsTheParagraphsHaveIt) {
  // "the" is 3 of 28 words. 21 of them occur once, so 21 of 28 words are made
  // up.
  const auto words = Words(Generate(kParagraphs, 10'000));
  const auto count = static_cast<double>(std::ranges::count(words, "the"));
  const double expected = 3.0 / 28 * 7 / 28;
  EXPECT_NEAR(count / static_cast<double>(words.size()), expected,
              0.1 * expected);
}

TEST(GeneratedText, GrowsItsVocabularyAsTheSquareRootOfTheText) {
  const auto once = static_cast<double>(Distinct(Generate(kParagraphs, 5'000)));
  const auto four_times =
      static_cast<double>(Distinct(Generate(kParagraphs, 20'000)));
  EXPECT_NEAR(four_times / once, 2.0, 0.2);
}

}  // namespace
}  // namespace answerbox::benchmarks
