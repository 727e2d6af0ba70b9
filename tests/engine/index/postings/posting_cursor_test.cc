#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <type_traits>

#include "engine/index/format/segment_layout.h"
#include "engine/index/postings/posting_list.h"
#include "tests/engine/index/listed_terms.h"

namespace answerbox::engine {
namespace {

static_assert(std::is_trivially_destructible_v<PostingCursor>);

constexpr std::uint32_t kChunks = 20000;

// Postings with gaps of up to `gap`, and with frequencies of one to several
// bytes.
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

std::vector<Posting> ReadAll(const PostingList& list) {
  PostingCursor cursor(list);
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
  const std::vector<Posting> postings = {{0, kMaxFrequency}, {kChunks - 1, 2}};
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  EXPECT_EQ(ReadAll(OpenSegment(bytes).Postings(0).value()), postings);
}

TEST(PostingCursor, MovesWithinItsBlockAlone) {
  std::vector<Posting> postings;
  for (std::uint32_t chunk = 0; chunk < 200; ++chunk) {
    postings.push_back({2 * chunk, 1});
  }
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  const SegmentReader segment = OpenSegment(bytes);
  PostingCursor cursor(segment.Postings(0).value());
  ASSERT_TRUE(cursor.Next().value());
  ASSERT_TRUE(cursor.NextNear());
  EXPECT_EQ(cursor.chunk(), 2u);
  ASSERT_TRUE(cursor.SeekNear(253));
  EXPECT_EQ(cursor.chunk(), 254u);
  EXPECT_FALSE(cursor.NextNear());
  EXPECT_FALSE(cursor.SeekNear(255));
  EXPECT_EQ(cursor.chunk(), 254u);
  ASSERT_TRUE(cursor.Next().value());
  EXPECT_EQ(cursor.chunk(), 256u);
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

// Seeks forward by random steps, like a query, and sometimes calls Next().
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
    SeekAsAScanWould(random,
                     PostingCursor(OpenSegment(bytes).Postings(0).value()),
                     postings);
  }
}

TEST(PostingCursor, NeverSeeksBack) {
  std::mt19937 random(4);
  const auto postings = RandomPostings(random, 500, 10);
  const SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  // On the heap, because GCC 12 warns about a cursor on the stack, as if its
  // block were read before it is set.
  const auto cursor =
      std::make_unique<PostingCursor>(OpenSegment(bytes).Postings(0).value());
  ASSERT_TRUE(cursor->SeekTo(postings[400].chunk).value());
  ASSERT_TRUE(cursor->SeekTo(0).value());
  EXPECT_EQ(cursor->posting(), postings[400]);
  ASSERT_FALSE(cursor->SeekTo(kChunks).value());
  EXPECT_FALSE(cursor->SeekTo(0).value());
}

// The place of the bytes of the segment's only list.
std::size_t ListBegin() { return PostingsBegin(kChunks); }

// Replaces the second of two postings, one byte each, by `byte`.
Error ErrorOfSecondPosting(unsigned byte) {
  constexpr std::uint32_t kFew = 6;
  SegmentBytes bytes = WriteTerms({{"term", {{0, 1}, {5, 1}}}}, kFew);
  bytes[PostingsBegin(kFew) + 1] = std::byte(byte);
  PostingCursor cursor(OpenSegment(bytes).Postings(0).value());
  const auto moved = cursor.Next();
  EXPECT_FALSE(moved.has_value());
  EXPECT_FALSE(cursor.Next().value());
  return moved.error();
}

TEST(PostingCursor, NamesWhatIsWrongWithAPosting) {
  constexpr std::uint64_t kAt = PostingsBegin(6) + 1;
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
  PostingCursor cursor(OpenSegment(bytes).Postings(0).value());
  const auto moved = cursor.Next();
  ASSERT_FALSE(moved.has_value());
  EXPECT_EQ(moved.error().code, ErrorCode::kCorrupt);
  EXPECT_STREQ(moved.error().field, "postings.chunk");
}

// The field of the first error while the list is read.
std::string FieldOfWalk(const SegmentBytes& bytes) {
  const auto list = OpenSegment(bytes).Postings(0);
  if (!list) return list.error().field;
  PostingCursor cursor(*list);
  Result<bool> moved = true;
  while (moved && *moved) moved = cursor.Next();
  return moved ? "" : moved.error().field;
}

TEST(PostingCursor, FindsASkipEntryThatContradictsItsBlock) {
  std::mt19937 random(5);
  const auto postings = RandomPostings(random, 300, 10);
  const SegmentBytes good = WriteTerms({{"term", postings}}, kChunks);
  const std::size_t end =
      ListBegin() +
      static_cast<std::size_t>(OpenSegment(good).terms().At(0)->postings_bytes);
  for (std::size_t block = 0; block < 3; ++block) {
    // Damages its last chunk and its end. Impacts are not checked.
    for (std::size_t at = 0; at < 8; ++at) {
      SegmentBytes bytes = good;
      bytes[end - (3 - block) * kSkipEntryBytes + at] ^= std::byte{1};
      EXPECT_NE(FieldOfWalk(bytes), "") << block << " " << at;
    }
  }
}

TEST(PostingCursor, NamesWhatIsWrongWithAPackedBlock) {
  std::mt19937 random(6);
  const auto postings = RandomPostings(random, 300, 10);
  const SegmentBytes good = WriteTerms({{"term", postings}}, kChunks);
  const auto walked_with = [&](std::size_t at, unsigned value) {
    SegmentBytes bytes = good;
    bytes[ListBegin() + at] = std::byte(value);
    return FieldOfWalk(bytes);
  };
  EXPECT_EQ(walked_with(0, 32), "postings.bits");
  EXPECT_EQ(walked_with(1, 17), "postings.bits");
  EXPECT_EQ(walked_with(0, 30), "postings.block");
  EXPECT_EQ(walked_with(1, 0), "postings.block");
  EXPECT_EQ(walked_with(2, 0xFF), "postings.skip");
}

TEST(PostingCursor, RejectsPackedChunksPastTheLast) {
  // Every second chunk: all gaps except the first are 1, with one bit each.
  std::vector<Posting> postings;
  for (std::uint32_t i = 0; i < kPostingsPerBlock; ++i) {
    postings.push_back({2 * i, 1});
  }
  const std::uint32_t chunks = postings.back().chunk + 1;
  SegmentBytes bytes = WriteTerms({{"term", postings}}, chunks);
  ASSERT_EQ(FieldOfWalk(bytes), "");
  bytes[PostingsBegin(chunks) + kPackedHeaderBytes] ^= std::byte{1};
  EXPECT_EQ(FieldOfWalk(bytes), "postings.chunk");
}

// 16 bits could hold a frequency of 65,536, which no impact covers.
TEST(PostingCursor, ReadsNoFrequencyAboveTheGreatest) {
  std::vector<Posting> postings;
  for (std::uint32_t i = 0; i < kPostingsPerBlock; ++i) {
    postings.push_back({i, 1});
  }
  postings.back().frequency = kMaxFrequency;
  SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  std::byte* const block = bytes.data() + ListBegin();
  ASSERT_EQ(block[0], std::byte{0});
  ASSERT_EQ(block[1], std::byte{16});
  std::array<std::uint32_t, kPostingsPerBlock> frequencies{};
  frequencies[5] = 0xFFFF;
  PackBlock(frequencies, 16, block + kPackedHeaderBytes);
  const SegmentReader segment = OpenSegment(bytes);
  PostingCursor cursor(segment.Postings(TermNumber{0}).value());
  ASSERT_TRUE(cursor.SeekTo(5).value());
  EXPECT_EQ(cursor.frequency(), kMaxFrequency);
  ASSERT_TRUE(cursor.Next().value());
  EXPECT_EQ(cursor.frequency(), 1u);
}

// Gaps whose sum wraps around to a valid chunk.
TEST(PostingCursor, RejectsPackedGapsThatWrapAround) {
  // 15 bits for a gap and 16 for a frequency take as much room as 31 for a gap
  // and none for a frequency.
  std::vector<Posting> postings;
  for (std::uint32_t i = 0; i < kPostingsPerBlock; ++i) {
    postings.push_back({i + 16384, 1});
  }
  postings.back().frequency = kMaxFrequency;
  SegmentBytes bytes = WriteTerms({{"term", postings}}, kChunks);
  std::byte* const block = bytes.data() + ListBegin();
  ASSERT_EQ(block[0], std::byte{15});
  ASSERT_EQ(block[1], std::byte{16});
  block[0] = std::byte{31};
  block[1] = std::byte{0};
  std::array<std::uint32_t, kPostingsPerBlock> gaps{};
  PackBlock(gaps, 31, block + kPackedHeaderBytes);
  ASSERT_EQ(FieldOfWalk(bytes), "");
  gaps[3] = gaps[7] = 0x7FFFFFFFu;
  PackBlock(gaps, 31, block + kPackedHeaderBytes);
  EXPECT_EQ(FieldOfWalk(bytes), "postings.chunk");
}

}  // namespace
}  // namespace answerbox::engine
