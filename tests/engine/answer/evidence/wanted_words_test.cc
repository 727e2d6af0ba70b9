#include "engine/answer/evidence/wanted_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using testing::UnorderedElementsAreArray;

// Made-up terms; many begin with the same eight bytes or more.
std::vector<std::string> MadeUpTerms(std::size_t count, std::mt19937& random) {
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < count; ++i) {
    std::string term = random() % 2 == 0 ? "k" : "kkkkkkkk";
    for (std::size_t n = 1 + random() % 4; n > 0; --n) {
      term += "bdgkmpt"[random() % 7];
    }
    terms.push_back(term);
  }
  return terms;
}

std::string Joined(const std::vector<std::string>& terms) {
  std::string text;
  for (const std::string& term : terms) text += term + " ";
  return text;
}

// {term's number, question's term, similarity}
using Match = std::tuple<TermNumber, int, int>;

class WantedWordsTest : public testing::TestWithParam<std::size_t> {};

// With few terms the dictionary is walked, with many each word is looked up.
TEST_P(WantedWordsTest, FindsWhatTheDictionaryHas) {
  std::mt19937 random(GetParam());
  const auto terms = MadeUpTerms(GetParam(), random);
  const IndexInMemory index({Joined(terms)});
  const TermDictionary& dictionary = index.live().reader->terms();
  auto words = MadeUpTerms(40, random);
  words.insert(words.end(), {terms.front(), terms.back(), terms.back(), "a",
                             "z", "kkkkkkkk", ""});
  TestArena arena;
  WantedWords wanted(*arena);
  std::vector<Match> expected;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // Each word matches the terms 0 and 3 of the question.
    const auto similarity = static_cast<Similarity>(i);
    wanted.Add(words[i], 0b1001, MatchKind::kRelated, similarity);
    const auto entry = dictionary.Find(words[i]).value();
    if (!entry) continue;
    expected.emplace_back(entry->number, 0, similarity);
    expected.emplace_back(entry->number, 3, similarity);
  }
  std::pmr::vector<SoftMatch> matches(&*arena);
  ASSERT_TRUE(wanted.FindIn(dictionary, matches));
  std::vector<Match> found;
  for (const SoftMatch& match : matches) {
    EXPECT_EQ(match.kind, MatchKind::kRelated);
    found.emplace_back(match.number, match.question_term, match.similarity);
  }
  EXPECT_GE(found.size(), 6u);
  EXPECT_THAT(found, UnorderedElementsAreArray(expected));
}

INSTANTIATE_TEST_SUITE_P(Terms, WantedWordsTest,
                         testing::Values(1, 5, 40, 200, 1000, 1500));

TEST(WantedWords, FindNothingInAnEmptyDictionary) {
  const IndexInMemory index({"The."});
  TestArena arena;
  WantedWords wanted(*arena);
  wanted.Add("pump", 1, MatchKind::kRelated, 1);
  std::pmr::vector<SoftMatch> matches(&*arena);
  ASSERT_TRUE(wanted.FindIn(index.live().reader->terms(), matches));
  EXPECT_TRUE(matches.empty());
}

}  // namespace
}  // namespace answerbox::engine
