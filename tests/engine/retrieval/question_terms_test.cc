#include "engine/retrieval/question_terms.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "engine/retrieval/term_lookup.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

TEST(AnalyzeQuestion, KeepsContentStemsByFirstOccurrence) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion(
      "Where are the vaccines kept, and which vaccine is kept longest?",
      normalizer, *arena);
  ASSERT_EQ(terms.distinct.size(), 3u);
  EXPECT_EQ(terms.distinct[0].term, "vaccin");
  EXPECT_EQ(terms.distinct[0].frequency, 2u);
  EXPECT_EQ(terms.distinct[1].term, "kept");
  EXPECT_EQ(std::vector<int>(terms.sequence.begin(), terms.sequence.end()),
            (std::vector<int>{0, 1, 0, 1, 2}));
}

TEST(AnalyzeQuestion, KeepsEveryWordInProfilePaper) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kPaper);
  const auto terms =
      AnalyzeQuestion("Where is THE fridge?", normalizer, *arena);
  ASSERT_EQ(terms.distinct.size(), 4u);
  EXPECT_EQ(terms.distinct[2].term, "the");
}

TEST(AnalyzeQuestion, FindsNothingInAQuestionOfStopWords) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("What is that?!", normalizer, *arena);
  EXPECT_TRUE(terms.distinct.empty());
}

TEST(AnalyzeQuestion, LeavesOutDistinctTermsPastTheLimit) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  std::string question;
  for (int i = 0; i < 100; ++i) question += std::to_string(1000 + i) + " ";
  const auto terms = AnalyzeQuestion(question, normalizer, *arena);
  EXPECT_EQ(terms.distinct.size(), kMaxQuestionTerms);
  EXPECT_EQ(terms.distinct.back().term, "1063");
}

// The analysis of the question as text, for comparisons.
std::string Show(std::string_view question, Profile profile) {
  TestArena arena;
  TermNormalizer normalizer(profile);
  const auto terms = AnalyzeQuestion(question, normalizer, *arena);
  std::string shown;
  for (const QuestionTerm& term : terms.distinct) {
    shown +=
        std::string(term.term) + " " + std::to_string(term.frequency) + " ";
  }
  for (const std::uint8_t index : terms.sequence) {
    shown += std::to_string(index) + " ";
  }
  for (const QuestionWord& word : terms.words) {
    shown += std::to_string(word.term) + ":" + std::to_string(word.mark) + " ";
  }
  return shown;
}

TEST(AnalyzeQuestion, HearsAWordOnceThatIsSaidTwice) {
  const std::pair<const char*, const char*> questions[] = {
      {"vaccine vaccine", "vaccine"},
      {"insulin insulin insulin", "insulin"},
      {"vaccine, Vaccine! VACCINES?", "vaccine"},
      {"the the dose", "the dose"},
      {"dose of insulin dose of insulin", "dose of insulin"},
      {"What is the dose? What is the dose? What is the dose?",
       "What is the dose?"},
      {"a b a b cat cat a b", "a b cat a b"},
  };
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    for (const auto& [repeated, once] : questions) {
      if (profile == Profile::kPaper &&
          std::string(repeated).find('V') != std::string::npos) {
        continue;  // Profile paper does not stem.
      }
      EXPECT_EQ(Show(repeated, profile), Show(once, profile)) << repeated;
    }
  }
}

TEST(AnalyzeQuestion, LeavesOutOfItsWordsATermThatComesAgain) {
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms =
      AnalyzeQuestion("New York or New Jersey", normalizer, *arena);
  EXPECT_EQ(std::vector<int>(terms.sequence.begin(), terms.sequence.end()),
            (std::vector<int>{0, 1, 0, 2}));
  ASSERT_EQ(terms.words.size(), 4u);
  EXPECT_EQ(terms.words[1].term, 1u);
  EXPECT_FALSE(HasTerm(terms.words[2].mark));
  EXPECT_EQ(terms.words[3].term, 2u);
}

