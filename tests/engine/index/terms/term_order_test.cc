
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "engine/index/format/short_bytes.h"
#include "engine/index/terms/vocabulary.h"

namespace answerbox::engine {
namespace {

// Words with the same beginnings, of letters, digits and other alphabets.
std::vector<std::string> RandomWords(std::size_t count) {
  constexpr std::string_view kParts[] = {"a", "b",  "the",    "z",      "0",
                                         "9", "th", "\u00e9", "\u4e00", "_"};
  std::mt19937 random(3);
  std::vector<std::string> words(count);
  for (std::string& word : words) {
    for (auto parts = 1 + random() % 12; parts > 0; --parts) {
      word += kParts[random() % std::size(kParts)];
    }
  }
  return words;
}

std::vector<std::string> Sorted(const std::vector<std::string>& words) {
  Vocabulary vocabulary(Profile::kPaper);
  for (const std::string& word : words) {
    EXPECT_TRUE(vocabulary.NumberOf(word, TokenKind::kWord));
  }
  std::vector<TermSortKey> keys;
  for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
    keys.push_back({PrefixOf(vocabulary[i]), i});
  }
  SortTerms(vocabulary, keys);
  std::vector<std::string> sorted;
  for (const TermSortKey& key : keys) {
    sorted.emplace_back(vocabulary[key.vocabulary_number]);
  }
  return sorted;
}

TEST(SortTerms, OrdersByBytesAtAnyCount) {
  for (const std::size_t count :
       {0u, 1u, 2u, 3u, 100u, 255u, 256u, 257u, 1000u}) {
    std::vector<std::string> expected = RandomWords(count);
    const std::vector<std::string> sorted = Sorted(expected);
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()),
                   expected.end());
    EXPECT_EQ(sorted, expected) << count;
  }
}

TEST(SortTerms, OrdersWordsThatShareTheirFirstEightBytes) {
  EXPECT_EQ(Sorted({"vaccinations", "vaccination", "vaccinate", "vaccinated",
                    "vaccinat"}),
            (std::vector<std::string>{"vaccinat", "vaccinate", "vaccinated",
                                      "vaccination", "vaccinations"}));
}

}  // namespace
}  // namespace answerbox::engine
