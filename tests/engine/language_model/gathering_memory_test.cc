// Feedback, query likelihood and searching dense vectors allocate nothing from
// the heap.
#include <gtest/gtest.h>

#include "engine/language_model/query_likelihood.h"
#include "engine/latent/dense_vectors.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/feedback.h"
#include "tests/engine/index_in_memory.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

TEST(GatheringHeap, IsNotUsed) {
  using A = FixedArithmetic;
  const IndexInMemory index({"A pump has a valve.", "A pump has a seal."});
  const IndexInMemory further({"The rotor of the pump drives an axle."});
  const LiveSegment segments[] = {index.live(), further.live()};
  const auto vectors = *DenseVectors::Make(segments, 1);
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("pump valve", normalizer, *arena);
  const auto lookup = *TermLookup::Find(segments, terms, *arena);
  const std::uint64_t before = HeapAllocations();
  const auto chunks = *RetrieveBm25<A>(segments, lookup, 10, *arena);
  const auto expanded =
      ExpandByFeedback<A>(segments, terms, chunks, {}, *arena);
  const auto reranked =
      RerankByLikelihood<A>(segments, terms, lookup, {}, chunks, *arena);
  const auto dense =
      vectors.Retrieve<A>(segments, vectors.Of(terms, lookup), 10, *arena);
  EXPECT_EQ(HeapAllocations() - before, 0u);
  EXPECT_TRUE(expanded);
  EXPECT_TRUE(reranked);
  EXPECT_TRUE(dense);
}

}  // namespace
}  // namespace answerbox::engine
