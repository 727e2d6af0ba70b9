// Choosing a short answer allocates nothing from the heap.
#include <gtest/gtest.h>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/spans/short_answer.h"
#include "tests/engine/answer/asked_question.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

TEST(ShortAnswersHeap, IsNotUsed) {
  AskedQuestion asked("Who repaired the pump of room 7?");
  TermNormalizer normalizer(Profile::kDefault);
  const Lexicon& lexicon = ShippedModel().lexicon();
  const std::uint64_t before = HeapAllocations();
  const auto found =
      ShortAnswers(asked.terms(), lexicon, normalizer, asked.arena())
          .Find({"In 1998 the pump of room 7 was repaired by Maria Lopez.",
                 "Who repaired the pump of room 7?"},
                ShippedSpanModel());
  EXPECT_EQ(HeapAllocations() - before, 0u);
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace answerbox::engine
