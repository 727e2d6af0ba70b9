// Compares scores, in both arithmetics, with naive computations on doubles.
#include "engine/language_model/query_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <utility>
#include <vector>

#include "engine/retrieval/bm25.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

template <typename A>
class QueryLikelihoodTest : public testing::Test {
 protected:
  std::span<ScoredChunk<A>> Rerank(std::span<const LiveSegment> segments,
                                   std::string_view question,
                                   const Smoothing& smoothing) {
    TermNormalizer normalizer(Profile::kDefault);
    const auto terms = AnalyzeQuestion(question, normalizer, *arena_);
    const auto lookup = *TermLookup::Find(segments, terms, *arena_);
    const auto chunks = *RetrieveBm25<A>(segments, lookup, 10, *arena_);
    EXPECT_TRUE(RerankByLikelihood<A>(segments, terms, lookup, smoothing,
                                      chunks, *arena_));
    return chunks;
  }

  TestArena arena_;
};
using LikelihoodArithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(QueryLikelihoodTest, LikelihoodArithmetics);

constexpr Smoothing kDirichlet10{SmoothingMethod::kDirichlet, 10};
constexpr Smoothing kHalf{SmoothingMethod::kJelinekMercer, 128};

TYPED_TEST(QueryLikelihoodTest, IsTheMeanLogarithmOfTheProbabilities) {
  // Ten terms; "pump" three times, "valve" twice.
  const IndexInMemory index(
      {"pump pump valve", "pump seal seal seal", "valve seal seal"});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Rerank(segments, "pump valve", kDirichlet10);
  ASSERT_EQ(chunks.size(), 3u);
  const auto p = [](double frequency, double length, double collection) {
    return std::log((frequency + 10 * collection / 10) / (length + 10));
  };
  const double expected[] = {(p(2, 3, 3) + p(1, 3, 2)) / 2,
                             (p(1, 4, 3) + p(0, 4, 2)) / 2,
                             (p(0, 3, 3) + p(1, 3, 2)) / 2};
  for (const auto& chunk : chunks) {
    EXPECT_NEAR(TypeParam::ToDouble(chunk.score), expected[chunk.chunk], 1e-4);
  }
  EXPECT_EQ(chunks.front().chunk, 0u);
}

TYPED_TEST(QueryLikelihoodTest, MixesChunkAndCollectionByLambda) {
  const IndexInMemory index({"pump pump valve", "pump seal seal seal"});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = this->Rerank(segments, "pump", kHalf);
  EXPECT_NEAR(TypeParam::ToDouble(chunks[0].score),
              std::log(0.5 * 2 / 3 + 0.5 * 3 / 7), 1e-4);
  EXPECT_NEAR(TypeParam::ToDouble(chunks[1].score),
              std::log(0.5 * 1 / 4 + 0.5 * 3 / 7), 1e-4);
}

TYPED_TEST(QueryLikelihoodTest, LeavesOutWordsThatNoDocumentHas) {
  const IndexInMemory index({"pump pump valve", "pump seal"});
  const LiveSegment segments[] = {index.live()};
  const auto with = this->Rerank(segments, "pump xylophone", kDirichlet10);
  const auto without = this->Rerank(segments, "pump", kDirichlet10);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_EQ(with[i].score, without[i].score);
  }
}

TYPED_TEST(QueryLikelihoodTest, DoesNotDependOnTheSegments) {
  const NamedText all[] = {{"a", "pump pump valve"},
                           {"b", "pump seal seal seal"},
                           {"c", "valve seal seal"}};
  const IndexInMemory whole{std::span<const NamedText>(all)};
  const IndexInMemory first{std::span<const NamedText>(all).first(1)};
  const IndexInMemory rest{std::span<const NamedText>(all).subspan(1)};
  const LiveSegment one[] = {whole.live()};
  const LiveSegment two[] = {rest.live(), first.live()};
  const auto expected = this->Rerank(one, "valve seal", kDirichlet10);
  const auto actual = this->Rerank(two, "valve seal", kDirichlet10);
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(actual[i].score, expected[i].score);
    EXPECT_EQ(actual[i].segment == 1, expected[i].chunk == 0);
  }
}

