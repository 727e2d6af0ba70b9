#include "engine/ask/owned_answer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kSharedText =
    "Vaccines are kept between 2 and 8 degrees.\n\nThe clinic opens at 8:00.";

// Asks about documents that no longer exist when this returns.
OwnedAnswer AskAndKeep(const Question& question) {
  const std::string text = "Fridges\n\n" + std::string(kSharedText);
  const HeadingMark heading{{0, 7}, 1};
  const PageMark page{0, 3};
  const DocumentText documents[] = {{text, {&page, 1}, {&heading, 1}},
                                    {kSharedText, {}, {}}};
  const auto index = std::make_unique<IndexInMemory>(documents);
  const LiveSegment segments[] = {index->live()};
  const auto workspace = std::make_unique<Workspace>();
  const auto answer = Ask(segments, question, *workspace);
  EXPECT_TRUE(answer);
  return OwnedAnswer(*answer);
}

TEST(OwnedAnswer, OutlivesTheArenaAndTheSegments) {
  const OwnedAnswer owned =
      AskAndKeep({.text = "At what degrees are vaccines kept?"});
  const Answer& answer = owned.answer();
  ASSERT_FALSE(answer.refusal);
  const Citation& best = answer.citations.front();
  EXPECT_EQ(best.sentence, "Vaccines are kept between 2 and 8 degrees.");
  // The other document has the same sentence.
  ASSERT_EQ(best.also_in.size(), 1u);
  EXPECT_EQ(best.also_in[0].sentence, best.sentence);
  EXPECT_NE(best.also_in[0].document, best.document);
  const CitedPlace& headed = best.section.empty() ? best.also_in[0] : best;
  ASSERT_EQ(headed.section.size(), 1u);
  EXPECT_EQ(headed.section[0], "Fridges");
  EXPECT_EQ(headed.page, 3u);
  EXPECT_EQ(answer.context.text, best.sentence);
  EXPECT_FALSE(answer.context.matches.empty());
  EXPECT_FALSE(answer.retrieved.empty());
}

TEST(OwnedAnswer, KeepsTheWordsOfARefusal) {
  const OwnedAnswer owned =
      AskAndKeep({.text = "Which vaccines glow?", .theta = 1.0});
  const Answer& answer = owned.answer();
  EXPECT_EQ(answer.refusal, RefusalReason::kWeakEvidence);
  const auto words = answer.refused_words.words;
  EXPECT_TRUE(std::ranges::any_of(
      words, [](const RefusedWord& word) { return word.text == "glow"; }));
}

TEST(OwnedAnswer, StaysWhatItIsWhenMoved) {
  OwnedAnswer first = AskAndKeep({.text = "When does the clinic open?"});
  const std::string_view sentence = first.answer().citations.front().sentence;
  const OwnedAnswer second = std::move(first);
  EXPECT_EQ(second.answer().citations.front().sentence.data(), sentence.data());
}

TEST(OwnedAnswer, IsMadeOfNoAnswerToo) {
  EXPECT_TRUE(OwnedAnswer(Answer{}).answer().citations.empty());
}

}  // namespace
}  // namespace answerbox::engine
