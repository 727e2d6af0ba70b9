#include "engine/ask/stages.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kQuestion = "At what degrees are vaccines kept?";

template <typename A>
class StagesTest : public testing::Test {
 protected:
  // The results of the stages, which are run one by one.
  struct Run {
    std::vector<ScoredChunk<A>> chunks;
    std::vector<Citation> citations;
    Answer answer;
  };

  Run RunAll(std::span<const LiveSegment> segments, std::size_t chunk_count,
             std::size_t sentence_count) {
    const Question question{.text = kQuestion};
    const auto inquiry = Analyze(segments, question, workspace_);
    EXPECT_FALSE(inquiry->refusal);
    const auto chunks = Retrieve<A>(*inquiry, chunk_count);
    const auto candidates = GatherCandidates<A>(*inquiry, *chunks);
    const auto sentences = Rank<A>(*inquiry, *candidates, sentence_count);
    const auto citations = Cite<A>(*inquiry, *sentences);
    const auto answer = Decide(*inquiry, *citations);
    return {{chunks->begin(), chunks->end()},
            {citations->begin(), citations->end()},
            *answer};
  }

  Workspace workspace_;
};
using Arithmetics = testing::Types<FixedArithmetic, FloatArithmetic>;
TYPED_TEST_SUITE(StagesTest, Arithmetics);

TYPED_TEST(StagesTest, GiveTogetherWhatAskGives) {
  for (const Profile profile : {Profile::kDefault, Profile::kPaper}) {
    const IndexInMemory index(
        {"Vaccines are kept between 2 and 8 degrees. Fridges hum.",
         "The clinic opens at 8:00."},
        profile);
    const LiveSegment segments[] = {index.live()};
    Workspace workspace;
    const auto asked =
        Ask(segments,
            {.text = kQuestion,
             .arithmetic = std::is_same_v<TypeParam, FixedArithmetic>
                               ? Arithmetic::kFixed
                               : Arithmetic::kFloat},
            workspace);
    const auto run = this->RunAll(segments, kRetrievedChunks, 4);
    ASSERT_EQ(run.citations.size(), asked->citations.size());
    for (std::size_t i = 0; i < run.citations.size(); ++i) {
      EXPECT_EQ(run.citations[i].sentence, asked->citations[i].sentence);
      EXPECT_EQ(run.citations[i].score_bits, asked->citations[i].score_bits);
    }
    EXPECT_EQ(run.answer.context.text, asked->context.text);
  }
}

// A caller that gathers a page asks for more than a caller that answers a
// question.
TYPED_TEST(StagesTest, GiveAsMuchAsIsAskedFor) {
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) {
    texts.push_back("Vaccines of kind " + std::to_string(i) +
                    " are kept at some degrees.");
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const IndexInMemory index{std::span(views)};
  const LiveSegment segments[] = {index.live()};
  EXPECT_EQ(this->RunAll(segments, 35, 3).chunks.size(), 35u);
  EXPECT_EQ(this->RunAll(segments, 5, 3).chunks.size(), 5u);
  EXPECT_EQ(this->RunAll(segments, 20, 2).citations.size(), 2u);
}

TEST(Stages, EndEarlyWithoutWordsOrDocuments) {
  Workspace workspace;
  const IndexInMemory index({"Pumps run."});
  const LiveSegment segments[] = {index.live()};
  const Question empty{.text = "?"};
  EXPECT_EQ(Analyze(segments, empty, workspace)->refusal,
            RefusalReason::kEmptyQuestion);
  const Question question{.text = "Which pumps run?"};
  EXPECT_EQ(Analyze({}, question, workspace)->refusal,
            RefusalReason::kNoDocuments);
}

TEST(Stages, TurnTheArenasEndIntoAnError) {
  Workspace small(64);
  const IndexInMemory index({"Pumps run."});
  const LiveSegment segments[] = {index.live()};
  const Question question{.text = "Which pumps run?"};
  const auto inquiry =
      WithinArena(small, [&] { return Analyze(segments, question, small); });
  ASSERT_FALSE(inquiry);
  EXPECT_EQ(inquiry.error().code, ErrorCode::kArenaExhausted);
}

}  // namespace
}  // namespace answerbox::engine
