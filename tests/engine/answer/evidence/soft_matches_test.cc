#include "engine/answer/evidence/soft_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/index/format/short_bytes.h"
#include "tests/engine/answer/opened_related_words.h"
#include "tests/engine/answer/written_thesaurus.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using testing::UnorderedElementsAre;

TEST(PrefixSimilarity, IsFullForEqualTermsOfAnyLength) {
  EXPECT_EQ(PrefixSimilarity("a", "a"), kSame);
  EXPECT_EQ(PrefixSimilarity("vaccin", "vaccin"), kSame);
}

TEST(PrefixSimilarity, IsTheShareOfTheCommonBeginning) {
  EXPECT_EQ(PrefixSimilarity("vaccin", "vaccinat"), kSame * 6 / 8);
  EXPECT_EQ(PrefixSimilarity("nation", "nativ"), kSame * 4 / 6);
}

TEST(PrefixSimilarity, IsNoneBelowSixTenthsOrFourBytes) {
  EXPECT_EQ(PrefixSimilarity("abcdefghij", "abcdefzzzz"), kSame * 6 / 10);
  EXPECT_EQ(PrefixSimilarity("abcdefghijk", "abcdefzzzzz"), 0);
  EXPECT_EQ(PrefixSimilarity("abc", "abcd"), 0);
  EXPECT_EQ(PrefixSimilarity("", "abcd"), 0);
}

class SoftMatchesTest : public testing::Test {
 protected:
  SoftMatches Find(const IndexInMemory& index, std::string_view question,
                   const RelatedWords& related = RelatedWords()) {
    TermNormalizer normalizer(Profile::kDefault);
    const LiveSegment segments[] = {index.live()};
    const auto terms = AnalyzeQuestion(question, normalizer, *arena_);
    const auto lookup = TermLookup::Find(segments, terms, *arena_);
    const auto wanted = FindWantedWords(terms, {&related, thesaurus_}, *arena_);
    return *SoftMatches::Find(segments[0], 0, terms, *lookup, wanted, *arena_);
  }
  static TermNumber Number(const IndexInMemory& index, std::string_view term) {
    return (*index.reader().terms().Find(term))->number;
  }

  static std::vector<MatchKind> Kinds(std::span<const SoftMatch> matches) {
    std::vector<MatchKind> kinds;
    for (const SoftMatch& match : matches) kinds.push_back(match.kind);
    return kinds;
  }

  TestArena arena_;
  const Thesaurus* thesaurus_ = nullptr;
};

TEST_F(SoftMatchesTest, FindsExactAndAlikeTermsOfTheDictionary) {
  const IndexInMemory index({"Medicine, medication and medics met a mermaid."});
  const auto matches = Find(index, "medicines");
  const auto exact = matches.Of(Number(index, "medicin"));
  ASSERT_EQ(exact.size(), 1u);
  EXPECT_EQ(exact[0].similarity, kSame);
  const auto alike = matches.Of(Number(index, "medic"));
  ASSERT_EQ(alike.size(), 1u);
  EXPECT_EQ(alike[0].similarity, kSame * 5 / 7);
  EXPECT_TRUE(matches.Of(Number(index, "mermaid")).empty());
}

// If some thousand terms begin alike, they are not compared one by one.
TEST_F(SoftMatchesTest, FindsAlikeTermsHoweverManyBeginAlike) {
  constexpr std::string_view kLetters = "bcdfghjklmnpqrtvwxz";
  std::string text;
  for (const char a : kLetters) {
    for (const char b : kLetters) {
      for (const char c : kLetters) {
        text += std::string("quxquxqu") + a + b + c + ' ';
      }
      text += ".\n\n";
    }
  }
  const IndexInMemory index({text});
  ASSERT_GT(index.reader().terms().size(), 6000u);
  const OpenedRelatedWords related{{"fridg", "quxquxqumkm", 128}};
  const auto matches =
      Find(index, "quxquxquzz fridge quxquxquk", related.get());
  for (const char* term : {"quxquxqubbb", "quxquxqumkk", "quxquxquzzx"}) {
    const auto alike = matches.Of(Number(index, term));
    ASSERT_EQ(alike.size(), 2u) << term;
    EXPECT_EQ(alike[0].question_term, 0u);
    EXPECT_EQ(alike[0].similarity, PrefixSimilarity("quxquxquzz", term));
    EXPECT_EQ(alike[1].question_term, 2u);
    EXPECT_EQ(alike[1].similarity, PrefixSimilarity("quxquxquk", term));
  }
  // It is related, too.
  const auto all = matches.Of(Number(index, "quxquxqumkm"));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_THAT(Kinds(all),
              UnorderedElementsAre(MatchKind::kAlike, MatchKind::kAlike,
                                   MatchKind::kRelated));
  EXPECT_TRUE(matches.status());
}

