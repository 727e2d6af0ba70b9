// Damage is found before the damaged bytes are used: every block is compared
// with its checksum once, at its first use.
#include "engine/index/format/block_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index/segment_walk.h"

namespace answerbox::engine {
namespace {

SegmentBytes LargeSegment(Profile profile = Profile::kDefault) {
  std::mt19937 random(31);
  return BuildSegment(profile, RandomDocuments(random, 400));
}

std::size_t BlocksOf(const SegmentBytes& bytes) {
  const Footer footer = DecodeFooter(bytes).value();
  return static_cast<std::size_t>(footer[Section::kBlockChecksums].bytes / 4);
}

TEST(BlockChecks, FindNothingInAFileAsItWasWritten) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const SegmentBytes bytes = LargeSegment(profile);
    BlockChecks checks(bytes);
    const auto segment = SegmentReader::Open(bytes, &checks);
    ASSERT_TRUE(segment);
    const WalkCounts counts = WalkSegment(*segment);
    EXPECT_EQ(counts.errors, 0u);
    EXPECT_EQ(counts.broken_promises, 0u);
    EXPECT_TRUE(segment->VerifyChecksums());
  }
}

TEST(BlockChecks, CoverEveryByteBeforeTheChecksums) {
  const SegmentBytes good = LargeSegment();
  const std::size_t blocks = BlocksOf(good);
  ASSERT_GT(blocks, 10u);
  const auto end = static_cast<std::size_t>(
      DecodeFooter(good).value()[Section::kBlockChecksums].begin);
  for (std::size_t at = 0; at < end; at += 997) {
    SegmentBytes bytes = good;
    bytes[at] ^= std::byte{16};
    BlockChecks checks(bytes);
    ASSERT_TRUE(SegmentReader::Open(bytes, &checks));
    EXPECT_FALSE(checks.Hold(at, 1));
    const std::uint64_t block = at / kCheckedBlockBytes * kCheckedBlockBytes;
    EXPECT_EQ(checks.DamageIn("x", at, 1).offset, block);
    EXPECT_EQ(checks.DamageIn("x", 0, end).offset, block);
    EXPECT_FALSE(checks.Hold(0, end));
    EXPECT_TRUE(checks.Hold(0, block));
  }
}

TEST(BlockChecks, AreMadeOnceForEachBlock) {
  SegmentBytes bytes = LargeSegment();
  BlockChecks checks(bytes);
  ASSERT_TRUE(SegmentReader::Open(bytes, &checks));
  ASSERT_TRUE(checks.Hold(kCheckedBlockBytes, 1));
  bytes[kCheckedBlockBytes] ^= std::byte{1};
  bytes[2 * kCheckedBlockBytes] ^= std::byte{1};
  EXPECT_TRUE(checks.Hold(kCheckedBlockBytes, 1));
  EXPECT_FALSE(checks.Hold(2 * kCheckedBlockBytes, 1));
}

TEST(BlockChecks, HoldNothingOfNoBytes) {
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, {});
  BlockChecks checks(bytes);
  ASSERT_TRUE(SegmentReader::Open(bytes, &checks));
  EXPECT_TRUE(checks.Hold(0, 0));
  EXPECT_TRUE(checks.Hold(bytes.size(), 0));
}

TEST(BlockChecks, AreMadeAgainOnceForgotten) {
  SegmentBytes bytes = LargeSegment();
  BlockChecks checks(bytes);
  ASSERT_TRUE(SegmentReader::Open(bytes, &checks));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(checks.Hold(kCheckedBlockBytes, 1));
    bytes[kCheckedBlockBytes] ^= std::byte{1};
    EXPECT_TRUE(checks.Hold(kCheckedBlockBytes, 1));
    checks.Forget();
    EXPECT_FALSE(checks.Hold(kCheckedBlockBytes, 1));
    bytes[kCheckedBlockBytes] ^= std::byte{1};
  }
}

