#include "engine/retrieval/question_terms.h"

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
}  // namespace answerbox::engine
