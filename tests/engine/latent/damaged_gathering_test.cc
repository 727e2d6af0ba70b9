// Feedback and dense vectors of a segment with a wrong byte and right
// checksums. The result must be an answer or an error, never a crash.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/latent/dense_vectors.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/feedback.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Fixed = FixedArithmetic;

std::vector<std::byte> GatheringSegment() {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  for (const char* text :
       {"The pump has a valve. The valve has a seal.", "A pump and a rotor.",
        "The rotor drives the axle."}) {
    EXPECT_TRUE(builder.Add(text, Sha256{}, {text, {}, {}}));
  }
  EXPECT_TRUE(builder.Finish());
  return {sink.bytes().begin(), sink.bytes().end()};
}

class DamagedGatheringTest : public testing::Test {
 protected:
  // Whether each step gave a result.
  bool Expands(std::span<const LiveSegment> segments) {
    Arena arena(storage_);
    const auto terms = AnalyzeQuestion("pump seal", normalizer_, arena);
    const auto lookup = TermLookup::Find(segments, terms, arena);
    if (!lookup) return false;
    const auto chunks = RetrieveBm25<Fixed>(segments, *lookup, 5, arena);
    if (!chunks) return false;
    const auto expanded =
        ExpandByFeedback<Fixed>(segments, terms, *chunks, {}, arena);
    if (!expanded) return false;
    return RetrieveBm25<Fixed>(segments, expanded->lookup, 5, arena)
        .has_value();
  }

  bool HasVectors(std::span<const LiveSegment> segments) {
    Arena arena(storage_);
    const auto vectors = DenseVectors::Make(segments, 1);
    if (!vectors) return false;
    const auto terms = AnalyzeQuestion("pump seal", normalizer_, arena);
    const auto lookup = TermLookup::Find(segments, terms, arena);
    if (!lookup) return false;
    return vectors
        ->Retrieve<Fixed>(segments, vectors->Of(terms, *lookup), 5, arena)
        .has_value();
  }

  TermNormalizer normalizer_{Profile::kDefault};
  std::vector<std::byte> storage_ = std::vector<std::byte>(1 << 20);
};

TEST_F(DamagedGatheringTest, AnswersOrFailsWhateverAByteHolds) {
  const std::vector<std::byte> good = GatheringSegment();
  int results = 0;
  int errors = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::vector<std::byte> damaged = good;
    damaged[at] ^= std::byte(at % 2 == 0 ? 1 : 0xFF);
    const std::vector<std::byte> bytes = Sealed(std::move(damaged));
    const auto reader = SegmentReader::Open(bytes);
    if (!reader) continue;
    const DocumentSet removed(reader->counts().documents);
    const LiveSegment segments[] = {{&*reader, &removed}};
    for (const bool is_result : {Expands(segments), HasVectors(segments)}) {
      ++(is_result ? results : errors);
    }
  }
  EXPECT_GT(results, 0);
  EXPECT_GT(errors, 0);
}

}  // namespace
}  // namespace answerbox::engine
