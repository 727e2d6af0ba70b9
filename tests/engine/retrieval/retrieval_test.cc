// Compares both retrievals and the re-ranking, in both arithmetics, with naive
// computations on doubles.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/tf_idf_cosine.h"
#include "tests/engine/index_in_memory.h"
#include "tests/engine/paper_collection.h"

namespace answerbox::engine {
namespace {

template <typename A>
class RetrievalTest : public testing::Test {
 protected:
  std::span<ScoredChunk<A>> Bm25(std::span<const LiveSegment> segments,
                                 std::string_view question,
                                 std::size_t count = 10) {
    TermNormalizer normalizer(Profile::kDefault);
    terms_ = AnalyzeQuestion(question, normalizer, *arena_);
    lookup_ = *TermLookup::Find(segments, terms_, *arena_);
    return *RetrieveBm25<A>(segments, lookup_, count, *arena_);
  }

  std::span<ScoredChunk<A>> Cosine(std::span<const LiveSegment> segments,
                                   std::string_view question,
                                   std::size_t count = 10) {
    TermNormalizer normalizer(Profile::kPaper);
    terms_ = AnalyzeQuestion(question, normalizer, *arena_);
    lookup_ = *TermLookup::Find(segments, terms_, *arena_);
    return *RetrieveTfIdfCosine<A>(segments, terms_, lookup_, count, *arena_);
  }

  static double Score(const ScoredChunk<A>& chunk) {
    return A::ToDouble(chunk.score);
  }

  TestArena arena_;
  QuestionTerms terms_;
  TermLookup lookup_;
};
using Arithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(RetrievalTest, Arithmetics);

TYPED_TEST(RetrievalTest, WeighsTermsByTheGivenFrequencies) {
  const IndexInMemory index({"pump", "pump", "pump", "valve"});
  const LiveSegment segments[] = {index.live()};
  const auto best = this->Bm25(segments, "pump valve").front();
  EXPECT_EQ(best.chunk, 3u);  // The rarer word.
  const std::uint64_t frequencies[] = {1, 3};
  const std::span<const std::uint64_t> weighed_by[] = {
      std::span(frequencies).first(1), std::span(frequencies).last(1)};
  this->lookup_.WeighBy(weighed_by);
  const auto weighed =
      *RetrieveBm25<TypeParam>(segments, this->lookup_, 4, *this->arena_);
  ASSERT_EQ(weighed.size(), 4u);
  EXPECT_EQ(weighed.front().chunk, 0u);
  EXPECT_EQ(weighed.back().chunk, 3u);
}

// Random words of two letters. Stemming does not change them.
std::vector<std::string> RandomTexts(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    const std::size_t words = 3 + random() % 40;
    for (std::size_t i = 0; i < words; ++i) {
      text += static_cast<char>('b' + random() % 4);
      text += "xq ";
    }
  }
  return texts;
}

std::map<std::string, int> Count(const std::string& text) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i + 3 < text.size(); i += 4) {
    ++counts[text.substr(i, 3)];
  }
  return counts;
}

TYPED_TEST(RetrievalTest, ScoresBm25AsItsEquationSays) {
  const auto texts = RandomTexts(1, 30);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index{std::span<const std::string_view>(views)};
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Bm25(segments, "bxq dxq", 30);
  double total = 0;
  std::map<std::string, int> holding;
  for (const auto& text : texts) {
    total += static_cast<double>(text.size()) / 4;
    for (const auto& [word, count] : Count(text)) ++holding[word];
  }
  for (const auto& chunk : chunks) {
    const auto& text = texts[chunk.chunk];
    double expected = 0;
    for (const char* word : {"bxq", "dxq"}) {
      const double tf = Count(text)[word];
      const double idf =
          std::log(1 + (30 - holding[word] + .5) / (holding[word] + .5));
      const double length = static_cast<double>(text.size()) / 4;
      expected +=
          idf * tf * 2.2 / (tf + 1.2 * (.25 + .75 * length / (total / 30)));
    }
    EXPECT_NEAR(this->Score(chunk), expected, 2e-4);
  }
}

TYPED_TEST(RetrievalTest, ScoresCosineAsItsEquationSays) {
  const auto texts = RandomTexts(2, 12);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index(std::span<const std::string_view>(views),
                            Profile::kPaper);
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Cosine(segments, "cxq exq zzz", 12);
  std::map<std::string, int> holding;
  for (const auto& text : texts) {
    for (const auto& [word, count] : Count(text)) ++holding[word];
  }
  const auto idf = [&](const std::string& word) {
    return std::log(13.0 / (holding[word] + 1)) + 1;
  };
  for (const auto& chunk : chunks) {
    double dot = 0, squared = 0, question = 0;
    for (const auto& [word, count] : Count(texts[chunk.chunk])) {
      squared += std::pow(count * idf(word), 2);
      if (word == "cxq" || word == "exq") dot += count * std::pow(idf(word), 2);
    }
    for (const char* word : {"cxq", "exq", "zzz"}) {
      question += std::pow(idf(word), 2);
    }
    EXPECT_NEAR(this->Score(chunk), dot / std::sqrt(squared * question), 1e-3);
  }
}

