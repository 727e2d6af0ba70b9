#include "engine/index/merging/segment_merger.h"

#include <gtest/gtest.h>

#include <deque>

#include "engine/index/format/segment_layout.h"
#include "engine/index/merging/term_merge.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

// Segments to merge, and the documents that should remain.
struct MergeCase {
  std::deque<SegmentBytes> files;
  std::deque<SegmentReader> segments;
  std::deque<DocumentSet> removed;
  std::vector<MergeInput> inputs;
  std::vector<TestDocument> staying;

  void Add(Profile profile, const std::vector<TestDocument>& documents,
           std::vector<DocumentNumber> leaving = {}) {
    files.push_back(BuildSegment(profile, documents));
    segments.push_back(OpenSegment(files.back()));
    DocumentSet& set =
        removed.emplace_back(static_cast<std::uint32_t>(documents.size()));
    for (const DocumentNumber document : leaving) set.Insert(document);
    for (DocumentNumber i = 0; i < documents.size(); ++i) {
      if (!set.Contains(i)) staying.push_back(documents[i]);
    }
    inputs.push_back({&segments.back(), &set});
  }

  SegmentBytes Merge() const {
    MemorySink sink;
    EXPECT_TRUE(MergeSegments(inputs, sink));
    return {sink.bytes().begin(), sink.bytes().end()};
  }
};

TEST(MergeSegments, WritesWhatTheBuilderWouldHave) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    const Profile profile =
        round % 2 == 0 ? Profile::kDefault : Profile::kPaper;
    MergeCase merge;
    for (std::size_t i = 0; i <= random() % 5; ++i) {
      const auto documents = RandomDocuments(random, random() % 40);
      std::vector<DocumentNumber> leaving;
      for (DocumentNumber d = 0; d < documents.size(); ++d) {
        if (random() % 3 == 0) leaving.push_back(d);
      }
      merge.Add(profile, documents, leaving);
    }
    ASSERT_EQ(merge.Merge(), BuildSegment(profile, merge.staying)) << round;
  }
}

TEST(MergeSegments, JoinsListsOfSeveralBlocks) {
  std::mt19937 random(2);
  MergeCase merge;
  merge.Add(Profile::kPaper, RandomDocuments(random, 300), {0, 7, 8, 299});
  merge.Add(Profile::kPaper, RandomDocuments(random, 300));
  const SegmentBytes merged = merge.Merge();
  ASSERT_EQ(merged, BuildSegment(Profile::kPaper, merge.staying));
  std::uint32_t longest = 0;
  TermCursor cursor = OpenSegment(merged).terms().Begin();
  while (cursor.Next().value()) {
    longest = std::max(longest, cursor.entry().chunk_frequency);
  }
  EXPECT_GT(longest, 2 * kPostingsPerBlock);
}

TEST(MergeSegments, CopiesASingleSegment) {
  std::mt19937 random(3);
  MergeCase merge;
  merge.Add(Profile::kDefault, RandomDocuments(random, 10));
  merge.inputs[0].removed = nullptr;
  EXPECT_EQ(merge.Merge(), merge.files[0]);
}

TEST(MergeSegments, ForgetsTermsThatNoDocumentHasAnyMore) {
  MergeCase merge;
  merge.Add(Profile::kDefault,
            {{"a", "Soap.", {}, {}}, {"b", "Water and soap.", {}, {}}}, {1});
  const SegmentBytes merged = merge.Merge();
  const SegmentReader segment = OpenSegment(merged);
  EXPECT_EQ(segment.terms().size(), 1u);
  EXPECT_FALSE(segment.terms().Find("water")->has_value());
  EXPECT_EQ(segment.terms().Find("soap").value()->chunk_frequency, 1u);
}

TEST(MergeSegments, MayLeaveNothing) {
  MergeCase merge;
  merge.Add(Profile::kPaper, {{"a", "Soap.", {}, {}}}, {0});
  merge.Add(Profile::kPaper, {});
  EXPECT_EQ(merge.Merge(), BuildSegment(Profile::kPaper, {}));
}

TEST(MergeSegments, ReportsASinkThatFailsAtAnyWrite) {
  std::mt19937 random(4);
  MergeCase merge;
  merge.Add(Profile::kPaper, RandomDocuments(random, 300));
  merge.Add(Profile::kPaper, RandomDocuments(random, 300));
  std::size_t writes = 0;
  while (true) {
    FullSink sink(writes);
    const auto merged = MergeSegments(merge.inputs, sink);
    if (merged) break;
    ASSERT_EQ(merged.error().code, ErrorCode::kSinkFailed);
    ++writes;
  }
  EXPECT_GT(writes, 5u);
}

// Allows a number of allocations, then refuses.
class FullScratch final : public Scratch {
 public:
  explicit FullScratch(int left) : left_(left) {}
  Result<std::span<std::byte>> Take(std::uint64_t bytes) override {
    if (left_-- == 0) return Error{ErrorCode::kSinkFailed, kScratchField, 0};
    return heap_.Take(bytes);
  }

 private:
  int left_;
  HeapScratch heap_;
};

TEST(MergeSegments, ReportsScratchMemoryThatIsRefused) {
  std::mt19937 random(6);
  MergeCase merge;
  merge.Add(Profile::kPaper, RandomDocuments(random, 5));
  int taken = 0;
  for (;; ++taken) {
    FullScratch scratch(taken);
    MemorySink sink;
    const auto merged =
        MergeSegments(merge.inputs, sink, {.scratch = &scratch});
    if (merged) break;
    ASSERT_STREQ(merged.error().field, kScratchField);
  }
  EXPECT_GE(taken, 2);
}

TEST(MergeSegments, NeedsMemoryForTermsAndNotForText) {
  std::mt19937 random(5);
  MergeCase little;
  little.Add(Profile::kDefault, RandomDocuments(random, 50));
  MergeCase much;
  much.Add(Profile::kDefault, RandomDocuments(random, 2000));
  const std::size_t terms = much.segments[0].terms().size();
  EXPECT_LE(MergeMemoryBytes(much.inputs),
            MergeMemoryBytes(little.inputs) + 64 * terms + 4096);
}

TEST(ChunkRenumbering, MovesRunsThatStay) {
  ChunkRenumbering renumbering;
  renumbering.Keep(0, 2, 10);
  renumbering.Keep(2, 1, 12);
  renumbering.Keep(5, 2, 13);
  RenumberingCursor cursor(renumbering);
  EXPECT_EQ(cursor.Map(0), 10u);
  EXPECT_EQ(cursor.Map(2), 12u);
  EXPECT_EQ(cursor.Map(3), std::nullopt);
  EXPECT_EQ(cursor.Map(4), std::nullopt);
  EXPECT_EQ(cursor.Map(6), 14u);
  EXPECT_EQ(cursor.Map(7), std::nullopt);
}

TEST(ChunkRenumbering, MapsNothingByDefault) {
  RenumberingCursor cursor;
  EXPECT_EQ(cursor.Map(0), std::nullopt);
}

}  // namespace
}  // namespace answerbox::engine
