// A question never takes more than its arena, and returns an error if it needs
// more.
#include <gtest/gtest.h>

#include <optional>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

// Tries the arena sizes below the sufficient one, so that each allocation of
// the pipeline fails in turn: most are aligned to 8 bytes.
//   step  from one size to the next
void ExpectAnErrorFromEveryArenaThatIsTooSmall(
    Profile profile, std::optional<AnswerForm> form = AnswerForm::kSentence,
    std::size_t step = 8) {
  const IndexInMemory index(
      {"Cabinet 3 holds the vaccination records of ward 3 since 1903. The "
       "nurse "
       "on duty keeps its key.\n\nCabinet 4 holds records since 1904. Cabinets "
       "are locked at night. Vaccinated staff may open cabinet 3."},
      profile);
  const LiveSegment segments[] = {index.live()};
  const Question question{.text = "Since when does cabbinet 3 hold recods?",
                          .form = form,
                          .with_spelling = true};
  Workspace plenty;
  ASSERT_TRUE(Ask(segments, question, plenty));
  const std::size_t enough = plenty.arena().high_water_mark();
  for (std::size_t bytes = 0; bytes < enough; bytes += step) {
    Workspace workspace(bytes);
    const auto answer = Ask(segments, question, workspace);
    ASSERT_FALSE(answer) << bytes << " of " << enough;
    EXPECT_EQ(answer.error().code, ErrorCode::kArenaExhausted);
  }
  Workspace just_enough(enough);
  EXPECT_TRUE(Ask(segments, question, just_enough));
}

TEST(ArenaExhaustion,
     GivesAnErrorFromEveryArenaThatIsTooSmallInProfileDefault) {
  ExpectAnErrorFromEveryArenaThatIsTooSmall(Profile::kDefault);
}

TEST(ArenaExhaustion, GivesAnErrorForAnswersOfTheFormThatFits) {
  ExpectAnErrorFromEveryArenaThatIsTooSmall(Profile::kDefault, std::nullopt,
                                            64);
}

TEST(ArenaExhaustion, GivesAnErrorFromEveryArenaThatIsTooSmallInProfilePaper) {
  ExpectAnErrorFromEveryArenaThatIsTooSmall(Profile::kPaper);
}

}  // namespace
}  // namespace answerbox::engine
