// What a segment keeps with documents beside their text.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "engine/index/merging/segment_merger.h"
#include "engine/index/writing/segment_builder.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::engine {
namespace {

const Attachment kAccount{kWordAccountKind, 1, "account"};
const Attachment kUnknown{40, 9, ""};

std::vector<TestDocument> Documents() {
  return {{"a", "Soap.", {}, {}, {}, {kAccount}},
          {"b", "Water.", {}, {}},
          {"c", "Cold.", {}, {}, {}, {{1, 2, "other"}, kUnknown}}};
}

SegmentBytes WithRow(std::size_t number, std::size_t field, std::byte value) {
  SegmentBytes bytes = BuildSegment(Profile::kDefault, Documents());
  const auto begin = DecodeFooter(bytes).value()[Section::kAttachments].begin;
  bytes[static_cast<std::size_t>(begin) + number * kAttachmentRowBytes +
        field] = value;
  return Sealed(std::move(bytes));
}

TEST(SegmentAttachments, AreFoundByDocumentAndKind) {
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, Documents());
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.attachment_count(), 3u);
  EXPECT_EQ(segment.FindAttachment(0, 1).value(), kAccount);
  EXPECT_EQ(segment.FindAttachment(0, 40).value(), std::nullopt);
  EXPECT_EQ(segment.FindAttachment(1, 1).value(), std::nullopt);
  EXPECT_EQ(segment.FindAttachment(2, 1)->value().bytes, "other");
  EXPECT_EQ(segment.FindAttachment(2, 40).value(), kUnknown);
  EXPECT_EQ(segment.FindAttachment(3, 1).value(), std::nullopt);
}

TEST(SegmentAttachments, OfRemovedDocumentsAreLeftOutOfAMerge) {
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, Documents());
  const SegmentReader segment = OpenSegment(bytes);
  DocumentSet removed(3);
  removed.Insert(0);
  const std::array<MergeInput, 2> inputs = {MergeInput{&segment, &removed},
                                            MergeInput{&segment, nullptr}};
  MemorySink sink;
  ASSERT_TRUE(MergeSegments(inputs, sink));
  const SegmentReader merged = OpenSegment(sink.bytes());
  ASSERT_EQ(merged.attachment_count(), 5u);
  EXPECT_EQ(merged.FindAttachment(0, 1).value(), std::nullopt);
  EXPECT_EQ(merged.FindAttachment(1, 40).value(), kUnknown);
  EXPECT_EQ(merged.FindAttachment(2, 1).value(), kAccount);
  EXPECT_EQ(merged.FindAttachment(4, 1)->value().bytes, "other");
}

TEST(SegmentAttachments, GoWithADocumentThatIsRefused) {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, kTestChunking, sink, 200u << 10);
  const std::array<Attachment, 1> account = {kAccount};
  ASSERT_TRUE(
      builder.Add("a", ComputeSha256("Soap."), {"Soap.", {}, {}, {}, account}));
  std::string words;
  for (int i = 0; i < 40'000; ++i) words += std::to_string(i) + " ";
  ASSERT_FALSE(
      builder.Add("b", ComputeSha256(words), {words, {}, {}, {}, account}));
  ASSERT_TRUE(builder.Finish());
  const SegmentReader segment = OpenSegment(sink.bytes());
  EXPECT_EQ(segment.attachment_count(), 1u);
  EXPECT_EQ(segment.FindAttachment(0, 1).value(), kAccount);
}

TEST(SegmentAttachments, CountAsTheBuildersMemory) {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, kTestChunking, sink, 300u << 10);
  const std::string bytes(kMaxAttachmentBytes, 'x');
  const std::array<Attachment, 1> large = {Attachment{1, 1, bytes}};
  std::size_t added = 0;
  while (builder.Add(std::to_string(added), ComputeSha256("Soap."),
                     {"Soap.", {}, {}, {}, large})) {
    ASSERT_LT(++added, 10u);
  }
  EXPECT_GT(added, 0u);
}

TEST(SegmentAttachments, AreRefusedWithAFieldOutOfItsRange) {
  const auto field_of = [](const SegmentBytes& bytes) {
    const auto record = OpenSegment(bytes).AttachmentAt(0);
    return std::string(record ? "" : record.error().field);
  };
  EXPECT_EQ(field_of(WithRow(0, 0, std::byte{200})), "attachment.begin");
  EXPECT_EQ(field_of(WithRow(1, 7, std::byte{1})), "attachment.begin");
  EXPECT_EQ(field_of(WithRow(0, 8, std::byte{3})), "attachment.document");
  EXPECT_EQ(field_of(WithRow(0, 12, std::byte{0})), "attachment.kind");
}

TEST(SegmentAttachments, AreNotMergedOutOfOrder) {
  const SegmentBytes bytes = WithRow(1, 8, std::byte{0});
  const SegmentReader segment = OpenSegment(bytes);
  const std::array<MergeInput, 1> inputs = {MergeInput{&segment, nullptr}};
  MemorySink sink;
  EXPECT_STREQ(MergeSegments(inputs, sink).error().field,
               "attachment.document");
}

TEST(SegmentAttachments, AreComparedWithTheirChecksums) {
  SegmentBytes bytes = BuildSegment(Profile::kDefault, Documents());
  const auto place = DecodeFooter(bytes).value()[Section::kAttachmentBytes];
  bytes[static_cast<std::size_t>(place.begin)] ^= std::byte{1};
  BlockChecks checks(bytes);
  const auto segment = SegmentReader::Open(bytes, &checks);
  ASSERT_TRUE(segment);
  EXPECT_STREQ(segment->AttachmentAt(0).error().field, "attachment");
}

TEST(SegmentAttachments, HaveNoBytesWithoutRecords) {
  SegmentBytes bytes =
      BuildSegment(Profile::kDefault,
                   std::vector<TestDocument>{{"a", "Soap.", {{0, 1}}, {}}});
  const auto set_bytes = [&](Section section, std::uint64_t size) {
    StoreLittle64(bytes.data() + bytes.size() - kFooterBytes +
                      static_cast<std::size_t>(section) * kFooterEntryBytes + 4,
                  size);
  };
  set_bytes(Section::kPages, 0);
  set_bytes(Section::kAttachmentBytes, kPageBytes);
  EXPECT_STREQ(SegmentReader::Open(Sealed(std::move(bytes))).error().field,
               "attachment_bytes");
}

}  // namespace
}  // namespace answerbox::engine
