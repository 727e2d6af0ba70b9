// Segments of the old version, and segments of later programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/segment_merger.h"
#include "tests/engine/index/old_segment.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index/segment_walk.h"

namespace answerbox::engine {
namespace {

// A segment that a program of the old version wrote:
// tests/daemon/collections/format_3.
SegmentBytes StoredOldSegment(const char* name) {
  std::ifstream file(
      std::string(ANSWERBOX_SOURCE_DIR "/tests/daemon/collections/format_3/") +
          name,
      std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)),
                          std::istreambuf_iterator<char>());
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

std::vector<TestDocument> Documents(std::size_t count) {
  std::mt19937 random(41);
  auto documents = RandomDocuments(random, count);
  for (TestDocument& document : documents) document.blocks.clear();
  return documents;
}

SegmentBytes MergeAlone(const SegmentBytes& bytes) {
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  EXPECT_TRUE(MergeSegments(inputs, sink));
  return {sink.bytes().begin(), sink.bytes().end()};
}

TEST(OldSegment, IsReadAsBefore) {
  for (const char* name : {"default/5.segment", "paper/10.segment"}) {
    const SegmentBytes bytes = StoredOldSegment(name);
    ASSERT_GT(bytes.size(), 1000u) << name;
    const SegmentReader segment = OpenSegment(bytes);
    EXPECT_TRUE(segment.is_of_old_version());
    EXPECT_TRUE(segment.VerifyChecksums());
    EXPECT_EQ(segment.counts().documents, 3u);
    EXPECT_EQ(segment.Document(1)->name, "hands.md");
    const WalkCounts counts = WalkSegment(segment);
    EXPECT_EQ(counts.errors, 0u);
    EXPECT_EQ(counts.broken_promises, 0u);
    EXPECT_FALSE(segment.CollectionFrequency(0));
  }
}

TEST(OldSegment, IsWhatTheTestsMakeOfANewOne) {
  for (const char* name : {"default/5.segment", "paper/10.segment"}) {
    const SegmentBytes old = StoredOldSegment(name);
    EXPECT_EQ(InOldVersion(MergeAlone(old)), old) << name;
  }
}

TEST(OldSegment, IsFoundByItsChecksumsWhereverAByteDiffers) {
  const SegmentBytes good = StoredOldSegment("default/5.segment");
  for (std::size_t at = 0; at < good.size(); ++at) {
    SegmentBytes bytes = good;
    bytes[at] ^= std::byte{8};
    const auto segment = SegmentReader::Open(bytes);
    EXPECT_FALSE(segment && segment->VerifyChecksums()) << at;
  }
}

// A segment with a changed byte in a section, opened as the daemon opens it.
class DamagedSection {
 public:
  DamagedSection(const SegmentBytes& good, std::size_t section)
      : bytes_(good), place_(DecodeFooter(good).value().sections[section]) {
    if (place_.bytes > 0) {
      bytes_[static_cast<std::size_t>(place_.begin + place_.bytes / 2)] ^=
          std::byte{1};
    }
  }

  bool is_empty() const { return place_.bytes == 0; }
  std::uint64_t begin() const { return place_.begin; }
  std::uint64_t bytes() const { return place_.bytes; }
  BlockChecks& checks() { return checks_; }
  const SegmentReader& reader() const { return reader_; }

 private:
  SegmentBytes bytes_;
  SectionPlace place_;
  BlockChecks checks_{bytes_};
  SegmentReader reader_ = SegmentReader::Open(bytes_, &checks_).value();
};

TEST(OldSegment, IsReadInNoSectionThatVerifyingFoundDamaged) {
  for (const char* name : {"default/5.segment", "paper/10.segment"}) {
    const SegmentBytes good = StoredOldSegment(name);
    const WalkCounts intact = WalkSegment(OpenSegment(good));
    for (std::size_t i = 0; i < kOldSectionCount; ++i) {
      DamagedSection damaged(good, i);
      if (damaged.is_empty()) continue;
      const char* const section = SectionName(static_cast<Section>(i));
      EXPECT_FALSE(damaged.reader().KnownDamage());
      EXPECT_TRUE(damaged.checks().Hold(damaged.begin(), damaged.bytes()));
      EXPECT_FALSE(damaged.reader().VerifyChecksums());
      const auto known = damaged.reader().KnownDamage();
      ASSERT_TRUE(known) << section;
      ExpectError(*known, ErrorCode::kCorrupt, section, damaged.begin());
      const WalkCounts counts = WalkSegment(damaged.reader());
      EXPECT_GT(counts.errors, 0u) << section;
      EXPECT_LT(counts.values, intact.values) << section;
      EXPECT_EQ(counts.broken_promises, 0u) << section;
    }
  }
}

TEST(OldSegment, IsReadInTheSectionsBesideADamagedOne) {
  const SegmentBytes good = StoredOldSegment("default/5.segment");
  for (std::size_t i = 0; i < kOldSectionCount; ++i) {
    DamagedSection damaged(good, i);
    if (damaged.is_empty()) continue;
    EXPECT_FALSE(damaged.reader().VerifyChecksums());
    const std::uint64_t end = damaged.begin() + damaged.bytes();
    EXPECT_TRUE(damaged.checks().Hold(0, damaged.begin()));
    EXPECT_TRUE(damaged.checks().Hold(end, good.size() - end));
    EXPECT_FALSE(damaged.checks().Hold(damaged.begin(), 1));
    EXPECT_FALSE(damaged.checks().Hold(end - 1, 1));
    EXPECT_FALSE(damaged.checks().Hold(0, good.size()));
    EXPECT_EQ(damaged.checks().DamageIn("x", 0, good.size()).offset,
              damaged.begin());
    EXPECT_TRUE(damaged.checks().IsDamageAt(damaged.begin()));
    EXPECT_FALSE(damaged.checks().IsDamageAt(end));
  }
}

TEST(OldSegment, IsReadInNoneOfSeveralDamagedSections) {
  SegmentBytes bytes = StoredOldSegment("default/5.segment");
  const Footer footer = DecodeFooter(bytes).value();
  for (const Section section : {Section::kText, Section::kPostings}) {
    bytes[static_cast<std::size_t>(footer[section].begin)] ^= std::byte{1};
  }
  BlockChecks checks(bytes);
  const SegmentReader segment = SegmentReader::Open(bytes, &checks).value();
  EXPECT_STREQ(segment.VerifyChecksums().error().field, "text");
  EXPECT_FALSE(segment.Text(segment.Document(0).value()));
  EXPECT_FALSE(checks.Hold(footer[Section::kPostings].begin, 1));
}

TEST(OldSegment, MergesToTheBytesOfANewOne) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const SegmentBytes built = BuildSegment(profile, Documents(60));
    EXPECT_EQ(MergeAlone(InOldVersion(built)), built);
  }
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
    const SegmentBytes later = WithOptionalSection(21, bytes);
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
  SegmentBytes later = WithOptionalSection(21, 9000);
  const auto end = static_cast<std::size_t>(
      DecodeFooter(later).value()[Section::kBlockChecksums].begin);
  later[end - 1] ^= std::byte{1};
  EXPECT_STREQ(OpenSegment(later).VerifyChecksums().error().field,
               "optional_section");
}

TEST(LaterSegment, IsRefusedWithIdsThatAreNotInOrder) {
  for (const std::uint32_t id : {0u, 19u, 65535u, 70000u}) {
    EXPECT_STREQ(SegmentReader::Open(WithOptionalSection(id, 3)).error().field,
                 "footer.section_id");
  }
}

}  // namespace
}  // namespace answerbox::engine
