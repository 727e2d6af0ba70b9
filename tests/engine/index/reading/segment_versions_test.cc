// Segments of later programs, with sections that this one does not know, and of
// earlier ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/segment_merger.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index/segment_walk.h"

namespace answerbox::engine {
namespace {

std::vector<TestDocument> Documents(std::size_t count) {
  std::mt19937 random(41);
  auto documents = RandomDocuments(random, count);
  for (TestDocument& document : documents) {
    document.blocks.clear();
    document.attachments.clear();
  }
  return documents;
}

SegmentBytes MergeAlone(const SegmentBytes& bytes) {
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  EXPECT_TRUE(MergeSegments(inputs, sink));
  return {sink.bytes().begin(), sink.bytes().end()};
}

// A section of a later program, before the checksums of blocks.
SegmentBytes WithOptionalSection(std::uint32_t id, std::size_t bytes) {
  const SegmentBytes good = BuildSegment(Profile::kDefault, Documents(30));
  const Footer footer = DecodeFooter(good).value();
  const auto begin =
      static_cast<std::ptrdiff_t>(footer[Section::kBlockChecksums].begin);
  SegmentBytes later(good.begin(), good.begin() + begin);
  later.resize(later.size() + bytes, std::byte{0x5A});
  const std::size_t checksum_bytes =
      (later.size() + kCheckedBlockBytes - 1) / kCheckedBlockBytes * 4;
  later.resize(later.size() + checksum_bytes);
  const std::uint32_t count = LoadLittle32(good.data() + good.size() - 24);
  const std::byte* const entries =
      good.data() + good.size() - kFooterTailBytes - count * kFooterEntryBytes;
  const std::size_t before = (count - 1) * kFooterEntryBytes;
  later.insert(later.end(), entries, entries + before);
  std::array<std::byte, 2 * kFooterEntryBytes> added{};
  StoreLittle32(added.data(), id);
  StoreLittle64(added.data() + 4, bytes);
  StoreLittle32(added.data() + kFooterEntryBytes, kBlockChecksumsId);
  StoreLittle64(added.data() + kFooterEntryBytes + 4, checksum_bytes);
  later.insert(later.end(), added.begin(), added.end());
  later.insert(later.end(), good.end() - kFooterTailBytes, good.end());
  StoreLittle32(later.data() + later.size() - 24, count + 1);
  return Sealed(std::move(later));
}

TEST(LaterSegment, IsReadWithoutTheSectionsThatAreNotKnown) {
  for (const std::size_t bytes : {0u, 5u, 9000u}) {
    const SegmentBytes later = WithOptionalSection(23, bytes);
    BlockChecks checks(later);
    const auto segment = SegmentReader::Open(later, &checks);
    ASSERT_TRUE(segment) << segment.error().field;
    EXPECT_TRUE(segment->VerifyChecksums());
    EXPECT_EQ(WalkSegment(*segment).errors, 0u);
  }
}

TEST(LaterSegment, LosesSuchSectionsInAMerge) {
  EXPECT_EQ(MergeAlone(WithOptionalSection(1000, 77)),
            BuildSegment(Profile::kDefault, Documents(30)));
}

TEST(LaterSegment, IsHeldAgainstTheChecksumsOfSuchSections) {
  SegmentBytes later = WithOptionalSection(23, 9000);
  const auto end = static_cast<std::size_t>(
      DecodeFooter(later).value()[Section::kBlockChecksums].begin);
  later[end - 1] ^= std::byte{1};
  EXPECT_STREQ(OpenSegment(later).VerifyChecksums().error().field,
               "optional_section");
}

TEST(LaterSegment, IsRefusedWithIdsThatAreNotInOrder) {
  for (const std::uint32_t id : {0u, 21u, 65535u, 70000u}) {
    EXPECT_STREQ(SegmentReader::Open(WithOptionalSection(id, 3)).error().field,
                 "footer.section_id");
  }
}

// The worked example of the document of version 1.
SegmentBytes SegmentOfVersion1() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR
                     "/tests/engine/index/version_1.segment",
                     std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

TEST(SegmentOfVersion1, IsReadAndHasNoAttachments) {
  const SegmentBytes bytes = SegmentOfVersion1();
  BlockChecks checks(bytes);
  const auto segment = SegmentReader::Open(bytes, &checks);
  ASSERT_TRUE(segment) << segment.error().field;
  EXPECT_EQ(segment->format_version(), 1u);
  EXPECT_EQ(segment->Document(0)->name, "hands.md");
  EXPECT_EQ(segment->attachment_count(), 0u);
  EXPECT_EQ(segment->FindAttachment(0, kWordAccountKind).value(), std::nullopt);
  EXPECT_EQ(WalkSegment(*segment).errors, 0u);
  EXPECT_TRUE(segment->VerifyChecksums());
}

TEST(SegmentOfVersion1, IsWrittenAnewByAMerge) {
  const SegmentBytes merged = MergeAlone(SegmentOfVersion1());
  EXPECT_EQ(OpenSegment(merged).format_version(), kFormatVersion);
  EXPECT_EQ(AsVersion1(merged), SegmentOfVersion1());
  // With abbreviations, whose section has another id there.
  const SegmentBytes now = BuildSegment(Profile::kDefault, Documents(30));
  ASSERT_GT(OpenSegment(now).abbreviation_count(), 0u);
  const SegmentBytes before = AsVersion1(now);
  EXPECT_EQ(OpenSegment(before).abbreviation_count(),
            OpenSegment(now).abbreviation_count());
  EXPECT_EQ(MergeAlone(before), now);
}

TEST(SegmentOfVersion1, IsMergedWithOneOfThisVersion) {
  const auto documents = Documents(20);
  const std::span all(documents);
  const SegmentBytes old =
      AsVersion1(BuildSegment(Profile::kDefault, all.first(8)));
  const SegmentBytes now = BuildSegment(Profile::kDefault, all.subspan(8));
  const SegmentReader first = OpenSegment(old);
  const SegmentReader second = OpenSegment(now);
  const std::array<MergeInput, 2> inputs = {MergeInput{&first, nullptr},
                                            MergeInput{&second, nullptr}};
  MemorySink sink;
  ASSERT_TRUE(MergeSegments(inputs, sink));
  EXPECT_EQ(SegmentBytes(sink.bytes().begin(), sink.bytes().end()),
            BuildSegment(Profile::kDefault, all));
}

TEST(SegmentOfVersion1, IsRefusedWhereItIsCutShort) {
  const SegmentBytes bytes = SegmentOfVersion1();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(SegmentReader::Open(std::span(bytes).first(size))) << size;
  }
}

}  // namespace
}  // namespace answerbox::engine
