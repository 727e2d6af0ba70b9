#include "engine/index/posting_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <type_traits>

#include "engine/index/segment_layout.h"
#include "tests/engine/index/listed_terms.h"

namespace answerbox::engine {
namespace {

static_assert(std::is_trivially_destructible_v<PostingCursor>);
static_assert(std::is_trivially_copyable_v<PostingCursor>);
static_assert(sizeof(PostingCursor) <= 96);

constexpr std::uint32_t kChunks = 20000;

// Chunks up to `gap` apart, frequencies that take one to several bytes.
std::vector<Posting> RandomPostings(std::mt19937& random, std::size_t count,
                                    std::uint32_t gap) {
  std::vector<Posting> postings;
  std::uint32_t chunk = 0;
  for (std::size_t i = 0; i < count; ++i) {
    chunk += static_cast<std::uint32_t>(random() % gap);
    const auto frequency =
        static_cast<std::uint32_t>(random() % 3 == 0 ? 1 + random() % 1000 : 1);
    postings.push_back({chunk++, frequency});
  }
  return postings;
}

std::vector<Posting> ReadAll(PostingCursor cursor) {
  std::vector<Posting> postings;
  while (cursor.Next().value()) postings.push_back(cursor.posting());
  return postings;
}

TEST(PostingCursor, HasNoPostingsUnlessItComesFromASegment) {
  PostingCursor cursor;
  EXPECT_FALSE(cursor.Next().value());
  EXPECT_FALSE(cursor.SeekTo(3).value());
}

TEST(PostingCursor, ReadsBackListsOfEverySizeAroundABlock) {
  std::mt19937 random(1);
  for (const std::size_t count :
       {1u, 2u, 127u, 128u, 129u, 255u, 256u, 257u, 1000u}) {
    const auto postings = RandomPostings(random, count, 10);
    const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
    const SegmentReader segment = OpenSegment(bytes);
    EXPECT_EQ(ReadAll(segment.Postings(0).value()), postings) << count;
  }
}

TEST(PostingCursor, ReadsTheLargestFrequencyAndTheLastChunk) {
  const std::vector<Posting> postings = {{0, 4294967295u}, {kChunks - 1, 2}};
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  EXPECT_EQ(ReadAll(OpenSegment(bytes).Postings(0).value()), postings);
}

TEST(PostingCursor, KeepsListsApart) {
  std::mt19937 random(2);
  std::vector<ListedTerm> terms;
  for (char c = 'a'; c <= 'z'; ++c) {
    terms.push_back({{c}, RandomPostings(random, 1 + random() % 300, 5)});
  }
  const SegmentBytes bytes = WriteTerms(terms, kChunks);
  const SegmentReader segment = OpenSegment(bytes);
  for (TermNumber i = 0; i < terms.size(); ++i) {
    EXPECT_EQ(ReadAll(segment.Postings(i).value()), terms[i].postings) << i;
  }
}

// Seeks as a query does, forward by steps of any size, now and then Next().
void SeekAsAScanWould(std::mt19937& random, PostingCursor cursor,
                      const std::vector<Posting>& postings) {
  auto expected = postings.begin();
  std::uint32_t target = 0;
  bool begun = false;
  while (true) {
    bool moved = false;
    if (random() % 4 == 0) {
      if (begun) ++expected;
      moved = cursor.Next().value();
    } else {
      target += static_cast<std::uint32_t>(random() % 900);
      expected = std::find_if(expected, postings.end(), [&](const Posting& p) {
        return p.chunk >= target;
      });
      moved = cursor.SeekTo(target).value();
    }
    begun = true;
    ASSERT_EQ(moved, expected != postings.end());
    if (!moved) return;
    ASSERT_EQ(cursor.posting(), *expected);
    target = std::max(target, expected->chunk);
  }
}

TEST(PostingCursor, SeeksToWhereAScanWouldStop) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const auto postings = RandomPostings(random, 1 + random() % 1500, 13);
    const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
    SeekAsAScanWould(random, OpenSegment(bytes).Postings(0).value(), postings);
  }
}

TEST(PostingCursor, NeverSeeksBack) {
  std::mt19937 random(4);
  const auto postings = RandomPostings(random, 500, 10);
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  PostingCursor cursor = OpenSegment(bytes).Postings(0).value();
  ASSERT_TRUE(cursor.SeekTo(postings[400].chunk).value());
  ASSERT_TRUE(cursor.SeekTo(0).value());
  EXPECT_EQ(cursor.posting(), postings[400]);
  ASSERT_FALSE(cursor.SeekTo(kChunks).value());
  EXPECT_FALSE(cursor.SeekTo(0).value());
}

// The bytes of the only list of the segment, which follows the chunks.
std::size_t ListBegin() { return kChunks * kChunkBytes; }

// The second of two postings, a byte each, becomes `byte`.
Error ErrorOfSecondPosting(unsigned byte) {
  constexpr std::uint32_t kFew = 6;
  SegmentBytes bytes = WriteTerms({{"term", {{0, 1}, {5, 1}}}}, kFew);
  bytes[kFew * kChunkBytes + 1] = std::byte(byte);
  PostingCursor cursor = OpenSegment(bytes).Postings(0).value();
  EXPECT_TRUE(cursor.Next().value());
  const auto moved = cursor.Next();
  EXPECT_FALSE(moved.has_value());
  EXPECT_FALSE(cursor.Next().value());
  return moved.error();
}

TEST(PostingCursor, NamesWhatIsWrongWithAPosting) {
  constexpr std::uint64_t kAt = 6 * kChunkBytes + 1;
  ExpectError(ErrorOfSecondPosting(5 << 1), ErrorCode::kCorrupt,
              "postings.chunk", kAt + 1);
  ExpectError(ErrorOfSecondPosting(0x80), ErrorCode::kTruncated,
              "postings.chunk", kAt);
  ExpectError(ErrorOfSecondPosting(1), ErrorCode::kTruncated,
              "postings.frequency", kAt + 1);
}

TEST(PostingCursor, RejectsAGapThatWouldWrapAround) {
  std::vector<Posting> postings(5, Posting{0, 1});
  for (std::uint32_t i = 0; i < 5; ++i) postings[i].chunk = i;
  SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[ListBegin() + i] = std::byte{0xFF};
  }
  bytes[ListBegin() + 4] = std::byte{0x0F};
  PostingCursor cursor = OpenSegment(bytes).Postings(0).value();
  const auto moved = cursor.Next();
  ASSERT_FALSE(moved.has_value());
  EXPECT_EQ(moved.error().code, ErrorCode::kCorrupt);
  EXPECT_STREQ(moved.error().field, "postings.chunk");
}

TEST(PostingCursor, FindsASkipEntryThatContradictsItsBlock) {
  std::mt19937 random(5);
  const auto postings = RandomPostings(random, 300, 10);
  const SegmentBytes good = WriteTerms({{"term", postings}}, kChunks);
  const auto list_bytes =
      static_cast<std::size_t>(OpenSegment(good).terms().At(0)->postings_bytes);
  for (std::size_t i = 1; i <= 3 * kSkipEntryBytes; ++i) {
    SegmentBytes bytes = good;
    bytes[ListBegin() + list_bytes - i] ^= std::byte{1};
    const auto created = OpenSegment(bytes).Postings(0);
    if (!created) continue;
    PostingCursor cursor = *created;
    Result<bool> moved = true;
    while (moved && *moved) moved = cursor.Next();
    EXPECT_FALSE(moved.has_value()) << i;
  }
}

}  // namespace
}  // namespace answerbox::engine
