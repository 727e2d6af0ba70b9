// Feedback, query likelihood and searching dense vectors allocate nothing from
// the heap. Making dense vectors takes no more than it tells.
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

// Ten words of each of some documents, which are their own.
std::vector<NamedText> DocumentsOfOwnWords(int documents) {
  std::vector<NamedText> texts;
  for (int i = 0; i < documents; ++i) {
    NamedText& text =
        texts.emplace_back(NamedText{"d" + std::to_string(i), "pump"});
    for (int word = 0; word < 10; ++word) {
      text.text += " w" + std::to_string(i) + "q" + std::to_string(word);
    }
  }
  return texts;
}

TEST(MakingDenseVectors, TakesNoMoreThanIsTold) {
  const auto texts = DocumentsOfOwnWords(300);
  const IndexInMemory index{std::span<const NamedText>(texts)};
  const IndexInMemory again{std::span<const NamedText>(texts).first(200)};
  const LiveSegment segments[] = {index.live(), again.live()};
  const std::uint64_t told = *DenseVectors::BytesToMake(segments);
  const LiveSegment one[] = {index.live()};
  // A term counts once. The rest is for 200 chunks and their postings.
  EXPECT_LT(told - *DenseVectors::BytesToMake(one), 200'000u);
  // A bound ends the count, before the dictionaries are walked or within them.
  for (const std::uint64_t most : {std::uint64_t{1}, told - 1}) {
    const std::uint64_t counted = *DenseVectors::BytesToMake(segments, most);
    EXPECT_GT(counted, most);
    EXPECT_LE(counted, told);
  }
  EXPECT_EQ(*DenseVectors::BytesToMake(segments, told), told);
  const std::uint64_t before = HeapBytes();
  ForgetHighestHeapBytes();
  const auto vectors = DenseVectors::Make(segments, 1);
  EXPECT_TRUE(vectors);
  EXPECT_LE(HighestHeapBytes() - before, told);
  EXPECT_GT(HighestHeapBytes() - before, told / 4);
}

TEST(MakingDenseVectors, KeepsNothingForTermsOfRemovedDocuments) {
  const auto texts = DocumentsOfOwnWords(300);
  IndexInMemory index{std::span<const NamedText>(texts)};
  for (DocumentNumber i = 1; i < 300; ++i) index.RemoveLater(i);
  index.RemoveNow();
  const LiveSegment segments[] = {index.live()};
  const std::uint64_t before = HeapBytes();
  const auto vectors = DenseVectors::Make(segments, 1);
  EXPECT_TRUE(vectors);
  // 132 for each chunk and 4 for each of 3,001 terms; 256 for each of 11.
  EXPECT_LT(HeapBytes() - before, 64'000u);
}

}  // namespace
}  // namespace answerbox::engine
