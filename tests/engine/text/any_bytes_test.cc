// Stored text may be damaged. For any bytes, tokens, terms and sentences stay
// within the text and come to an end. Texts are in heap memory of exactly their
// size, so that a sanitizer sees any step outside.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/character_class.h"
#include "engine/text/document_analysis.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/utf8.h"

namespace answerbox::engine {
namespace {

constexpr Profile kProfiles[] = {Profile::kDefault, Profile::kPaper};

std::vector<char> RandomBytes(std::mt19937& random, std::size_t size) {
  // Draws bytes with a meaning more often than by chance.
  constexpr std::string_view kTelling =
      "\xf0\x9f\xe2\x80\xed\xff\xc3\xbf .\n'_-1aA\x99";
  std::vector<char> bytes(size);
  for (char& byte : bytes) {
    byte = random() % 4 == 0 ? static_cast<char>(random() % 256)
                             : kTelling[random() % kTelling.size()];
  }
  return bytes;
}

void ExpectTokensWithin(Profile profile, std::string_view text) {
  TermNormalizer normalizer(profile);
  Tokenizer tokenizer(profile, text);
  std::uint32_t end = 0;
  while (const auto token = tokenizer.Next()) {
    ASSERT_GE(token->range.begin, end);
    ASSERT_GT(token->range.end, token->range.begin);
    end = token->range.end;
    ASSERT_LE(end, text.size());
    const std::string_view term = normalizer.Normalize(
        text.substr(token->range.begin, end - token->range.begin), token->kind);
    ASSERT_LE(term.size(), kMaxTermBytes);
  }
}

void ExpectSentencesWithin(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  SentenceSplitter splitter(text, {0, size}, {});
  std::uint32_t end = 0;
  while (const auto sentence = splitter.Next()) {
    ASSERT_GE(sentence->range.begin, end);
    ASSERT_GT(sentence->range.end, sentence->range.begin);
    ASSERT_LE(sentence->range.end - sentence->range.begin, kMaxSentenceBytes);
    end = sentence->range.end;
    ASSERT_LE(end, size);
  }
}

TEST(AnyBytes, TokensAndTermsStayWithinTheText) {
  std::mt19937 random(7);
  for (std::size_t round = 0; round < 400; ++round) {
    const auto bytes = RandomBytes(random, 1 + round % 50);
    for (const Profile profile : kProfiles) {
      ExpectTokensWithin(profile, {bytes.data(), bytes.size()});
    }
  }
}

TEST(AnyBytes, SentencesStayWithinTheText) {
  std::mt19937 random(8);
  for (std::size_t round = 0; round < 400; ++round) {
    const auto bytes = RandomBytes(random, 1 + round % 300);
    ExpectSentencesWithin({bytes.data(), bytes.size()});
  }
}

TEST(AnyBytes, TextOfContinuationBytesAloneIsCutIntoSentences) {
  const std::vector<char> bytes(3 * kMaxSentenceBytes, '\x80');
  ExpectSentencesWithin({bytes.data(), bytes.size()});
}

TEST(AnyBytes, ACharacterCutShortAtTheEndIsReadByteByByte) {
  for (const std::string_view whole : {"\u00e9", "\u20ac", "\U0001f600"}) {
    for (std::size_t size = 1; size < whole.size(); ++size) {
      const std::vector<char> bytes(whole.begin(), whole.begin() + size);
      const std::string_view text(bytes.data(), bytes.size());
      EXPECT_EQ(Decode(text, 0).code_point, kReplacementCharacter);
      EXPECT_EQ(Decode(text, 0).bytes, 1u);
      EXPECT_EQ(SkipWord(text, 0, text.size()), text.size());
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