TEST(AnalyzeQuestion, FindsNothingWithoutAWordOfTwoLettersOrANumber) {
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    for (const char* question :
         {"%s%s%s%n", "K", "x y z", "s s s n", "\u00e9"}) {
      EXPECT_EQ(Show(question, profile), "") << question;
    }
    for (const char* question :
         {"vitamin K", "8", "B12", "x 2", "\u75ab\u82d7", "\u75ab"}) {
      EXPECT_NE(Show(question, profile), "") << question;
    }
  }
  EXPECT_NE(Show("vitamin K", Profile::kDefault),
            Show("vitamin", Profile::kDefault));
}

TEST(TermLookup, SumsChunkFrequenciesOverSegments) {
  TestArena arena;
  const IndexInMemory first({"Fridges hum.", "A fridge stands here."});
  const IndexInMemory second({"No such thing here.", "The fridge is white."});
  const LiveSegment segments[] = {first.live(), second.live()};
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("fridge unicorn", normalizer, *arena);
  const auto lookup = TermLookup::Find(segments, terms, *arena);
  ASSERT_TRUE(lookup);
  EXPECT_EQ(lookup->chunks(), 4u);
  EXPECT_EQ(lookup->chunk_frequency(0), 3u);
  EXPECT_EQ(lookup->chunk_frequency(1), 0u);
  EXPECT_FALSE(lookup->entry(1, 1).has_value());
}

TEST(TermLookup, CountsLiveDocumentsAlone) {
  TestArena arena;
  IndexInMemory index({"Fridges hum.", "A white fridge stands here, as it did.",
                       "The fridge is white.", "A rhinoceros is large."});
  const IndexInMemory without({"Fridges hum.", "The fridge is white."});
  index.Remove(1);
  index.Remove(3);
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms =
      AnalyzeQuestion("white fridge rhinoceros", normalizer, *arena);
  const LiveSegment segments[] = {index.live()};
  const LiveSegment fresh[] = {without.live()};
  const auto lookup = TermLookup::Find(segments, terms, *arena).value();
  const auto expected = TermLookup::Find(fresh, terms, *arena).value();
  EXPECT_EQ(lookup.chunks(), expected.chunks());
  EXPECT_EQ(lookup.chunk_terms(), expected.chunk_terms());
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(lookup.chunk_frequency(t), expected.chunk_frequency(t)) << t;
  }
  EXPECT_EQ(lookup.chunk_frequency(2), 0u);
}

TEST(TermLookup, CountsLiveDocumentsInListsOfManyBlocks) {
  std::mt19937 random(1);
  for (const unsigned rate : {2u, 20u, 500u}) {
    std::vector<std::string_view> texts;
    for (int i = 0; i < 3000; ++i) {
      texts.push_back(random() % 3 == 0 ? "common" : "common rare");
    }
    IndexInMemory index{std::span<const std::string_view>(texts)};
    std::uint64_t common = 3000;
    std::uint64_t rare = 0;
    for (DocumentNumber d = 0; d < texts.size(); ++d) {
      const bool has_rare = texts[d] != "common";
      rare += has_rare ? 1 : 0;
      if (random() % rate != 0) continue;
      index.RemoveLater(d);
      --common;
      rare -= has_rare ? 1 : 0;
    }
    index.RemoveNow();
    TestArena arena;
    TermNormalizer normalizer(Profile::kDefault);
    const auto terms = AnalyzeQuestion("rare common", normalizer, *arena);
    const LiveSegment segments[] = {index.live()};
    const auto lookup = TermLookup::Find(segments, terms, *arena).value();
    EXPECT_EQ(lookup.chunk_frequency(0), rare);
    EXPECT_EQ(lookup.chunk_frequency(1), common);
    EXPECT_EQ(lookup.chunks(), common);
  }
}

}  // namespace
}  // namespace answerbox::engine