// The number of calls takes 16 bits: it must not reach those of the blocks.
TEST(BlockChecks, CanBeForgottenAnyNumberOfTimes) {
  SegmentBytes bytes = LargeSegment();
  BlockChecks checks(bytes);
  ASSERT_TRUE(SegmentReader::Open(bytes, &checks));
  bytes[0] ^= std::byte{1};
  for (int i = 0; i < (1 << 16) + 5; ++i) {
    checks.Forget();
    ASSERT_FALSE(checks.Hold(0, 1));
    ASSERT_TRUE(checks.Hold(kCheckedBlockBytes, 1));
  }
}

TEST(BlockChecks, FindDamageInBytesOfTheDisk) {
  const SegmentBytes good = LargeSegment();
  BlockChecks checks(good);
  ASSERT_TRUE(SegmentReader::Open(good, &checks));
  const auto find = [&](std::span<const std::byte> disk, std::size_t piece) {
    std::optional<std::uint64_t> found;
    Checksum tail;
    for (std::size_t at = 0; at < disk.size() && !found; at += piece) {
      found = checks.FindDamageIn(
          at, disk.subspan(at, std::min(piece, disk.size() - at)), tail);
    }
    return found;
  };
  const auto blocks = static_cast<std::size_t>(
      DecodeFooter(good).value()[Section::kBlockChecksums].begin);
  for (const std::size_t piece : {kCheckedBlockBytes, good.size()}) {
    EXPECT_FALSE(find(good, piece));
    for (std::size_t at = 0; at < good.size();
         at += at < blocks ? 1009 : std::size_t{1}) {
      SegmentBytes disk = good;
      disk[at] ^= std::byte{1};
      EXPECT_EQ(
          find(disk, piece),
          at < blocks ? at / kCheckedBlockBytes * kCheckedBlockBytes : blocks)
          << at;
    }
  }
}

TEST(BlockChecks, TakeTwoBitsForEachBlock) {
  EXPECT_LE(BlockChecks::MemoryBytes(std::uint64_t{1} << 30), 65u << 10);
}

TEST(BlockChecks, AreThemselvesCheckedWhenASegmentIsOpened) {
  SegmentBytes bytes = LargeSegment();
  const auto at = static_cast<std::size_t>(
      DecodeFooter(bytes).value()[Section::kBlockChecksums].begin);
  bytes[at + 5] ^= std::byte{1};
  BlockChecks checks(bytes);
  ExpectError(SegmentReader::Open(bytes, &checks).error(), ErrorCode::kCorrupt,
              "block_checksums", at);
  EXPECT_STREQ(OpenSegment(bytes).VerifyChecksums().error().field,
               "block_checksums");
}

// Every value that an accessor returns must be that of the intact file, or an
// error.
TEST(BlockChecks, LetNoAccessorReadADamagedBlock) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const SegmentBytes good = LargeSegment(profile);
    BlockChecks good_checks(good);
    const WalkCounts expected =
        WalkSegment(SegmentReader::Open(good, &good_checks).value());
    for (std::size_t block = 0; block < BlocksOf(good); block += 3) {
      SegmentBytes bytes = good;
      const std::size_t at = block * kCheckedBlockBytes;
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  std::min(kCheckedBlockBytes, bytes.size() - at),
                  std::byte{0xA5});
      BlockChecks checks(bytes);
      const auto segment = SegmentReader::Open(bytes, &checks);
      if (!segment) continue;
      const WalkCounts counts = WalkSegment(*segment);
      EXPECT_GT(counts.errors, 0u) << block;
      EXPECT_LT(counts.values, expected.values) << block;
      EXPECT_EQ(counts.broken_promises, 0u) << block;
    }
  }
}

TEST(BlockChecks, NameWhatWasReadAndWhereTheBlockBegins) {
  SegmentBytes bytes = LargeSegment();
  bytes[3 * kCheckedBlockBytes + 7] ^= std::byte{2};
  BlockChecks checks(bytes);
  const SegmentReader segment = SegmentReader::Open(bytes, &checks).value();
  for (DocumentNumber d = 0; d < segment.counts().documents; ++d) {
    const DocumentRecord document = segment.Document(d).value();
    const auto text = segment.Text(document);
    if (text) continue;
    ExpectError(text.error(), ErrorCode::kCorrupt, "document.text",
                3 * kCheckedBlockBytes);
    return;
  }
  ADD_FAILURE() << "nothing read the damaged block";
}

}  // namespace
}  // namespace answerbox::engine
