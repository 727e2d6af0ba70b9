// Choosing a sentence allocates nothing from the heap.
#include <gtest/gtest.h>

#include <string>

#include "engine/answer/ranking/learned_sentences.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "tests/engine/answer/ranking/ranked_sentences.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

// More sentences than the judge sees, in two segments.
TEST(LearnedSentencesHeap, IsNotUsed) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += "Pump " + std::to_string(i) + " was repaired by Maria Lopez. ";
  }
  const IndexInMemory one({text});
  const IndexInMemory other({text, "Pumps do run."});
  AskedQuestion asked("Who repaired pump 7?", {one.live(), other.live()});
  const auto chunks = *RetrieveBm25<FixedArithmetic>(
      asked.segments(), asked.lookup(), 5, asked.arena());
  const AnswerModel& model = ShippedModel();
  const std::uint64_t before = HeapAllocations();
  const auto ranked = GatherAndRank<FixedArithmetic>(asked, chunks, 12, model,
                                                     nullptr, asked.arena());
  EXPECT_EQ(HeapAllocations() - before, 0u);
  EXPECT_GT(ranked->size(), kMaxJudgedSentences);  // And one of each chunk.
}

// The model's bytes are read in place.
TEST(LearnedSentencesHeap, IsNotUsedToOpenAModel) {
  const std::uint64_t before = HeapAllocations();
  EXPECT_EQ(ShippedModel().ranker().feature_count(), kSentenceFeatures);
  EXPECT_EQ(HeapAllocations() - before, 0u);
}

}  // namespace
}  // namespace answerbox::engine
