// Asking allocates nothing from the heap.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "tests/engine/index_in_memory.h"
#include "tests/heap_counter/heap_counter.h"

namespace answerbox::engine {
namespace {

// Sentences about numbered things, so that questions differ and each has an
// answer.
std::string Handbook(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    const std::string number = std::to_string(i);
    text += "Cabinet " + number + " holds the vaccination records of ward " +
            number + " since " + std::to_string(1900 + i % 120) +
            ". The nurse on duty keeps its key number " + number + ".\n\n";
  }
  return text;
}

std::string QuestionText(int i) {
  switch (i % 4) {
    case 0:
      return "Who keeps the key number " + std::to_string(i) + "?";
    case 1:
      return "Since when does cabbinet " + std::to_string(i) + " hold recrods?";
    case 2:
      return "vaccinations of ward " + std::to_string(i) + " in " +
             std::to_string(1900 + i % 120);
    default:
      return "Why is supercalifragilisticexpialidocious" + std::to_string(i) +
             " a word of more than sixty-four bytes, or is it not nurse?";
  }
}

void ExpectNoAllocationOverAThousandQuestions(
    Profile profile, Arithmetic arithmetic,
    std::optional<AnswerForm> form = AnswerForm::kSentence) {
  const std::string texts[] = {Handbook(0, 200), Handbook(200, 200)};
  const std::string_view views[] = {texts[0], texts[1]};
  const IndexInMemory index(views, profile);
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  std::vector<std::string> questions;
  for (int i = 0; i < 1100; ++i) questions.push_back(QuestionText(i));
  std::size_t failed = 0;
  std::uint64_t before = 0;
  for (int i = 0; i < 1100; ++i) {
    if (i == 100) before = HeapAllocations();  // After warming up.
    const Question question{.text = questions[static_cast<std::size_t>(i)],
                            .arithmetic = arithmetic,
                            .form = form,
                            .answers = kMaxAnswers,
                            .with_spelling = true};
    failed += Ask(segments, question, workspace) ? 0 : 1;
  }
  EXPECT_EQ(HeapAllocations() - before, 0u);
  EXPECT_EQ(failed, 0u);
}

TEST(AskMemory, CountsAllocationsWhereThereAreSome) {
  const std::uint64_t before = HeapAllocations();
  void* volatile from_c = std::malloc(10);
  std::free(from_c);
  auto* volatile from_cpp = new int;
  delete from_cpp;
  EXPECT_EQ(HeapAllocations() - before, 2u);
}

TEST(AskMemory, UsesNoHeapInProfileDefault) {
  ExpectNoAllocationOverAThousandQuestions(Profile::kDefault,
                                           Arithmetic::kFixed);
  ExpectNoAllocationOverAThousandQuestions(Profile::kDefault,
                                           Arithmetic::kFloat);
}

TEST(AskMemory, UsesNoHeapForAnswersOfTheFormThatFits) {
  ExpectNoAllocationOverAThousandQuestions(Profile::kDefault,
                                           Arithmetic::kFixed, std::nullopt);
  ExpectNoAllocationOverAThousandQuestions(Profile::kDefault,
                                           Arithmetic::kFloat, std::nullopt);
}

TEST(AskMemory, UsesNoHeapForSomeDocumentsAndForSearches) {
  const std::string texts[] = {Handbook(0, 200), Handbook(200, 200)};
  const std::string_view views[] = {texts[0], texts[1]};
  const IndexInMemory index(views);
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const std::string_view patterns[] = {"*-1", "document-0"};
  std::uint64_t before = 0;
  for (int i = 0; i < 20; ++i) {
    if (i == 10) before = HeapAllocations();  // After warming up.
    Question question{.text = "Who keeps the key number 7?"};
    question.documents = patterns;
    EXPECT_TRUE(Ask(segments, question, workspace));
    question.max_work = 1 + static_cast<std::uint64_t>(i) * 20;
    EXPECT_TRUE(Ask(segments, question, workspace));
    const PassageQuery query{.words = "key number", .documents = patterns};
    EXPECT_EQ(Search(segments, query, workspace)->passages.size(), 10u);
  }
  EXPECT_EQ(HeapAllocations() - before, 0u);
}

TEST(AskMemory, UsesNoHeapInProfilePaper) {
  ExpectNoAllocationOverAThousandQuestions(Profile::kPaper, Arithmetic::kFixed);
  ExpectNoAllocationOverAThousandQuestions(Profile::kPaper, Arithmetic::kFloat);
}

}  // namespace
}  // namespace answerbox::engine
