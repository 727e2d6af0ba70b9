#include "engine/index/format/block_impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/engine/index/listed_terms.h"

namespace answerbox::engine {
namespace {

Impacts Bounds(const std::vector<Impact>& postings) {
  ImpactCollector collector;
  for (const Impact& posting : postings) {
    collector.Add(posting.frequency, posting.length);
  }
  std::array<std::byte, kImpactsBytes> bytes;
  collector.Encode(bytes.data());
  return DecodeImpacts(bytes.data());
}

bool Covers(const Impacts& bounds, const Impact& posting) {
  return std::ranges::any_of(bounds, [&](const Impact& bound) {
    return bound.frequency >= posting.frequency &&
           bound.length <= posting.length;
  });
}

TEST(BlockImpacts, AreThePostingsThatNoOtherOneOutdoes) {
  const Impacts bounds = Bounds({{1, 90}, {3, 70}, {2, 50}, {2, 60}, {1, 40}});
  EXPECT_EQ(bounds, (Impacts{{{3, 70}, {2, 50}, {1, 40}, {0, 0}}}));
}

TEST(BlockImpacts, JoinTheHighestFrequenciesWhereThereIsNoRoom) {
  const Impacts bounds =
      Bounds({{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}});
  EXPECT_EQ(bounds, (Impacts{{{6, 40}, {3, 30}, {2, 20}, {1, 10}}}));
}

TEST(BlockImpacts, RoundOutwards) {
  EXPECT_EQ(Bounds({{1, 127}})[0], (Impact{1, 127}));
  EXPECT_EQ(Bounds({{1, 135}})[0], (Impact{1, 128}));
  EXPECT_EQ(Bounds({{1, 136}})[0], (Impact{1, 136}));
  EXPECT_EQ(Bounds({{1, kMaxChunkLength}})[0], (Impact{1, 1144}));
  EXPECT_EQ(Bounds({{254, 9}})[0], (Impact{254, 9}));
  EXPECT_EQ(Bounds({{255, 9}})[0], (Impact{kMaxFrequency, 9}));
}

TEST(BlockImpacts, CoverEveryPostingOfRandomBlocks) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Impact> postings(1 + random() % 128);
    const auto spread = 1 + random() % 16;
    for (Impact& posting : postings) {
      const auto below = [&](auto bits) {
        return static_cast<std::uint32_t>(random() % (1u << bits));
      };
      posting.frequency = 1 + below(random() % spread);
      posting.length = posting.frequency + below(random() % 11);
    }
    const Impacts bounds = Bounds(postings);
    for (const Impact& posting : postings) {
      ASSERT_TRUE(Covers(bounds, posting)) << round;
    }
  }
}

TEST(BlockImpacts, OfAListCoverItsPostings) {
  std::mt19937 random(2);
  std::vector<Posting> postings;
  for (std::uint32_t chunk = 0; postings.size() < 700;) {
    chunk += 1 + static_cast<std::uint32_t>(random() % 20);
    postings.push_back({chunk, 1 + static_cast<std::uint32_t>(random() % 9)});
  }
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, 20'000);
  const PostingList list = OpenSegment(bytes).Postings(0).value();
  for (std::size_t i = 0; i < postings.size(); ++i) {
    const auto block = static_cast<std::uint32_t>(i / kPostingsPerBlock);
    EXPECT_TRUE(
        Covers(list.BlockImpacts(block),
               {postings[i].frequency, ChunkLengthOf(postings[i].chunk)}));
  }
}

}  // namespace
}  // namespace answerbox::engine