TYPED_TEST(QueryLikelihoodTest, CountsOnlyWhatWasNotRemoved) {
  const NamedText all[] = {
      {"a", "pump valve"}, {"b", "pump pump pump seal"}, {"c", "pump pump"}};
  IndexInMemory removed{std::span<const NamedText>(all)};
  removed.Remove(1);
  const LiveSegment segments[] = {removed.live()};
  const auto chunks = this->Rerank(segments, "pump", kHalf);
  ASSERT_EQ(chunks.size(), 2u);
  // "pump" 6 times of 8 becomes 3 of 4.
  EXPECT_NEAR(TypeParam::ToDouble(chunks[0].score), std::log(0.5 + 0.5 * 3 / 4),
              1e-4);
}

TYPED_TEST(QueryLikelihoodTest, HasNothingToDoWithoutChunks) {
  const IndexInMemory index({"pump"});
  const LiveSegment segments[] = {index.live()};
  EXPECT_TRUE(this->Rerank(segments, "xylophone", kDirichlet10).empty());
}

TEST(QueryLikelihoodMemoryTest, SaysWhenTheArenaIsSpent) {
  using A = FixedArithmetic;
  const IndexInMemory index({"pump pump valve", "pump seal"});
  const LiveSegment segments[] = {index.live()};
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("pump valve", normalizer, *arena);
  const auto lookup = *TermLookup::Find(segments, terms, *arena);
  const auto chunks = *RetrieveBm25<A>(segments, lookup, 10, *arena);
  bool is_enough = false;
  for (std::size_t bytes = 0; !is_enough && bytes < 4096; bytes += 8) {
    std::vector<std::byte> storage(bytes);
    Arena small(storage);
    try {
      is_enough =
          RerankByLikelihood<A>(segments, terms, lookup, kHalf, chunks, small)
              .has_value();
    } catch (const std::bad_alloc&) {
    }
  }
  EXPECT_TRUE(is_enough);
}

// A segment with a wrong byte and right checksums.
TEST(QueryLikelihoodDamageTest, AnswersOrFailsWhateverAByteHolds) {
  using A = FixedArithmetic;
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  for (const char* text : {"A pump, a pump and a valve.", "A pump. A seal."}) {
    EXPECT_TRUE(builder.Add(text, Sha256{}, {text, {}, {}}));
  }
  EXPECT_TRUE(builder.Finish());
  const std::vector<std::byte> good(sink.bytes().begin(), sink.bytes().end());
  TermNormalizer normalizer(Profile::kDefault);
  int results = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::vector<std::byte> damaged = good;
    damaged[at] ^= std::byte(at % 2 == 0 ? 1 : 0xFF);
    const std::vector<std::byte> bytes = Sealed(std::move(damaged));
    const auto reader = SegmentReader::Open(bytes);
    if (!reader) continue;
    const DocumentSet removed(reader->counts().documents);
    const LiveSegment segments[] = {{&*reader, &removed}};
    TestArena arena;
    const auto terms = AnalyzeQuestion("pump valve", normalizer, *arena);
    const auto lookup = TermLookup::Find(segments, terms, *arena);
    if (!lookup) continue;
    const auto chunks = RetrieveBm25<A>(segments, *lookup, 10, *arena);
    if (!chunks) continue;
    const auto reranked =
        RerankByLikelihood<A>(segments, terms, *lookup, kHalf, *chunks, *arena);
    if (!reranked) continue;
    ++results;
    for (const auto& chunk : *chunks) EXPECT_LE(chunk.score, Q16{});
  }
  EXPECT_GT(results, 0);
}

}  // namespace
}  // namespace answerbox::engine
