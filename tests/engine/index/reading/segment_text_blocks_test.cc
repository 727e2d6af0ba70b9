// A document's blocks, and how often a term occurs: a segment stores them for
// callers that need more than sentences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_footer.h"
#include "tests/engine/index/segment_fixture.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;

// A list of two items; the second item has a list of its own.
TestDocument List() {
  TestDocument document{
      "list.md", "You need: soap, paper (soft, clean).", {}, {}};
  const auto add = [&](ByteRange range, TextBlockKind kind,
                       std::uint32_t distance) {
    document.blocks.push_back(
        {.range = range, .parent_distance = distance, .kind = kind});
  };
  add({0, 36}, TextBlockKind::kList, 0);
  add({0, 9}, TextBlockKind::kLeadIn, 1);
  add({10, 14}, TextBlockKind::kItem, 2);
  add({16, 36}, TextBlockKind::kItem, 3);
  add({23, 34}, TextBlockKind::kList, 1);
  document.blocks[3].number = 2;
  document.blocks[3].flags = kNumbered;
  return document;
}

TestDocument Table() {
  TestDocument document{"table.md", "a b c", {}, {}};
  document.blocks = {{.range = {0, 5}, .kind = TextBlockKind::kTable},
                     {.range = {2, 3},
                      .parent_distance = 1,
                      .row = 70000,
                      .column = 300,
                      .row_span = 2,
                      .column_span = 500,
                      .kind = TextBlockKind::kCell,
                      .level = 1,
                      .flags = kHeadsColumn | kContinued}};
  return document;
}

TEST(TextBlocks, AreReadBackAsAdded) {
  const std::vector<TestDocument> documents = {{"none", "No blocks.", {}, {}},
                                               List(),
                                               {"nor", "Here.", {}, {}},
                                               Table()};
  const SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
  const SegmentReader segment = OpenSegment(bytes);
  for (DocumentNumber d = 0; d < documents.size(); ++d) {
    const auto& blocks = documents[d].blocks;
    ASSERT_EQ(segment.Document(d)->text_block_count, blocks.size());
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      EXPECT_EQ(segment.Block(d, i).value(), blocks[i]) << d << ' ' << i;
    }
  }
  ExpectError(segment.Block(1, 5).error(), ErrorCode::kInvalidArgument,
              "text_block", 5);
}

TEST(TextBlocks, AreFoundWithThoseThatHoldThem) {
  const std::vector<TestDocument> documents = {List()};
  const SegmentBytes bytes = BuildSegment(Profile::kPaper, documents);
  std::array<std::uint32_t, kMaxTextBlockDepth> out;
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_THAT(segment.BlocksAround(0, 4, out).value(), ElementsAre(0, 3, 4));
  EXPECT_THAT(segment.BlocksAround(0, 0, out).value(), ElementsAre(0));
}

TEST(TextBlocks, TakeNoRoomWhereThereAreNone) {
  const std::vector<TestDocument> documents = {{"a", "Soap.", {}, {}}};
  const Footer footer =
      DecodeFooter(BuildSegment(Profile::kDefault, documents)).value();
  EXPECT_EQ(footer[Section::kFirstTextBlocks].bytes, 0u);
  EXPECT_EQ(footer[Section::kTextBlocks].bytes, 0u);
}

// The error of Block() for a record with other bytes at a place.
const char* Refused(std::uint32_t block, std::size_t at, std::uint32_t value) {
  const std::vector<TestDocument> documents = {List()};
  SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
  const auto begin = static_cast<std::size_t>(
      DecodeFooter(bytes).value()[Section::kTextBlocks].begin);
  StoreLittle32(bytes.data() + begin + block * kTextBlockBytes + at, value);
  bytes = Sealed(std::move(bytes));
  const auto read = OpenSegment(bytes).Block(0, block);
  return read ? "" : read.error().field;
}

TEST(TextBlocks, AreRefusedWhereTheyAreNoTree) {
  EXPECT_STREQ(Refused(0, 4, 37), "text_block.range");
  EXPECT_STREQ(Refused(2, 4, 0xFFFFFFFFu), "text_block.range");
  EXPECT_STREQ(Refused(2, 8, 3), "text_block.parent_distance");
  EXPECT_STREQ(Refused(2, 8, 1),
               "text_block.range");  // Not within the lead-in.
  EXPECT_STREQ(Refused(3, 0, 5),
               "text_block.range");               // Before the preceding block.
  EXPECT_STREQ(Refused(4, 24, 0xFFFFFFFFu), "");  // Kinds may be unknown.
}

TEST(TextBlocks, AreRefusedWhenTooManyHoldEachOther) {
  TestDocument document{"deep", "x", {}, {}};
  for (std::uint32_t i = 0; i < kMaxTextBlockDepth + 1; ++i) {
    document.blocks.push_back({.range = {0, 1},
                               .parent_distance = i == 0 ? 0u : 1u,
                               .kind = TextBlockKind::kList});
  }
  const SegmentBytes bytes =
      BuildSegment(Profile::kDefault, std::vector<TestDocument>{document});
  std::array<std::uint32_t, kMaxTextBlockDepth> out;
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_TRUE(segment.BlocksAround(0, kMaxTextBlockDepth - 1, out));
  EXPECT_STREQ(segment.BlocksAround(0, kMaxTextBlockDepth, out).error().field,
               "text_block.parent_distance");
}

TEST(CollectionFrequency, CountsATermInAllSentences) {
  std::mt19937 random(51);
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    const SegmentBytes bytes =
        BuildSegment(profile, RandomDocuments(random, 80));
    const SegmentReader segment = OpenSegment(bytes);
    std::map<TermNumber, std::uint32_t> expected;
    std::array<TermNumber, kMaxSentenceTerms> terms;
    std::uint64_t all = 0;
    for (SentenceNumber s = 0; s < segment.counts().sentences; ++s) {
      for (const TermNumber term : segment.SentenceTerms(s, terms).value()) {
        ++expected[term];
        ++all;
      }
    }
    EXPECT_EQ(segment.counts().term_occurrences, all);
    for (TermNumber term = 0; term < segment.terms().size(); ++term) {
      EXPECT_EQ(segment.CollectionFrequency(term).value(), expected[term]);
    }
    EXPECT_FALSE(segment.CollectionFrequency(segment.terms().size()));
  }
}

}  // namespace
}  // namespace answerbox::engine