TEST_F(SoftMatchesTest, LetsOneTermStandForTwoQuestionTerms) {
  const IndexInMemory index({"An electron."});
  const auto matches = Find(index, "electricity electronics");
  EXPECT_EQ(matches.Of(Number(index, "electron")).size(), 2u);
}

TEST_F(SoftMatchesTest, TellsNumbersApartByEveryDigit) {
  const IndexInMemory index({"Call 5550100 or 5550101."});
  const auto matches = Find(index, "5550100");
  EXPECT_EQ(matches.Of(Number(index, "5550100")).size(), 1u);
  EXPECT_TRUE(matches.Of(Number(index, "5550101")).empty());
}

TEST_F(SoftMatchesTest, FindsOppositesOfTheDictionary) {
  const IndexInMemory index({"It was closed in autumn."});
  const auto matches = Find(index, "pump spring");
  const auto opposite = matches.Of(Number(index, "autumn"));
  ASSERT_EQ(opposite.size(), 1u);
  EXPECT_EQ(opposite[0].kind, MatchKind::kOpposite);
  EXPECT_EQ(opposite[0].question_term, 1);
  EXPECT_EQ(opposite[0].similarity, 0);
}

TEST_F(SoftMatchesTest, FindsRelatedWordsOfTheDictionary) {
  const IndexInMemory index({"The motor has a bit and a belt."});
  const OpenedRelatedWords related{
      {"pump", "motor", 128}, {"pump", "valv", 200}, {"sink", "belt", 90}};
  const auto matches = Find(index, "drill pump", related.get());
  const auto motor = matches.Of(Number(index, "motor"));
  ASSERT_EQ(motor.size(), 1u);
  EXPECT_EQ(motor[0].kind, MatchKind::kRelated);
  EXPECT_EQ(motor[0].question_term, 1);
  EXPECT_EQ(motor[0].similarity, kSame / 2);
  EXPECT_TRUE(matches.Of(Number(index, "bit")).empty());
  // Related to a term that the question does not have.
  EXPECT_TRUE(matches.Of(Number(index, "belt")).empty());
}

TEST_F(SoftMatchesTest, FindsNeighboursOfTheThesaurus) {
  const IndexInMemory index({"The motor has a bit and a belt."});
  const OpenedThesaurus thesaurus(
      {{"pump", {{"motor", 1}, {"valv", 1}}}, {"sink", {{"belt", 0}}}});
  thesaurus_ = &thesaurus.get();
  const auto matches = Find(index, "drill pump");
  const auto motor = matches.Of(Number(index, "motor"));
  ASSERT_EQ(motor.size(), 1u);
  EXPECT_EQ(motor[0].kind, MatchKind::kNeighbour);
  EXPECT_EQ(motor[0].question_term, 1);
  EXPECT_EQ(motor[0].similarity, kSame / 256 * 230);
  // A neighbour of a term that the question does not have.
  EXPECT_TRUE(matches.Of(Number(index, "belt")).empty());
}

TEST_F(SoftMatchesTest, FindsWordsForAPhraseOfTheQuestion) {
  const IndexInMemory index({"Glucose is in grapes, and in blood."});
  const OpenedThesaurus thesaurus({{"blood sugar", {{"glucos", 1}}}});
  thesaurus_ = &thesaurus.get();
  const auto matches = Find(index, "high blood sugar");
  const auto found = matches.Of(Number(index, "glucos"));
  ASSERT_EQ(found.size(), 2u);
  for (const SoftMatch& match : found) {
    EXPECT_EQ(match.kind, MatchKind::kNeighbour);
    EXPECT_EQ(match.similarity, 230 * kSame / 256);
  }
  EXPECT_EQ(found[0].question_term, 1u);  // Blood.
  EXPECT_EQ(found[1].question_term, 2u);  // Sugar.
  EXPECT_TRUE(Find(index, "high sugar").Of(Number(index, "glucos")).empty());
}

TEST_F(SoftMatchesTest, FindsNoRelatedWordThatIsNotThere) {
  const IndexInMemory index({"The motors ran."});
  const OpenedRelatedWords related{{"pump", "mot", 255},
                                   {"pump", "motors", 255},
                                   {"pump", "", 255},
                                   {"pump", std::string_view("motor\0", 6), 9}};
  const auto matches = Find(index, "pump", related.get());
  EXPECT_TRUE(matches.Of(Number(index, "motor")).empty());
}

TEST_F(SoftMatchesTest, TakesNoRelatedWordForTheTermItself) {
  const IndexInMemory index({"The motor ran."});
  const OpenedRelatedWords related{{"pump", "motor", 255}};
  const auto matches = Find(index, "pump", related.get());
  const auto motor = matches.Of(Number(index, "motor"));
  ASSERT_EQ(motor.size(), 1u);
  EXPECT_EQ(motor[0].similarity, 255 * 128);
  EXPECT_LT(motor[0].similarity, kSame);
}

