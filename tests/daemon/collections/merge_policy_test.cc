#include "daemon/collections/background/merge_policy.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::daemon {
namespace {

constexpr std::size_t kPlenty = 1000;
constexpr std::uint64_t kKiB = 1024;

// A segment that takes one unit of merging memory.
SegmentShape Segment(std::uint64_t kib, std::uint32_t documents = 100,
                     std::uint32_t removed = 0) {
  return {kib * kKiB, documents, removed, 1};
}

std::vector<SegmentShape> Segments(std::vector<std::uint64_t> kibs) {
  std::vector<SegmentShape> shapes;
  for (const std::uint64_t kib : kibs) shapes.push_back(Segment(kib));
  return shapes;
}

TEST(MergePolicyTest, FewSegmentsStayAsTheyAre) {
  EXPECT_EQ(PlanMerge({}, kPlenty), std::nullopt);
  EXPECT_EQ(PlanMerge(Segments({1, 1, 1, 1, 1, 1, 1}), kPlenty), std::nullopt);
}

TEST(MergePolicyTest, EightOfATierBecomeOne) {
  EXPECT_EQ(PlanMerge(Segments({1, 2, 3, 4, 5, 6, 7, 255}), kPlenty),
            (MergeRange{0, 8}));
}

TEST(MergePolicyTest, ALargeSegmentIsNotRewrittenForSmallOnes) {
  const auto shapes = Segments({9000, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(PlanMerge(shapes, kPlenty), (MergeRange{1, 9}));
  EXPECT_EQ(PlanMerge(Segments({9000, 1, 1, 1, 1, 1, 1, 1}), kPlenty),
            std::nullopt);
}

TEST(MergePolicyTest, SmallSegmentsBetweenLargeOnesGoWithThem) {
  EXPECT_EQ(
      PlanMerge(Segments({300, 300, 1, 300, 300, 300, 300, 300, 300}), kPlenty),
      (MergeRange{0, 9}));
}

TEST(MergePolicyTest, OnlyNeighboursAreMerged) {
  EXPECT_EQ(PlanMerge(Segments({1, 1, 1, 1, 9000, 1, 1, 1, 1}), kPlenty),
            std::nullopt);
}

TEST(MergePolicyTest, MergesAsManyAsFitFromTheNewestOn) {
  const auto shapes = Segments({1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(PlanMerge(shapes, 3), (MergeRange{5, 8}));
  EXPECT_EQ(PlanMerge(shapes, 2), (MergeRange{6, 8}));
  EXPECT_EQ(PlanMerge(shapes, 1), std::nullopt);
}

TEST(MergePolicyTest, MoreThanAQuarterRemovedIsRewrittenAlone) {
  std::vector<SegmentShape> shapes = {Segment(1, 100, 25), Segment(1, 100, 26)};
  EXPECT_EQ(PlanMerge(shapes, kPlenty), (MergeRange{1, 2}));
  EXPECT_EQ(PlanMerge(shapes, 0), std::nullopt);
  EXPECT_EQ(PlanMerge(std::span(shapes).first(1), kPlenty), std::nullopt);
}

TEST(MergePolicyTest, SegmentsOfAnEarlierVersionAreRewrittenOneByOne) {
  std::vector<SegmentShape> shapes = {Segment(1), Segment(900), Segment(1)};
  shapes[1].has_old_version = true;
  shapes[2].has_old_version = true;
  EXPECT_EQ(PlanMerge(shapes, kPlenty), (MergeRange{1, 2}));
  EXPECT_EQ(PlanMerge(shapes, 0), std::nullopt);
  shapes[1].merge_memory_bytes = kPlenty + 1;
  EXPECT_EQ(PlanMerge(shapes, kPlenty), (MergeRange{2, 3}));
}

// However many segments of the same size are added, only a few exist at any
// time, and each byte is written only a few times.
TEST(MergePolicyTest, SegmentsAndRewritingStayFew) {
  std::vector<SegmentShape> shapes;
  std::uint64_t written = 0;
  std::size_t most = 0;
  for (int added = 0; added < 4096; ++added) {
    shapes.push_back(Segment(64));
    while (const auto range = PlanMerge(shapes, kPlenty)) {
      SegmentShape merged = Segment(0);
      for (std::size_t at = range->begin; at < range->end; ++at) {
        merged.file_bytes += shapes[at].file_bytes;
      }
      written += merged.file_bytes;
      const auto begin =
          shapes.begin() + static_cast<std::ptrdiff_t>(range->begin);
      shapes.erase(begin,
                   shapes.begin() + static_cast<std::ptrdiff_t>(range->end));
      shapes.insert(shapes.begin() + static_cast<std::ptrdiff_t>(range->begin),
                    merged);
    }
    most = std::max(most, shapes.size());
  }
  EXPECT_LE(most, 35u);
  EXPECT_LE(written, 6 * 4096 * 64 * kKiB);
}

TEST(MergePolicyTest, CompactingTakesAllThatFit) {
  const auto shapes = Segments({9000, 1, 300, 1});
  EXPECT_EQ(PlanCompaction(shapes, kPlenty), (MergeRange{0, 4}));
  EXPECT_EQ(PlanCompaction(shapes, 3), (MergeRange{0, 3}));
  EXPECT_EQ(PlanCompaction(shapes, 1), std::nullopt);
}

TEST(MergePolicyTest, CompactingPassesOverASegmentThatDoesNotFit) {
  auto shapes = Segments({9000, 1, 1});
  shapes[0].merge_memory_bytes = 100;
  EXPECT_EQ(PlanCompaction(shapes, 10), (MergeRange{1, 3}));
  EXPECT_EQ(PlanCompaction(std::span(shapes).first(2), 10), std::nullopt);
}

TEST(MergePolicyTest, CompactingASingleSegmentRewritesIt) {
  const auto shapes = Segments({1});
  EXPECT_EQ(PlanCompaction(shapes, kPlenty), (MergeRange{0, 1}));
  EXPECT_EQ(PlanCompaction(shapes, 0), std::nullopt);
}

}  // namespace
}  // namespace answerbox::daemon
