#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "engine/index/format/segment_layout.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::vector<HeadingMark> HeadingsAt(const SegmentReader& segment,
                                    DocumentNumber document,
                                    std::uint32_t offset) {
  std::array<HeadingMark, 6> out;
  const auto found = segment.HeadingsAt(document, offset, out).value();
  return {found.begin(), found.end()};
}

TEST(Pages, HoldTheBytesFromTheirMarkToTheNext) {
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault, std::vector<TestDocument>{
                             {"before", "No pages.", {}, {}},
                             {"a", "One. Two. Three.", {{5, 7}, {10, 9}}, {}},
                             {"after", "One.", {{0, 1}}, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_EQ(segment.PageAt(0, 3).value(), std::nullopt);
  EXPECT_EQ(segment.PageAt(1, 4).value(), std::nullopt);
  EXPECT_EQ(segment.PageAt(1, 5).value(), 7u);
  EXPECT_EQ(segment.PageAt(1, 9).value(), 7u);
  EXPECT_EQ(segment.PageAt(1, 10).value(), 9u);
  EXPECT_EQ(segment.PageAt(1, 4000000000u).value(), 9u);
  EXPECT_EQ(segment.PageAt(2, 0).value(), 1u);
}

TEST(Pages, AreReadBackAsAdded) {
  const std::vector<PageMark> pages = {
      {0, 1}, {5, 2, 1}, {10, kMaxPageNumber, kMaxRecognition}};
  const SegmentBytes bytes = BuildSegment(
      Profile::kDefault,
      std::vector<TestDocument>{{"a", "One. Two. Three.", pages, {}}});
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.Document(0)->page_count, 3u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(segment.Page(0, i).value(), pages[i]);
  }
  ExpectError(segment.Page(0, 3).error(), ErrorCode::kInvalidArgument, "page",
              3);
  EXPECT_EQ(segment.PageMarkAt(0, 12).value(), pages[2]);
  EXPECT_EQ(segment.PageAt(0, 12).value(), kMaxPageNumber);
}

TEST(Pages, ADamagedConfidenceStaysWithinItsRange) {
  std::array<std::byte, kPageBytes> bytes;
  bytes.fill(std::byte{0xff});
  EXPECT_EQ(DecodePage(bytes.data()),
            (PageMark{0xffffffff, kMaxPageNumber, kMaxRecognition}));
}

TEST(Headings, StandAboveTheTextUpToTheNextOfTheirLevel) {
  // Title, section, subsection, section: one byte each, with a byte between
  // them.
  const std::vector<HeadingMark> h = {
      {{0, 1}, 1}, {{2, 3}, 2}, {{4, 5}, 3}, {{6, 7}, 2}};
  const SegmentBytes bytes =
      BuildSegment(Profile::kDefault,
                   std::vector<TestDocument>{{"a", "T\nA\nB\nC\ntext", {}, h}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_THAT(HeadingsAt(segment, 0, 1), ElementsAre(h[0]));
  EXPECT_THAT(HeadingsAt(segment, 0, 3), ElementsAre(h[0], h[1]));
  EXPECT_THAT(HeadingsAt(segment, 0, 4), ElementsAre(h[0], h[1], h[2]));
  EXPECT_THAT(HeadingsAt(segment, 0, 9), ElementsAre(h[0], h[3]));
}

TEST(Headings, NeedNotBeginAtTheTop) {
  const std::vector<HeadingMark> h = {{{2, 3}, 4}, {{4, 5}, 6}, {{6, 7}, 1}};
  const SegmentBytes bytes =
      BuildSegment(Profile::kDefault,
                   std::vector<TestDocument>{{"a", "x\nA\nB\nC\n", {}, h}});
  const SegmentReader segment = OpenSegment(bytes);
  EXPECT_THAT(HeadingsAt(segment, 0, 1), IsEmpty());
  EXPECT_THAT(HeadingsAt(segment, 0, 5), ElementsAre(h[0], h[1]));
  EXPECT_THAT(HeadingsAt(segment, 0, 7), ElementsAre(h[2]));
}

// Walks back over all headings, and keeps each that is above the headings it
// kept before.
std::vector<HeadingMark> HeadingsByScan(const TestDocument& document,
                                        std::uint32_t offset) {
  std::vector<HeadingMark> found;
  for (auto h = document.headings.rbegin(); h != document.headings.rend();
       ++h) {
    if (h->range.begin > offset) continue;
    if (found.empty() || h->level < found.front().level) {
      found.insert(found.begin(), *h);
    }
  }
  return found;
}

TEST(Headings, AreThoseThatAScanWouldFind) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    const auto documents = RandomDocuments(random, 4);
    const SegmentBytes bytes = BuildSegment(Profile::kDefault, documents);
    const SegmentReader segment = OpenSegment(bytes);
    for (DocumentNumber d = 0; d < documents.size(); ++d) {
      for (std::uint32_t at = 0; at < documents[d].text.size(); ++at) {
        ASSERT_THAT(HeadingsAt(segment, d, at),
                    ElementsAreArray(HeadingsByScan(documents[d], at)));
      }
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