TEST_F(SoftMatchesTest, LetsOneTermBeOppositeAndRelated) {
  const IndexInMemory index({"It was in autumn."});
  const OpenedRelatedWords related{{"spring", "autumn", 64}};
  const auto matches = Find(index, "spring", related.get());
  const auto autumn = matches.Of(Number(index, "autumn"));
  EXPECT_THAT(Kinds(autumn),
              UnorderedElementsAre(MatchKind::kOpposite, MatchKind::kRelated));
  for (const SoftMatch& match : autumn) {
    EXPECT_EQ(match.similarity,
              match.kind == MatchKind::kRelated ? kSame / 4 : 0);
  }
}

TEST_F(SoftMatchesTest, LetsARelatedTermOfOneBeAnotherOneItself) {
  const IndexInMemory index({"The motor ran."});
  const OpenedRelatedWords related{{"pump", "motor", 128}};
  const auto matches = Find(index, "pump motor", related.get());
  const auto motor = matches.Of(Number(index, "motor"));
  ASSERT_EQ(motor.size(), 2u);
  EXPECT_EQ(motor[0].kind, MatchKind::kRelated);
  EXPECT_EQ(motor[0].question_term, 0);
  EXPECT_EQ(motor[1].kind, MatchKind::kAlike);
  EXPECT_EQ(motor[1].similarity, kSame);
}

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

class MatchesOfManyTerms : public testing::TestWithParam<std::size_t> {};

// With few terms the dictionary is walked, with many each word is looked up.
TEST_P(MatchesOfManyTerms, AreThoseOfTheDefinition) {
  std::mt19937 random(GetParam());
  const auto in_index = MadeUpTerms(GetParam(), random);
  const IndexInMemory index({Joined(in_index)});
  const LiveSegment segments[] = {index.live()};
  const TermDictionary& dictionary = index.reader().terms();
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  auto asked = MadeUpTerms(6, random);
  asked.push_back(in_index.front());
  const auto terms = AnalyzeQuestion(Joined(asked), normalizer, *arena);
  const auto lookup = TermLookup::Find(segments, terms, *arena);
  auto words = MadeUpTerms(40, random);
  words.insert(words.end(), {in_index.front(), in_index.back(), in_index.back(),
                             "a", "z", "kkkkkkkk"});
  std::vector<WantedWord> wanted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // Each word stands for the terms 0 and 3 of the question.
    wanted.push_back({PrefixOf(words[i]), words[i], 0b1001, MatchKind::kRelated,
                      static_cast<Similarity>(i)});
  }
  const auto matches =
      *SoftMatches::Find(segments[0], 0, terms, *lookup, wanted, *arena);
  // {question's term, kind, similarity}
  using Match = std::tuple<int, MatchKind, int>;
  std::size_t count = 0;
  TermCursor cursor = dictionary.Begin();
  while (*cursor.Next()) {
    std::vector<Match> expected;
    for (std::size_t t = 0; t < terms.distinct.size(); ++t) {
      const Similarity similarity =
          PrefixSimilarity(terms.distinct[t].term, cursor.term());
      if (similarity == 0) continue;
      expected.emplace_back(t, MatchKind::kAlike, similarity);
    }
    for (const WantedWord& word : wanted) {
      if (word.text != cursor.term()) continue;
      expected.emplace_back(0, MatchKind::kRelated, word.similarity);
      expected.emplace_back(3, MatchKind::kRelated, word.similarity);
    }
    std::vector<Match> found;
    for (const SoftMatch& match : matches.Of(cursor.entry().number)) {
      found.emplace_back(match.question_term, match.kind, match.similarity);
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected))
        << cursor.term();
    count += found.size();
  }
  EXPECT_TRUE(matches.status());
  EXPECT_GE(count, 5u);
}

INSTANTIATE_TEST_SUITE_P(Terms, MatchesOfManyTerms,
                         testing::Values(1, 5, 40, 200, 1000, 1500, 20000));

TEST_F(SoftMatchesTest, FindsNothingInAnEmptyDictionary) {
  const IndexInMemory index({"The."});
  const LiveSegment segments[] = {index.live()};
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("pump", normalizer, *arena_);
  const auto lookup = TermLookup::Find(segments, terms, *arena_);
  const WantedWord wanted{PrefixOf("motor"), "motor", 1, MatchKind::kRelated,
                          1};
  EXPECT_TRUE(
      SoftMatches::Find(segments[0], 0, terms, *lookup, {&wanted, 1}, *arena_));
}

}  // namespace
}  // namespace answerbox::engine
