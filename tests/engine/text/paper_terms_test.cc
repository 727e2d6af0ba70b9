
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"

namespace answerbox::engine {
namespace {

std::vector<std::string> TermsOf(std::string_view sentence) {
  PaperTerms terms;
  EXPECT_TRUE(terms.Read(sentence));
  std::vector<std::string> found;
  for (;;) {
    const std::string_view term = terms.Next();
    if (term.empty()) return found;
    found.emplace_back(term);
  }
}

std::vector<std::string> OneByOne(std::string_view sentence) {
  TermNormalizer normalizer(Profile::kPaper);
  Tokenizer tokenizer(Profile::kPaper, sentence);
  std::vector<std::string> found;
  while (const auto token = tokenizer.Next()) {
    const ByteRange range = token->range;
    found.emplace_back(normalizer.Normalize(
        sentence.substr(range.begin, range.end - range.begin), token->kind));
  }
  return found;
}

TEST(PaperTerms, AreThoseFoundOneByOneInAnyAscii) {
  constexpr std::string_view kBytes = "abzAZ09_ .,-'\t\n@[`{/:";
  std::mt19937 random(5);
  for (std::size_t size = 0; size <= 400; ++size) {
    std::string sentence(size, ' ');
    for (char& c : sentence) c = kBytes[random() % kBytes.size()];
    ASSERT_EQ(TermsOf(sentence), OneByOne(sentence)) << sentence;
  }
}

TEST(PaperTerms, TellEveryAsciiCharacterFromTheNext) {
  for (int c = 1; c < 0x80; ++c) {
    const std::string sentence = std::string("a") + static_cast<char>(c) + "b";
    ASSERT_EQ(TermsOf(sentence), OneByOne(sentence)) << c;
  }
}

TEST(PaperTerms, ReachTheEndOfTheLongestSentence) {
  for (const std::size_t size : {kMaxSentenceBytes - 1, kMaxSentenceBytes}) {
    std::string sentence(size, ' ');
    sentence.back() = 'E';
    EXPECT_EQ(TermsOf(sentence), std::vector<std::string>{"e"});
  }
}

TEST(PaperTerms, CutALongTerm) {
  for (std::size_t size = kMaxTermBytes - 1; size < 200; ++size) {
    const std::string sentence = "b " + std::string(size, 'A') + " c";
    ASSERT_EQ(TermsOf(sentence), OneByOne(sentence)) << size;
  }
}

TEST(PaperTerms, LeaveOtherAlphabetsAlone) {
  PaperTerms terms;
  EXPECT_TRUE(terms.Read("seen before"));
  EXPECT_FALSE(terms.Read("caf\u00e9"));
  EXPECT_EQ(terms.Next(), "");
}

}  // namespace
}  // namespace answerbox::engine
