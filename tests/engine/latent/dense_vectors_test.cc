#include "engine/latent/dense_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/numeric/arithmetic.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using A = FixedArithmetic;

class DenseVectorsTest : public testing::TestWithParam<std::uint32_t> {
 protected:
  std::span<ScoredChunk<A>> Retrieve(std::span<const LiveSegment> segments,
                                     std::string_view question,
                                     std::uint32_t passes,
                                     std::size_t count = 10) {
    const auto vectors = *DenseVectors::Make(segments, passes);
    const auto terms = AnalyzeQuestion(question, normalizer_, *arena_);
    const auto lookup = *TermLookup::Find(segments, terms, *arena_);
    return *vectors.Retrieve<A>(segments, vectors.Of(terms, lookup), count,
                                *arena_);
  }

  TestArena arena_;
  TermNormalizer normalizer_{Profile::kDefault};
};

const NamedText kGarage[] = {{"a", "The car has an engine and brakes."},
                             {"b", "An automobile has engine and brakes."},
                             {"c", "The car drives on the road."},
                             {"d", "Bananas and apples are sweet fruit."},
                             {"e", "Apples grow on trees in orchards."}};

std::span<const NamedText> Garage() { return kGarage; }

// Chunks about two subjects with 150 words each, thirty in a chunk.
std::vector<std::string> ChunksOfTwoSubjects() {
  std::mt19937 random(7);
  std::vector<std::string> texts(300);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (int word = 0; word < 30; ++word) {
      const auto number = random() % 150;
      texts[i] += i % 2 == 0 ? "x" : "y";
      texts[i] += static_cast<char>('b' + number / 15);
      texts[i] += 'q';
      texts[i] += static_cast<char>('b' + number % 15);
      texts[i] += ' ';
    }
  }
  return texts;
}

TEST_P(DenseVectorsTest, MeetsChunksThatShareNoWordWithTheQuestion) {
  const auto texts = ChunksOfTwoSubjects();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index{std::span<const std::string_view>(views)};
  const LiveSegment segments[] = {index.live()};
  const auto chunks = Retrieve(segments, "xbqb", GetParam(), 100);
  ASSERT_EQ(chunks.size(), 100u);
  int same_subject = 0;
  int with_the_word = 0;
  for (const auto& chunk : chunks) {
    same_subject += chunk.chunk % 2 == 0 ? 1 : 0;
    with_the_word += texts[chunk.chunk].find("xbqb") != std::string::npos;
  }
  EXPECT_LT(with_the_word, 40);
  EXPECT_GE(same_subject, 75);  // 63 by chance.
}

TEST_P(DenseVectorsTest, DoNotDependOnTheSegments) {
  const IndexInMemory whole(Garage());
  const IndexInMemory first(Garage().first(2));
  const IndexInMemory rest(Garage().subspan(2));
  const LiveSegment one[] = {whole.live()};
  const LiveSegment two[] = {rest.live(), first.live()};
  const auto expected = Retrieve(one, "sweet engine", GetParam());
  const auto actual = Retrieve(two, "sweet engine", GetParam());
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(actual[i].score, expected[i].score);
    const ChunkNumber number = expected[i].chunk;
    EXPECT_EQ(actual[i].segment, number < 2 ? 1u : 0u);
    EXPECT_EQ(actual[i].chunk, number < 2 ? number : number - 2);
  }
}

TEST_P(DenseVectorsTest, ARemovedDocumentLeavesNoTrace) {
  IndexInMemory removed(Garage());
  removed.Remove(4);
  const IndexInMemory without(Garage().first(4));
  const LiveSegment expected_segments[] = {without.live()};
  const LiveSegment actual_segments[] = {removed.live()};
  const auto expected = Retrieve(expected_segments, "apples", GetParam());
  const auto actual = Retrieve(actual_segments, "apples", GetParam());
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(actual[i].chunk, expected[i].chunk);
    EXPECT_EQ(actual[i].score, expected[i].score);
  }
}

TEST_P(DenseVectorsTest, FindsTheChunkThatWasAskedInItsOwnWords) {
  const IndexInMemory index(Garage());
  const LiveSegment segments[] = {index.live()};
  for (ChunkNumber number = 0; number < 5; ++number) {
    const auto chunks = Retrieve(segments, kGarage[number].text, GetParam(), 1);
    ASSERT_EQ(chunks.size(), 1u);
    EXPECT_EQ(chunks[0].chunk, number);
    EXPECT_GT(chunks[0].score.ToDouble(), 0.9);
  }
}

