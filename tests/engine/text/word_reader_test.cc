
#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "engine/text/character_class.h"

namespace answerbox::engine {

void PrintTo(const ByteRange& range, std::ostream* out) {
  *out << range.begin << "-" << range.end;
}

namespace {

std::vector<ByteRange> Words(std::string_view text) {
  WordReader reader(text);
  std::vector<ByteRange> words;
  for (;;) {
    const ByteRange word = reader.Next();
    if (word.begin == word.end) {
      EXPECT_EQ(word.begin, text.size());
      return words;
    }
    words.push_back(word);
  }
}

std::vector<ByteRange> WordsOneByOne(std::string_view text) {
  std::vector<ByteRange> words;
  std::size_t begin = SkipSpace(text, 0, text.size());
  while (begin < text.size()) {
    const std::size_t end = SkipWord(text, begin, text.size());
    words.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    begin = SkipSpace(text, end, text.size());
  }
  return words;
}

TEST(WordReader, FindsTheWordsOfAnyText) {
  const std::vector<std::string> parts = {
      "a", "word",   " ",      "  ",     "\n",     "\x1c",   "\x1b",
      ".", "\u00a0", "\u00e9", "\u2003", "\u2026", "\u3000", "\U0001f600"};
  std::mt19937 random(7);
  for (int length = 0; length < 300; ++length) {
    std::string text;
    for (int i = 0; i < length; ++i) text += parts[random() % parts.size()];
    ASSERT_EQ(Words(text), WordsOneByOne(text)) << text;
  }
}

TEST(WordReader, FindsWordsAmongBytesThatAreNoText) {
  constexpr std::string_view kBytes = "\xe2\x80\x83\xc2\xa0\xf0\x9f\xff a";
  std::mt19937 random(8);
  for (std::size_t size = 0; size < 300; ++size) {
    const std::vector<char> bytes = [&] {
      std::vector<char> made(size);
      for (char& byte : made) byte = kBytes[random() % kBytes.size()];
      return made;
    }();
    const std::string_view text(bytes.data(), bytes.size());
    ASSERT_EQ(Words(text), WordsOneByOne(text)) << size;
  }
}

TEST(WordReader, FindsAWordThatEndsWithAnyNumberOfBytes) {
  for (std::uint32_t size = 1; size < 200; ++size) {
    EXPECT_EQ(Words(std::string(size, 'w')),
              (std::vector<ByteRange>{{0, size}}));
    EXPECT_EQ(Words(std::string(size, ' ') + 'w'),
              (std::vector<ByteRange>{{size, size + 1}}));
  }
}

TEST(WordReader, GoesOnFromACopy) {
  WordReader reader("one two three");
  EXPECT_EQ(reader.Next(), (ByteRange{0, 3}));
  WordReader copy = reader;
  EXPECT_EQ(reader.Next(), (ByteRange{4, 7}));
  EXPECT_EQ(copy.Next(), (ByteRange{4, 7}));
}

}  // namespace
}  // namespace answerbox::engine