// Documents with the same text, spread over two segments.
std::vector<IndexInMemory> TiedSegments(Profile profile) {
  const NamedText first[] = {{"d", "Red apples."}, {"a", "Red apples."}};
  const NamedText second[] = {{"c", "Red apples."}, {"b", "Red apples."}};
  std::vector<IndexInMemory> indexes;
  indexes.emplace_back(std::span(first), profile);
  indexes.emplace_back(std::span(second), profile);
  return indexes;
}

template <typename A>
std::string NamesOf(std::span<const ScoredChunk<A>> chunks,
                    std::span<const LiveSegment> segments) {
  std::string names;
  for (const auto& chunk : chunks) {
    const SegmentReader& reader = *segments[chunk.segment].reader;
    names += reader.Document(*reader.DocumentOfChunk(chunk.chunk))->name;
  }
  return names;
}

TYPED_TEST(RetrievalTest, BreaksTiesByTheNamesOfDocuments) {
  const auto indexes = TiedSegments(Profile::kDefault);
  const LiveSegment segments[] = {indexes[0].live(), indexes[1].live()};
  for (const std::size_t count : {1u, 2u, 3u, 4u, 9u}) {
    const auto chunks = this->Bm25(segments, "red apples", count);
    EXPECT_EQ(NamesOf<TypeParam>(chunks, segments),
              std::string("abcd").substr(0, count));
  }
}

TYPED_TEST(RetrievalTest, BreaksTiesOfCosinesByTheNamesOfDocuments) {
  const auto indexes = TiedSegments(Profile::kPaper);
  const PaperCollection paper({indexes[0].live(), indexes[1].live()});
  const auto segments = paper.segments();
  for (const std::string_view question : {"red apples", "green"}) {
    for (const std::size_t count : {1u, 2u, 3u, 4u, 9u}) {
      const auto chunks = this->Cosine(segments, question, count);
      EXPECT_EQ(NamesOf<TypeParam>(chunks, segments),
                std::string("abcd").substr(0, count));
    }
  }
}

TYPED_TEST(RetrievalTest, BreaksTiesWithinADocumentByTheirPlaces) {
  std::string text;
  for (int i = 0; i < 600; ++i) text += "Red apples and pears. ";
  const IndexInMemory index({text});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Bm25(segments, "red", 3);
  ASSERT_EQ(chunks.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) {
    if (chunks[i - 1].score != chunks[i].score) continue;
    EXPECT_LT(chunks[i - 1].chunk, chunks[i].chunk);
  }
}

TYPED_TEST(RetrievalTest, LeavesOutRemovedDocuments) {
  IndexInMemory index({"Red apples.", "Red pears.", "Red plums."});
  index.Remove(1);
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Bm25(segments, "red");
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(chunks[1].chunk, 2u);
}

TYPED_TEST(RetrievalTest, LeavesOutRemovedDocumentsFromUnmatchedChunksToo) {
  IndexInMemory index({"Red apples.", "Green pears.", "Blue plums."},
                      Profile::kPaper);
  index.Remove(1);
  const PaperCollection paper({index.live()});
  const auto chunks = this->Cosine(paper.segments(), "red");
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(chunks[0].chunk, 0u);
  EXPECT_EQ(chunks[1].chunk, 2u);
  EXPECT_EQ(this->Score(chunks[1]), 0.0);
}

TYPED_TEST(RetrievalTest, FindsNothingWhereNoTermMatches) {
  const IndexInMemory index({"Red apples."});
  const LiveSegment segments[] = {index.live()};
  EXPECT_TRUE(this->Bm25(segments, "unicorns").empty());
}

TYPED_TEST(RetrievalTest, PrefersChunksThatHoldTheQuestionsWordPairs) {
  const IndexInMemory index(
      {"The house stood by a white fence near a road of stone and sand.",
       "A fence of stone stood by the white house near a road and sand."});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Bm25(segments, "Who lives in the white house?");
  ASSERT_EQ(chunks[0].chunk, 0u);
  ASSERT_TRUE(RerankByBigrams<TypeParam>(segments, this->terms_, this->lookup_,
                                         chunks, *this->arena_));
  EXPECT_EQ(chunks[0].chunk, 1u);
}

// Terms are numbered in alphabetical order and stored as varints: 129 as the
// bytes 0x81 0x01, 1 and 2 as 0x01 and 0x02.
TYPED_TEST(RetrievalTest, TakesNoEndOfALongTermNumberForAWordOfAPair) {
  std::string all;
  for (int word = 1000; word < 1300; ++word) all += std::to_string(word) + " ";
  const IndexInMemory index({"1129 1002", "1001 1002", all});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Bm25(segments, "1001 1002");
  std::map<ChunkNumber, double> before;
  for (const auto& chunk : chunks) before[chunk.chunk] = this->Score(chunk);
  ASSERT_TRUE(before.contains(0) && before.contains(1));
  ASSERT_TRUE(RerankByBigrams<TypeParam>(segments, this->terms_, this->lookup_,
                                         chunks, *this->arena_));
  for (const auto& chunk : chunks) {
    const double gained = this->Score(chunk) - before[chunk.chunk];
    EXPECT_EQ(gained > 0, chunk.chunk != 0) << chunk.chunk;
  }
}

}  // namespace
}  // namespace answerbox::engine