TEST_P(DenseVectorsTest, FindsNothingForUnknownWords) {
  const IndexInMemory index(Garage());
  const LiveSegment segments[] = {index.live()};
  EXPECT_TRUE(Retrieve(segments, "xylophone", GetParam()).empty());
}

TEST_P(DenseVectorsTest, AnEmptyCollectionHasNone) {
  EXPECT_TRUE(DenseVectors::Make({}, GetParam()));
}

TEST_P(DenseVectorsTest, AreNotMadeOnceTheCallerAsksToStop) {
  const IndexInMemory index(Garage());
  const LiveSegment segments[] = {index.live()};
  std::stop_source stop;
  stop.request_stop();
  const auto made = DenseVectors::Make(segments, GetParam(), stop.get_token());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kStopped);
}

TEST_P(DenseVectorsTest, TellEachStepOfTheirMaking) {
  struct Steps final : DenseMakingObserver {
    void OnStep(std::uint64_t done, std::uint64_t total) noexcept override {
      EXPECT_EQ(done, next++);
      EXPECT_LT(done, total);
      last_total = total;
    }
    std::uint64_t next = 0;
    std::uint64_t last_total = 0;
  } steps;
  const IndexInMemory index(Garage());
  const LiveSegment segments[] = {index.live()};
  ASSERT_TRUE(DenseVectors::Make(segments, GetParam(), {}, &steps));
  EXPECT_EQ(steps.next, steps.last_total);
}

TEST_P(DenseVectorsTest, WordsOfRemovedDocumentsAloneFindNothing) {
  IndexInMemory removed(Garage().subspan(3, 1));
  IndexInMemory rest(Garage().subspan(2));
  rest.Remove(1);
  rest.Remove(2);
  removed.Remove(0);
  const IndexInMemory living(Garage().first(2));
  const LiveSegment segments[] = {removed.live(), rest.live(), living.live()};
  EXPECT_TRUE(Retrieve(segments, "apples bananas", GetParam()).empty());
  std::set<std::uint32_t> found;
  for (const auto& chunk : Retrieve(segments, "road apples car", GetParam())) {
    EXPECT_TRUE(chunk.segment == 2 || (chunk.segment == 1 && chunk.chunk == 0));
    found.insert(chunk.segment);
  }
  EXPECT_EQ(found, (std::set<std::uint32_t>{1, 2}));
}

INSTANTIATE_TEST_SUITE_P(Passes, DenseVectorsTest, testing::Values(0, 4));

// With the space of all singular values, the cosine is that of the rows of X.
TEST_F(DenseVectorsTest, KeepAllOfACollectionWithFewTerms) {
  const IndexInMemory index({"pump valve", "pump seal", "rotor seal"});
  const LiveSegment segments[] = {index.live()};
  const auto chunks = Retrieve(segments, "pump valve", 4);
  ASSERT_EQ(chunks.size(), 2u);
  EXPECT_EQ(chunks[0].chunk, 0u);
  // Both weights are the inverse document frequencies alone, as all chunks are
  // of one length.
  const double pump = std::log((2 * 3 + 2) / (2 * 2 + 1.0));
  const double valve = std::log((2 * 3 + 2) / (2 * 1 + 1.0));
  EXPECT_NEAR(chunks[0].score.ToDouble(), 1, 0.01);
  EXPECT_NEAR(chunks[1].score.ToDouble(),
              pump * pump / (std::hypot(pump, valve) * std::hypot(pump, pump)),
              0.02);
}

// The same bits on every machine.
TEST_F(DenseVectorsTest, HaveTheScoresThatTheyHadWhenTheyWereWritten) {
  const IndexInMemory index(Garage());
  const LiveSegment segments[] = {index.live()};
  std::vector<std::pair<ChunkNumber, std::int32_t>> scores;
  for (const auto& chunk : Retrieve(segments, "car road apples", 4)) {
    scores.emplace_back(chunk.chunk, chunk.score.raw());
  }
  const std::vector<std::pair<ChunkNumber, std::int32_t>> expected{
      {2, 61717}, {0, 24794}, {3, 14934}, {4, 14934}, {1, 121}};
  EXPECT_EQ(scores, expected);
}

}  // namespace
}  // namespace answerbox::engine
