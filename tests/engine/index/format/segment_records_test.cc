#include "engine/index/format/segment_records.h"

#include <gtest/gtest.h>

#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

constexpr std::uint64_t kMost = 0xFFFFFFFFu;

TEST(SegmentLimits, AllowWhatTheFieldsCanCount) {
  EXPECT_TRUE(CheckLimits({}));
  EXPECT_TRUE(CheckLimits(
      {kMost, kMost, kMost, kMost, kMaxSegmentChunks, kMost, kMost, kMost}));
}

TEST(SegmentLimits, NameTheFirstSizeThatIsTooLarge) {
  const auto refused = [](const SegmentSizes& sizes) {
    const auto checked = CheckLimits(sizes);
    return std::string(checked ? "" : checked.error().field);
  };
  EXPECT_EQ(refused({.documents = kMost + 1}), "segment.documents");
  EXPECT_EQ(refused({.name_bytes = kMost + 1}), "segment.names");
  EXPECT_EQ(refused({.pages = kMost + 1}), "segment.pages");
  EXPECT_EQ(refused({.headings = kMost + 1}), "segment.headings");
  EXPECT_EQ(refused({.chunks = kMaxSegmentChunks + 1}), "segment.chunks");
  EXPECT_EQ(refused({.sentences = kMost + 1}), "segment.sentences");
  EXPECT_EQ(refused({.sentence_term_bytes = kMost + 1}),
            "segment.sentence_terms");
  EXPECT_EQ(refused({.text_blocks = kMost + 1}), "segment.text_blocks");
  ExpectError(CheckLimits({.chunks = kMost, .sentences = kMost + 1}).error(),
              ErrorCode::kLimitExceeded, "segment.chunks", kMost);
}

}  // namespace
}  // namespace answerbox::engine
