// Finding contradictions allocates nothing from the heap.
#include <gtest/gtest.h>

#include "engine/grounding/contradictions/contradiction.h"
#include "engine/grounding/grounding.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

TEST(ContradictionHeap, IsNotUsed) {
  constexpr std::string_view kPages[] = {
      "Give Adizole 500 mg twice a day. Do not freeze the vaccine."};
  const CheckedAnswer checked{kPages, "How often?",
                              "Give Adizole 5 mg daily. Freeze the vaccine."};
  Workspace workspace;
  const std::uint64_t before = HeapAllocations();
  const auto found = FindContradictions(checked, workspace);
  EXPECT_EQ(HeapAllocations() - before, 0u);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 3u);
}

}  // namespace
}  // namespace answerbox::engine
