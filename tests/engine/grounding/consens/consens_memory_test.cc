// Scoring an answer allocates nothing from the heap.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "engine/answer/evidence/thesaurus.h"
#include "engine/grounding/consens/consens.h"
#include "tests/engine/index_in_memory.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

TEST(ConsensHeap, IsNotUsed) {
  const IndexInMemory index({"The key of the fridge is in the hall."});
  const LiveSegment segments[] = {index.live()};
  const CollectionCounts counts(segments);
  Workspace workspace(std::size_t{12} << 20);
  const std::vector<std::string_view> context = {
      "Vaccines are kept in the blue fridge. The fridge stands in the hall.",
      "Its door is locked at night. \u00c4rzte know where the key is."};
  static_cast<void>(ShippedThesaurus());  // Unpacked once for all questions.
  const std::uint64_t before = HeapAllocations();
  const auto consens =
      ScoreConsens({context, "Where are the vaccines?",
                    "In the hall, \u00c4rzte say. Zebras gallop."},
                   &counts, workspace);
  const auto spans = Unsupported(*consens, workspace.arena());
  EXPECT_EQ(HeapAllocations() - before, 0u);
  EXPECT_GT(consens->scored_words, 0u);
  EXPECT_FALSE(spans.empty());
}

}  // namespace
}  // namespace answerbox::engine
